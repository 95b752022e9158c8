// Multidirectional broadcasting element by element, from the rule's prose: uses only the engine's
// value types.
#pragma once

#include <vector>

#include "base/shape.hpp"

namespace simdcast::test {

// Prepends 1s to the shorter shapes, then takes the size other than 1 on each axis. The shapes must
// be compatible.
[[nodiscard]] Shape broadcast(const Shapes& shapes);

// The position in a dense operand of the element that feeds the output element at `index`.
[[nodiscard]] Count elementAt(const Shape& operand, const Index& index);

// The next index in row-major order; false after the last one.
bool advance(Index& index, const Shape& shape);

// The index of every element, in row-major order.
[[nodiscard]] std::vector<Index> indicesOf(const Shape& shape);

}  // namespace simdcast::test
