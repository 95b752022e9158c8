// The axes that reductions fold, and those along which Softmax and similar operators work.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// The axes to reduce, in ascending order; nothing if the node reduces no axes.
[[nodiscard]] std::optional<Dims> axesOf(Call& call);

// The number of elements before, along and after an axis.
struct Blocks {
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
};

// The blocks of the first input for the attribute `axis`. Below opset 13, the axis and all axes
// after it count as one; a scalar has one axis.
[[nodiscard]] Blocks softmaxBlocks(Call& call, int opset);
[[nodiscard]] inline Blocks softmaxBlocks(Call& call) { return softmaxBlocks(call, call.since()); }

}  // namespace simdcast::onnx
