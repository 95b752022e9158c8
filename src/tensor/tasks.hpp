// How each kind of task is prepared.
#pragma once

#include "task.hpp"

namespace simdcast::tensor {

// Moves a box of elements. numbers: elements of the input, elements of the output, offset in the
// input, offset in the output, rank; then sizes, input strides and output strides, in elements and
// of either sign.
[[nodiscard]] bool prepareCopy(Task& task);

// ONNX Gather. numbers: outer, size of the axis, inner, indices. The inputs are the data and the
// indices, int32 or int64, of which negative ones count from the end.
[[nodiscard]] bool prepareGather(Task& task);

// Over some axes. option: a Reduction. numbers: mask of the axes, rank, sizes.
[[nodiscard]] bool prepareReduce(Task& task);

// Over the middle of [outer, size, inner], which are the numbers. option: 1 for the last of equals.
// The result is int64, and NaN is the largest.
[[nodiscard]] bool prepareArgMax(Task& task);

// Over the middle of [outer, size, inner], which are the numbers. option: 1 for the logarithm.
[[nodiscard]] bool prepareSoftmax(Task& task);

// ONNX LayerNormalization. numbers: rows, elements of a row, rows of the scale and of the bias: 1,
// or those of the input. real: epsilon. secondary: the stash type. The inputs are X, the scale and,
// where there is one, the bias; the outputs are Y, the means and the inverse deviations.
[[nodiscard]] bool prepareLayerNormalization(Task& task);

// start + i * delta. numbers: elements. The inputs are start and delta.
[[nodiscard]] bool prepareRange(Task& task);

}  // namespace simdcast::tensor
