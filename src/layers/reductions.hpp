// What Reduce and Scatter fold elements with.
#pragma once

#include "../kernels/kernel_op.hpp"
#include "fold_requests.hpp"

namespace simdcast::layers {

// The operator that folds two elements of a reduction.
[[nodiscard]] KernelOp foldOf(Reduction reduction) noexcept;

}  // namespace simdcast::layers
