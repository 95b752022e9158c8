// Multidirectional broadcasting element by element, from the rule's prose: nothing of the engine
// but its value types.
#pragma once

#include <vector>

#include "base/shape.hpp"

namespace simdcast::test {

// 1s in front of the shorter shapes, then per axis the size that is not 1. The shapes must agree.
[[nodiscard]] Shape broadcast(const Shapes& shapes);

// Where the element that feeds the output element at `index` lies in a dense operand.
[[nodiscard]] Count elementAt(const Shape& operand, const Index& index);

// The next index in row-major order; false after the last one.
bool advance(Index& index, const Shape& shape);

// The index of every element, in row-major order.
[[nodiscard]] std::vector<Index> indicesOf(const Shape& shape);

}  // namespace simdcast::test
