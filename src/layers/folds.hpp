// Reductions of contiguous elements to one.
#pragma once

#include "../base/shape.hpp"
#include "../kernels/kernel.hpp"

namespace simdcast::layers {

// *result = the n >= 1 elements of `width` bytes at `from`, folded by a kernel of two inputs whose
// order does not matter. Many partial results stand side by side and are then halved, so that the
// errors of a sum grow with far fewer than n additions.
void fold(Kernel kernel, int width, Count n, std::byte* result, const std::byte* from);

}  // namespace simdcast::layers
