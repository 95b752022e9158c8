// Reductions of contiguous elements to one.
#pragma once

#include "../base/shape.hpp"
#include "../kernels/kernel.hpp"
#include "../kernels/kernel_op.hpp"
#include "requests.hpp"

namespace simdcast::layers {

// What folds two elements of a reduction.
[[nodiscard]] KernelOp foldOf(Reduction reduction) noexcept;

// *result = the n >= 1 elements of `width` bytes at `from`, folded by a kernel of two inputs whose
// order does not matter. As pairwise summation does, it keeps the errors of a sum small: 256
// partial results side by side, which a tree of halvings makes one. An element then goes through
// n / 256 + 8 additions rather than n.
void fold(Kernel kernel, int width, Count n, std::byte* result, const std::byte* from);

}  // namespace simdcast::layers
