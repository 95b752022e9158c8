// Slices: the elements between two positions on each of several axes, with steps.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// The part of an axis to keep, as in ONNX Slice: any numbers, and negative positions count from the
// end.
struct Cut {
  int axis = 0;
  Count start = 0;
  Count end = 0;
  Count step = 1;
};

using Cuts = SmallVector<Cut, kUsualRank>;

// The cuts of a node: the inputs starts, ends, axes and steps, or attributes if there are no such
// inputs. Each axis is distinct.
[[nodiscard]] Cuts cutsOf(Call& call);

// The slice of the first input.
[[nodiscard]] Value sliced(Call& call, const Cuts& cuts);

}  // namespace simdcast::onnx
