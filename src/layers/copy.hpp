// Copies inside other layers.
#pragma once

#include "movement_requests.hpp"

namespace simdcast::layers {

// Runs a request that fits and is simplified.
void copyBox(const Copy& request, std::byte* to, const std::byte* from);

}  // namespace simdcast::layers
