// How to walk an accepted alignment: byte strides, coalesced axes, and a tile at the inner end.
// Not a template on the element type: a plan knows widths, not types.
#pragma once

#include "../shape.hpp"
#include "../view.hpp"

namespace simdcast {

// How an operand reaches the kernel within one tile.
enum class Step : std::uint8_t {
  contiguous,  // one element on
  repeat,      // the same element again
  packed       // gathered into a tile first
};

struct PlanOperand {
  int width = 0;                          // bytes of an element
  Step step = Step::contiguous;           // inputs only; the output is always contiguous
  InlineVector<Count, kMaxRank> strides;  // bytes, on the plan's axes; 0 where reused
};

// The tile covers every axis after `tileAxis` and `chunk` steps of `tileAxis` itself.
struct Plan {
  Shape sizes;  // coalesced, outermost first; at least one axis
  Count elements = 0;
  int tileAxis = 0;
  Size chunk = 0;
  Count inner = 1;                                       // elements of the axes after tileAxis
  InlineVector<PlanOperand, kMaxOperands + 1> operands;  // output first
};

// A plan to walk, wherever its parts lie.
struct PlanView {
  PlanView() = default;
  PlanView(const Plan& plan) noexcept
      : sizes(plan.sizes),
        elements(plan.elements),
        tileAxis(plan.tileAxis),
        chunk(plan.chunk),
        inner(plan.inner),
        operands(plan.operands) {}

  View<Size> sizes;
  Count elements = 0;
  int tileAxis = 0;
  Size chunk = 0;
  Count inner = 1;
  View<PlanOperand> operands;
};

// A packed operand's tile holds at most this many bytes.
inline constexpr Count kTileBytes = 8192;

}  // namespace simdcast
