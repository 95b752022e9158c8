// Work on strings, which values hold as handles (storedAs).
#pragma once

#include "../layers/requests.hpp"
#include "../strings/pool.hpp"
#include "step.hpp"

namespace simdcast::graph {

// A layer that moves strings moves their handles; other layers do not accept strings.
[[nodiscard]] layers::LayerRequest onHandles(const layers::LayerRequest& request);

// Joins the strings of two inputs, element by element.
[[nodiscard]] HostWork concatenation(strings::Pool& pool, Count elements);

}  // namespace simdcast::graph
