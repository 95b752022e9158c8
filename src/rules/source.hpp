// Questions about an accepted alignment: which element feeds which, and the shapes that say the
// same to the multidirectional rule. Indices and shapes are outermost first.
#pragma once

#include "alignment.hpp"

namespace simdcast {

// The index into an operand that feeds the output element at `index`, or the term of it: an index
// has a number for each of the alignment's axes. The alignment must be ok and the index within
// extents().
[[nodiscard]] Index source(const Alignment& alignment, int operand, const Index& index);

struct Fanout {
  static constexpr int kListed = 16;
  Count count = 0;
  SmallVector<Index, 4> first;  // the first of them, in row-major order
};

// The output elements, or the terms of them, that one element of an operand feeds.
[[nodiscard]] Fanout fanout(const Alignment& alignment, int operand, const Index& element);

// The operands' shapes with 1s inserted, under which the multidirectional rule aligns them the same
// way; what it makes of a product's is still to be summed over k. What the ONNX 6 to 7 converter
// should insert: `axis` leading 1s and the rest trailing.
[[nodiscard]] Shapes explicitShapes(const Alignment& alignment);

}  // namespace simdcast
