// Walks an alignment and a loop nest one element at a time.
#pragma once

#include <initializer_list>
#include <map>
#include <vector>

#include "plan/lower.hpp"
#include "rules/align.hpp"

namespace simdcast::test {

// Per output byte offset, the byte offset into each operand.
using Visits = std::map<Count, std::vector<Count>>;

// Every output element of an accepted alignment of dense operands, derived only from their shapes.
[[nodiscard]] Visits visitsOf(const Alignment& alignment, int outputWidth,
                              const std::vector<int>& widths);

// Every element that the nest's axes visit. A second visit of one output offset counts as an entry
// with too many offsets.
[[nodiscard]] Visits visitsOf(const LoopNest& nest);

// Every operand of the alignment, in turn.
[[nodiscard]] std::vector<StoredOperand> storedOperands(const std::vector<int>& widths);

// With `tiled`, runs fit into a tile.
[[nodiscard]] LoopNest nestOf(const Alignment& alignment, int outputWidth,
                              const std::vector<int>& widths, bool tiled = false);

// The same width for the result and every operand, under the multidirectional rule.
[[nodiscard]] LoopNest nestOf(const Shapes& shapes, int width);

// The start of every run: the byte offset into each of the nest's operands, output first, and how
// many positions of the run axis it takes.
struct Run {
  std::vector<Count> offsets;
  Size chunk = 0;
};
[[nodiscard]] std::vector<Run> runsOf(const LoopNest& nest);

// The byte offsets of an operand's elements from the run's start, in the result's order.
[[nodiscard]] std::vector<Count> offsetsInRun(const LoopNest& nest, const LoopOperand& operand,
                                              Size chunk);

}  // namespace simdcast::test
