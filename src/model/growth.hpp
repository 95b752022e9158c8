// Outputs that begin with an input, such as the caches of a decoder.
#pragma once

#include "program.hpp"

namespace simdcast::model {

// Sets the growths of a program whose last steps are these.
void findGrowths(Program& program, const graph::Steps& steps);

// Whether an output that has been computed begins with the input.
[[nodiscard]] bool holds(const Growth& growth, const graph::Value& output);

}  // namespace simdcast::model
