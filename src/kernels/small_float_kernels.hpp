// Kernels of two inputs in float16 or bfloat16: they widen, compute and round eight elements at a
// time in registers. The result has the same bits as widening, computing in float32 and narrowing.
#pragma once

#include "../base/dtype.hpp"
#include "registry.hpp"

namespace simdcast {

// Null for other operators and types.
[[nodiscard]] Kernel findSmallFloatKernel(KernelOp op, DType type) noexcept;

}  // namespace simdcast
