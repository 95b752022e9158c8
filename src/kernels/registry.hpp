// The kernels there are, as a constexpr table over operators and lanes. An operator is one functor
// and one word in the list of registry.cpp.
#pragma once

#include "../base/dtype.hpp"
#include "kernel.hpp"
#include "kernel_op.hpp"

namespace simdcast {

// Null where the operator has no kernel in this lane.
[[nodiscard]] Kernel findKernel(KernelOp op, Lane lane) noexcept;

// Selects among elements of 1, 2, 4, 8 or 16 bytes whatever their type; null for other widths.
[[nodiscard]] Kernel findSelect(int width) noexcept;

}  // namespace simdcast
