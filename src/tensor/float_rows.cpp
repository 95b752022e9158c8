#include "float_rows.hpp"

#include "../execute/pack.hpp"
#include "lanes.hpp"

namespace simdcast::tensor {

void FloatRows::unary(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  const Input input{a, false};
  findKernel(op, lane_)(static_cast<std::ptrdiff_t>(n), to, &input);
}

void FloatRows::binary(KernelOp op, Count n, std::byte* to, const std::byte* a,
                       const std::byte* b) const {
  const Input pair[] = {{a, false}, {b, false}};
  findKernel(op, lane_)(static_cast<std::ptrdiff_t>(n), to, pair);
}

void FloatRows::withOne(KernelOp op, Count n, std::byte* to, const std::byte* a,
                        const std::byte* one) const {
  alignas(simd::kVectorBytes) std::byte repeated[kSplatBytes];
  splat(repeated, one, width_, splatBytes(width_));
  const Input pair[] = {{a, false}, {repeated, true}};
  findKernel(op, lane_)(static_cast<std::ptrdiff_t>(n), to, pair);
}

void FloatRows::fold(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  tensor::fold(findKernel(op, lane_), width_, n, to, a);
}

void FloatRows::fill(Count n, std::byte* to, double number) const {
  alignas(simd::kVectorBytes) std::byte repeated[kSplatBytes];
  splatNumber(repeated, lane_, number);
  splat(to, repeated, width_, n * width_);
}

}  // namespace simdcast::tensor
