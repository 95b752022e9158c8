// Requests for movement and search: elements at other positions, and positions of elements.
#pragma once

#include <limits>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"
#include "fold_requests.hpp"

namespace simdcast::layers {

// Moves a box of elements: Transpose, Slice, Concat, Split. Elements that are repeated have an
// input stride of 0: Tile. Takes every type of a fixed width. Input: the tensor that contains the
// box.
struct Copy {
  struct Axis {
    Count size = 1;
    Count inputStride = 0;  // of either sign
    Count outputStride = 0;
  };

  DType type{};
  Count inputElements = 0;  // of the whole tensor
  Count outputElements = 0;
  Count inputOffset = 0;  // of the box's first element
  Count outputOffset = 0;
  SmallVector<Axis, kUsualRank> axes{};  // outermost first
};

// ONNX Gather along the middle of [outer, size, inner]; negative indices count from the end. Takes
// every type of a fixed width. Inputs: the data, then the indices.
struct Gather {
  DType type{};
  DType indexType = DType::int64;  // or int32
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  Count indices = 0;
};

// The data with rows replaced by updates, or folded with them. Inputs: the data [rows, inner],
// int64 indices of rows, and the updates [indices, inner], which are applied in order. Replacing
// takes every type of a fixed width, folding numbers: a sum, product, maximum or minimum.
struct Scatter {
  DType type{};
  bool folds = false;
  Reduction reduction{};
  Count rows = 1;
  Count inner = 1;
  Count indices = 0;
};

// Rows that are written into a cache: a result [outer, middle, size, inner] of the rows of the data
// [outer, middle, kept, inner], in which the updates [outer, middle, count, inner] begin at the row
// `start` of each outer index. Takes every type of a fixed width. Inputs: the updates; the data,
// which are 0 if absent; and the starts [outer], which are 0 if absent.
struct UpdateRows {
  DType type{};
  DType startType = DType::int64;  // or int32
  Count outer = 1;
  Count middle = 1;
  Count kept = 0;
  Count count = 0;
  Count size = 0;  // at least `kept`
  Count inner = 1;
  bool circular = false;  // updates past the last row continue at the first
  bool clears = false;    // rows after the updates are 0, rather than the data's
};

// ONNX ReverseSequence: the first `length` steps of each entry in reverse order. Takes every type
// of a fixed width. Inputs: the data [steps, batch, inner] if `timeMajor`, or [batch, steps,
// inner]; and the int64 lengths [batch].
struct ReverseSequence {
  DType type{};
  Count batch = 1;
  Count steps = 1;
  Count inner = 1;
  bool timeMajor = false;
};

// ONNX NonZero. Takes booleans. Outputs: int64 indices [axes, count] of the first `count` elements
// that are true, and -1 if there are fewer; and the number of elements that are true, an int64.
struct NonZero {
  DType type{};
  Shape sizes{};
  Count count = 0;
};

// ONNX Unique: equal slices along the middle of [outer, size, inner] are a group; NaN equals NaN
// and is above every number. Takes numbers and booleans. Outputs, int64 [size]: the group of each
// slice, the first slice of each group, and the slices of each group; -1 and 0 past the last group.
struct Unique {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool sorted = false;  // groups in ascending order, rather than in that of their first slices
};

// ONNX NonMaxSuppression: for each class of each image, up to `limit` boxes with the best scores
// above `score`, none of which overlaps a better one by more than `overlap` (intersection over
// union). Takes float32. Inputs: boxes [images, boxes, 4] and scores [images, classes, boxes].
// Outputs: int64 rows of image, class and box [images, classes, limit, 3], without gaps and -1 past
// the last; and their number, an int64.
struct NonMaxSuppression {
  DType type{};
  Count images = 1;
  Count classes = 1;
  Count boxes = 0;
  Count limit = 0;
  bool centred = false;  // boxes are x, y, width, height, rather than y, x of two corners
  double overlap = 0;
  double score = -std::numeric_limits<double>::infinity();
};

// ONNX TopK along the middle of [outer, size, inner], best first, and the first of equal elements
// first; NaN is above every number. Takes numbers. Outputs: the elements, and their int64 indices.
struct TopK {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  Count count = 1;
  bool smallest = false;  // rather than the largest
};

}  // namespace simdcast::layers
