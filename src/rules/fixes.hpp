// Repairs of a failed alignment. `align` has accepted each of them under the same rule. They are
// ranked by these criteria, in this order: the result does not grow; fewer output elements; the
// result has no more axes than the operands; no reshape that pairs elements anew; fewer elements to
// move; fewer edits; the order of FixKind.
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
  bool grows = false;    // see grows()
  bool deepens = false;  // the result has more axes than every operand had
  Count moved = 0;       // elements whose position in memory changes
  int edits = 1;
};

inline constexpr int kMaxFixes = 12;
using Fixes = SmallVector<Fix, 1>;

// `shapes` are those that the alignment was made from. Empty for an accepted alignment.
[[nodiscard]] Fixes findFixes(const Alignment& alignment, const Shapes& shapes);

[[nodiscard]] std::string_view name(FixKind kind) noexcept;

}  // namespace simdcast
