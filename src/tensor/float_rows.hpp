// Kernel calls on rows of a float lane, by name, for tasks that are made of them.
#pragma once

#include "../execute/registry.hpp"
#include "../shape.hpp"
#include "folds.hpp"

namespace simdcast::tensor {

class FloatRows {
 public:
  explicit FloatRows(Lane lane) : lane_(lane), width_(width(lane)) {}

  // to = op(a), to = op(a, b), for n elements; `to` may be an input.
  void unary(KernelOp op, Count n, std::byte* to, const std::byte* a) const;
  void binary(KernelOp op, Count n, std::byte* to, const std::byte* a, const std::byte* b) const;
  // to = op(a, one), where `one` is a single element.
  void withOne(KernelOp op, Count n, std::byte* to, const std::byte* a, const std::byte* one) const;
  // *to = the elements folded, n >= 1.
  void fold(KernelOp op, Count n, std::byte* to, const std::byte* a) const;
  void fill(Count n, std::byte* to, double number) const;

 private:
  Lane lane_;
  int width_;
};

}  // namespace simdcast::tensor
