#include "float_rows.hpp"

#include <algorithm>

#include "../simd/simd.hpp"
#include "folds.hpp"
#include "runs.hpp"

namespace simdcast {

FloatRows FloatRows::inLane(Lane lane) noexcept {
  return FloatRows({.lane = lane, .width = width(lane), .storedWidth = width(lane)});
}

FloatRows FloatRows::of(DType type) noexcept { return FloatRows(computeLaneOf(type)); }

void FloatRows::compute(KernelOp op, Count n, std::byte* to,
                        std::initializer_list<Input> inputs) const {
  const Kernel kernel = this->kernel(op);
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    Input moved[2];
    std::transform(inputs.begin(), inputs.end(), moved, [&](const Input& input) {
      return Input{input.data + at * input.stride, input.stride};
    });
    kernel(run, to + at * rounding_.width, moved);
  });
  rounding_.round(n, to);
}

void FloatRows::unary(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  compute(op, n, to, {{a, rounding_.width}});
}

void FloatRows::binary(KernelOp op, Count n, std::byte* to, const std::byte* a,
                       const std::byte* b) const {
  compute(op, n, to, {{a, rounding_.width}, {b, rounding_.width}});
}

void FloatRows::withOne(KernelOp op, Count n, std::byte* to, const std::byte* a,
                        const std::byte* one) const {
  compute(op, n, to, {{a, rounding_.width}, {one, 0}});
}

void FloatRows::fill(Count n, std::byte* to, double number) const {
  std::byte element[kWidestElement];
  writeNumber(element, rounding_.lane, number);
  rounding_.round(1, element);
  simd::fill(to, element, rounding_.width, n * rounding_.width);
}

void FloatRows::fold(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  Fold(op, rounding_.lane)(n, to, a);
  rounding_.round(1, to);
}

void FloatRows::mean(Count n, std::byte* to, const std::byte* a) const {
  const FloatRows exact = inLane(rounding_.lane);
  std::byte count[sizeof(double)];
  exact.fill(1, count, static_cast<double>(n));
  exact.fill(1, to, 0);
  if (n > 0) exact.fold(KernelOp::add, n, to, a);
  exact.withOne(KernelOp::div, 1, to, to, count);
  rounding_.round(1, to);
}

}  // namespace simdcast
