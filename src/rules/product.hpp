// The axes of a product of A and B, of which each is a vector, a matrix or a stack of matrices
// (https://numpy.org/doc/stable/reference/generated/numpy.matmul.html): first those along which the
// stacks broadcast, then m of A's rows, k, and n of B's columns. A vector A is one row and has no
// m, a vector B is one column and has no n. The products are summed over k, which the result lacks.
#pragma once

#include <algorithm>

#include "../base/shape.hpp"

namespace simdcast {

enum class AxisRole : std::uint8_t { broadcast, rows, inner, columns, count };

struct ProductAxes {
  int stacked = 0;  // how many broadcast
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

// How many axes at the end of a shape are not of the stack.
[[nodiscard]] inline int matrixAxes(const Shape& shape) noexcept {
  return std::min(shape.size(), 2);
}

[[nodiscard]] inline ProductAxes productAxes(const Shape& a, const Shape& b) noexcept {
  return {.stacked = std::max(a.size() - matrixAxes(a), b.size() - matrixAxes(b)),
          .rows = a.size() > 1,
          .columns = b.size() > 1};
}

}  // namespace simdcast
