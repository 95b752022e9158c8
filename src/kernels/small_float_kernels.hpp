// Kernels of two inputs that take and give float16 or bfloat16 as they are stored: eight elements
// are widened, computed and rounded without leaving the registers. The bits are those of widening,
// computing in float32 and narrowing.
#pragma once

#include "../base/dtype.hpp"
#include "registry.hpp"

namespace simdcast {

// Null for other operators and types.
[[nodiscard]] Kernel findSmallFloatKernel(KernelOp op, DType type) noexcept;

}  // namespace simdcast
