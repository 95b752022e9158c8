// Fuses chains of elementwise steps into one pass each, so intermediates are never stored. A pass
// after a product or a convolution is its epilogue: each part of the result goes through it as soon
// as it is computed, while it is in L1.
#pragma once

#include <span>
#include <vector>

#include "../engine/machine.hpp"
#include "passes.hpp"

namespace simdcast::graph {

// `kept` are read after the last step.
[[nodiscard]] Steps fuse(Steps steps, std::span<Storage* const> kept, Passes& passes);

// Softmax probabilities below 2^-126 slow down a product by a factor of 50. If only products read
// them, they are flushed to 0.
void flushSubnormals(Steps& steps, std::span<Storage* const> kept, Machine& machine);

}  // namespace simdcast::graph
