// lower: from an alignment to the loop nest that walks it.
#pragma once

#include <span>

#include "../rules/alignment.hpp"
#include "loop_nest.hpp"

namespace simdcast {

// An operand of the nest: its position in the alignment, and the bytes of an element as stored.
struct StoredOperand {
  int operand = 0;
  int width = 0;
};

struct LoweringOptions {
  int outputWidth = 0;  // bytes of an element, as stored
  std::span<const StoredOperand> operands;
  int widestLane = 0;  // bytes of the widest element that a tile holds
  bool tiled = false;  // every run has to fit a tile
  // A run stays within the innermost axis, along which every operand is contiguous or repeats one
  // element: nothing is packed.
  bool byRows = false;
};

// The alignment must be ok and not that of a product; operands and result must be dense, outermost
// axis first.
[[nodiscard]] LoopNest lower(const Alignment& alignment, const LoweringOptions& options);

}  // namespace simdcast
