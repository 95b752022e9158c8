// Kernel calls on rows of a float lane, by name, for layers that are composed of kernels.
#pragma once

#include "../kernels/registry.hpp"
#include "compute_lane.hpp"

namespace simdcast {

class FloatRows {
 public:
  // Results in the lane's precision.
  [[nodiscard]] static FloatRows inLane(Lane lane) noexcept;
  // Each result is rounded to the type once, like that of an ONNX operator. Elements are stored in
  // the type's lane.
  [[nodiscard]] static FloatRows of(DType type) noexcept;

  // to = op(a), to = op(a, b), for n elements; `to` may be an input.
  void unary(KernelOp op, Count n, std::byte* to, const std::byte* a) const;
  void binary(KernelOp op, Count n, std::byte* to, const std::byte* a, const std::byte* b) const;
  // to = op(a, one), where `one` is a single element.
  void withOne(KernelOp op, Count n, std::byte* to, const std::byte* a, const std::byte* one) const;
  void fill(Count n, std::byte* to, double number) const;
  // *to = the elements folded, n >= 1.
  void fold(KernelOp op, Count n, std::byte* to, const std::byte* a) const;
  // *to = the mean of the elements, NaN if there are none.
  void mean(Count n, std::byte* to, const std::byte* a) const;

 private:
  explicit FloatRows(const ComputeLane& rounding) noexcept : rounding_(rounding) {}

  // to = op of one or two inputs, for n elements.
  void compute(KernelOp op, Count n, std::byte* to, std::initializer_list<Input> inputs) const;
  [[nodiscard]] Kernel kernel(KernelOp op) const { return findKernel(op, rounding_.lane); }

  ComputeLane rounding_;
};

}  // namespace simdcast
