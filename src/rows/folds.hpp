// Reductions of contiguous elements to one.
#pragma once

#include "../base/dtype.hpp"
#include "../base/shape.hpp"
#include "../kernels/kernel.hpp"
#include "../kernels/kernel_op.hpp"

namespace simdcast {

// Folds elements with a commutative binary kernel. Like pairwise summation, it limits the errors of
// a sum: 256 partial results side by side, combined by a tree of halvings. An element then takes
// part in n / 256 + 8 additions instead of n.
class Fold {
 public:
  Fold(KernelOp op, Lane lane) noexcept;

  // *result = the n >= 1 elements at `from`, folded.
  void operator()(Count n, std::byte* result, const std::byte* from) const;

 private:
  Kernel kernel_;
  int width_;
  // Sums of floats: whole blocks, and the tree, without a kernel call for each. Null for other
  // folds.
  void (*blocks_)(Count blocks, std::byte* partials, const std::byte* from) = nullptr;
  void (*tree_)(std::byte* partials) = nullptr;
};

}  // namespace simdcast
