// The axes of a product of A and B, each a vector, a matrix or a stack of matrices
// (https://numpy.org/doc/stable/reference/generated/numpy.matmul.html): first those along which the
// stacks broadcast, then m (A's rows), k (A's columns and B's rows) and n (B's columns). A vector A
// has no m, a vector B no n. The result is summed over k.
#pragma once

#include <algorithm>

#include "../base/shape.hpp"

namespace simdcast {

enum class AxisRole : std::uint8_t { broadcast, rows, inner, columns, count };

struct ProductAxes {
  int stacked = 0;  // number of axes that broadcast
  bool rows = true;
  bool columns = true;

  [[nodiscard]] int inner() const noexcept { return stacked + (rows ? 1 : 0); }
  [[nodiscard]] int rank() const noexcept { return inner() + (columns ? 2 : 1); }

  [[nodiscard]] AxisRole role(int axis) const noexcept {
    if (axis < stacked) return AxisRole::broadcast;
    if (axis < inner()) return AxisRole::rows;
    return axis == inner() ? AxisRole::inner : AxisRole::columns;
  }
};

// The number of axes of a shape that belong to a matrix, rather than to the stack.
[[nodiscard]] inline int matrixAxes(const Shape& shape) noexcept {
  return std::min(shape.size(), 2);
}

[[nodiscard]] inline ProductAxes productAxes(const Shape& a, const Shape& b) noexcept {
  return {.stacked = std::max(a.size() - matrixAxes(a), b.size() - matrixAxes(b)),
          .rows = a.size() > 1,
          .columns = b.size() > 1};
}

}  // namespace simdcast
