// Repairs of a failed alignment. Each one has been accepted by `align` itself under the same rule,
// and they are ranked by what they cost: no growth before growth, then fewer output elements, a
// result of no more axes than the operands have, the pairs as they were before a reshape that makes
// others, fewer elements to move, fewer edits, and the order of FixKind.
#pragma once

#include "alignment.hpp"

namespace simdcast {

enum class FixKind : std::uint8_t {
  setAxis,
  unsqueeze,
  squeeze,
  transpose,
  swapOperands,
  reshape,
  count
};

struct Fix {
  FixKind kind{};
  int operand = 0;
  Index argument;  // axes inserted or removed, the permutation, or the axis to set
  Shape shape;     // the changed operand's
  Shape output;
  bool grows = false;    // the result grows, as grows() has it
  bool deepens = false;  // the result has more axes than every operand had
  Count moved = 0;       // elements that change their places in memory
  int edits = 1;
};

inline constexpr int kMaxFixes = 12;
using Fixes = SmallVector<Fix, 1>;

// `shapes` are those that the alignment was made from. Empty for an accepted alignment.
[[nodiscard]] Fixes findFixes(const Alignment& alignment, const Shapes& shapes);

[[nodiscard]] std::string_view name(FixKind kind) noexcept;

}  // namespace simdcast
