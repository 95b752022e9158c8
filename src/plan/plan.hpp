// How to walk an accepted alignment: byte strides, coalesced axes, and a tile at the inner end.
// Not a template on the element type: a plan knows widths, not types.
#pragma once

#include <algorithm>

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

// Some of a plan's steps along its outermost axis, as a plan to walk: operands and output point to
// the first of them.
class PlanPart {
 public:
  PlanPart(const PlanView& plan, Size steps) noexcept : view_(plan) {
    for (const Size size : plan.sizes) sizes_.push(size);
    view_.elements = plan.elements / sizes_[0] * steps;
    sizes_[0] = steps;
    view_.sizes = sizes_;
    if (plan.tileAxis == 0) view_.chunk = std::min(plan.chunk, steps);
  }
  PlanPart(const PlanPart&) = delete;
  PlanPart& operator=(const PlanPart&) = delete;

  [[nodiscard]] const PlanView& view() const noexcept { return view_; }

 private:
  Shape sizes_;
  PlanView view_;
};

// A packed operand's tile holds at most this many bytes.
inline constexpr Count kTileBytes = 8192;

}  // namespace simdcast
