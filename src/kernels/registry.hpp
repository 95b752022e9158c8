// All kernels, as a constexpr table over operators and lanes. A new operator is a row of
// registry.cpp: a function of math/ or simd/, or a functor of ops/.
#pragma once

#include "../base/dtype.hpp"
#include "kernel.hpp"
#include "kernel_op.hpp"

namespace simdcast {

// Null if the operator has no kernel in this lane.
[[nodiscard]] Kernel findKernel(KernelOp op, Lane lane) noexcept;

// The kernel of Where, for elements of 1, 2, 4, 8 or 16 bytes of any type; null for other widths.
[[nodiscard]] Kernel findSelect(int width) noexcept;

}  // namespace simdcast
