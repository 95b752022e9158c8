#include "float_rows.hpp"

#include "../simd/simd.hpp"
#include "folds.hpp"
#include "runs.hpp"

namespace simdcast::layers {

FloatRows FloatRows::inLane(Lane lane) noexcept {
  return FloatRows({.lane = lane, .width = width(lane), .storedWidth = width(lane)});
}

FloatRows FloatRows::of(DType type) noexcept { return FloatRows(computeLaneOf(type)); }

void FloatRows::unary(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  const Kernel kernel = this->kernel(op);
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    const Count offset = at * rounding_.width;
    const Input input{a + offset, rounding_.width};
    kernel(run, to + offset, &input);
  });
  rounding_.round(n, to);
}

void FloatRows::binary(KernelOp op, Count n, std::byte* to, const std::byte* a,
                       const std::byte* b) const {
  const Kernel kernel = this->kernel(op);
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    const Count offset = at * rounding_.width;
    const Input pair[] = {{a + offset, rounding_.width}, {b + offset, rounding_.width}};
    kernel(run, to + offset, pair);
  });
  rounding_.round(n, to);
}

void FloatRows::withOne(KernelOp op, Count n, std::byte* to, const std::byte* a,
                        const std::byte* one) const {
  const Kernel kernel = this->kernel(op);
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    const Count offset = at * rounding_.width;
    const Input pair[] = {{a + offset, rounding_.width}, {one, 0}};
    kernel(run, to + offset, pair);
  });
  rounding_.round(n, to);
}

void FloatRows::fill(Count n, std::byte* to, double number) const {
  std::byte element[kWidestElement];
  writeNumber(element, rounding_.lane, number);
  rounding_.round(1, element);
  simd::fill(to, element, rounding_.width, n * rounding_.width);
}

void FloatRows::fold(KernelOp op, Count n, std::byte* to, const std::byte* a) const {
  layers::fold(kernel(op), rounding_.width, n, to, a);
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

}  // namespace simdcast::layers
