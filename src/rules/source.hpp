// Queries of an accepted alignment: which element feeds which, and equivalent shapes for the
// multidirectional rule. Indices and shapes are outermost first.
#pragma once

#include "alignment.hpp"

namespace simdcast {

// The index into an operand that feeds the output element at `index`; for a product, the term at
// `index`, which includes k. The alignment must be ok and the index within extents().
[[nodiscard]] Index source(const Alignment& alignment, int operand, const Index& index);

struct Fanout {
  static constexpr int kListed = 16;
  Count count = 0;
  SmallVector<Index, 4> first;  // at most kListed, in row-major order
};

// The output elements, or terms of a product, that one element of an operand feeds.
[[nodiscard]] Fanout fanout(const Alignment& alignment, int operand, const Index& element);

// The operands' shapes with 1s inserted, such that the multidirectional rule aligns them the same
// way; for a product, before the sum over k. A converter from opset 6 to 7 has to insert these
// reshapes.
[[nodiscard]] Shapes explicitShapes(const Alignment& alignment);

}  // namespace simdcast
