// Fixes: changes of one operand, or of a parameter, under which the rule accepts the operands.
// `align` has accepted each of them.
//
// Most fixes place an operand's sizes, in their order, on the axes of the others, with 1s elsewhere
// (embeddings.hpp). They are ranked by these criteria, in this order:
//
//   1. The result does not grow: an outer product comes after everything else.
//   2. Fewer elements in the result.
//   3. The result has no more axes than the operands.
//   4. No elements get other partners, as by a reshape to another operand's shape.
//   5. Fewer elements to move: 1s are put in or taken out before anything is transposed.
//   6. Fewer edits: (3,1) before (3,1,1), so axes are added next to those that fit.
//   7. The order of FixKind.
//   8. The last operand, which is more often the smaller one, as a bias or a mask. In an outer
//      product the operand of more elements: (10,4) becomes (10,1,4), for a row of each pair.
//   9. Sizes as far right as possible, the last one first: axes that fit at the right end stay, as
//      (8,128) on (8,12,128,128) becomes (8,1,1,128).
#pragma once

#include "alignment.hpp"

namespace simdcast {

enum class FixKind : std::uint8_t {
  setAxis,
  unsqueeze,
  squeeze,
  transpose,
  moveOnes,  // 1s are taken out and others put in
  swapOperands,
  reshape,
  count
};

struct Fix {
  FixKind kind{};
  int operand = 0;
  Index argument;  // axes inserted or removed, the permutation, or the axis to set
  Shape shape;     // the changed operand's
  Shape aligned;   // the changed operand's, on the axes of the alignment
  Shape output;
  bool grows = false;    // see grows()
  bool deepens = false;  // the result has more axes than every operand had
  Count moved = 0;       // elements whose position in memory changes
  int edits = 1;
};

inline constexpr int kMaxFixes = 12;
using Fixes = SmallVector<Fix, 1>;

// `shapes` are those of the alignment. Empty if the alignment is accepted.
[[nodiscard]] Fixes findFixes(const Alignment& alignment, const Shapes& shapes);

// The other axes that an operand of an accepted alignment fits, for a result of the same shape.
[[nodiscard]] Fixes findOtherAxes(const Alignment& alignment, int operand);

// Changes of one of the operands with which the result of an accepted alignment does not grow.
[[nodiscard]] Fixes findPairings(const Alignment& alignment, OperandMask operands);

[[nodiscard]] std::string_view name(FixKind kind) noexcept;

}  // namespace simdcast
