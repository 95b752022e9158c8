// The requests for layers: types, sizes and attributes by name. The fields may hold any values; a
// Task (engine/task.hpp) rejects invalid ones. Sizes and strides count elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

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

// Without elements, the sum is 0, the mean NaN (0 for integers), the maximum the lowest value, the
// minimum the highest, and the product 1.
enum class Reduction : std::uint8_t { sum, mean, max, min, product, count };
[[nodiscard]] std::string_view name(Reduction reduction) noexcept;

// ONNX ReduceSum and similar operators. Takes numbers and booleans.
struct Reduce {
  struct Axis {
    Count size = 1;
    bool reduced = false;
  };

  DType type{};
  Reduction reduction{};
  SmallVector<Axis, kUsualRank> axes{};  // outermost first
};

// ONNX ArgMax or ArgMin over the middle of [outer, size, inner]: an int64 for each of outer and
// inner. As in NumPy, NaN comes before every number in either. Takes numbers and booleans.
struct ArgMax {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool last = false;      // the last of equal elements, rather than the first
  bool smallest = false;  // rather than the largest
};

// ONNX Softmax or LogSoftmax over the middle of [outer, size, inner]. Takes floats.
struct Softmax {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool logarithm = false;
  // Whether subnormal results of rows may be 0, if inner is 1.
  bool flush = false;
};

// ONNX LayerNormalization of each of `rows`. Takes floats. Inputs: X, the scale and, optionally,
// the bias. Outputs: Y, the means and the reciprocals of the standard deviations, which have the
// stash type.
struct LayerNormalization {
  DType type{};
  DType stashType = DType::float32;
  float epsilon = 1e-5F;
  Count rows = 1;
  Count size = 1;
  Count scaleRows = 1;  // 1, or `rows`
  Count biasRows = 1;
};

// start + i * delta; integers wrap. Takes ONNX's types of Range. Inputs: start, then delta.
struct Range {
  DType type{};
  Count elements = 0;
};

// How windows slide along an axis of an image: the window of output i starts at i * stride - pad
// and has `kernel` taps, which are `dilation` apart.
struct WindowAxis {
  Count input = 1;
  Count output = 1;
  Count kernel = 1;
  Count stride = 1;
  Count dilation = 1;
  Count pad = 0;  // taps before the first element; if negative, elements that are skipped
};

// Innermost last; up to three.
using WindowAxes = SmallVector<WindowAxis, 3>;
inline constexpr int kImageRank = 3;

// ONNX Conv; taps outside an image read 0. Takes float32 and float64, and int16, whose bias and
// result are int32, and wrap. Inputs:
//   0 images [batch, groups * inputChannels, axes…]
//   1 weights [groups * outputChannels, inputChannels, kernel…], which a run takes packed
//     (Task::pack) unless a group has few output channels
//   2 the bias [groups * outputChannels], optional
struct Convolution {
  DType type{};
  Count batch = 1;
  Count groups = 1;
  Count inputChannels = 1;   // of a group
  Count outputChannels = 1;  // of a group
  WindowAxes axes{};
};

// Rows times a matrix: ONNX MatMul and Gemm with weights that are packed once. Takes float32 and
// float64. Inputs: the rows [rows, depth]; the matrix [depth, columns], or [columns, depth] if it
// is stored transposed, which a run takes packed (Task::pack); and, optionally, a bias [columns].
struct PackedProduct {
  DType type{};
  Count rows = 1;
  Count depth = 1;
  Count columns = 1;
  bool transposed = false;
};

// The largest element or the sum of each window of `planes` images; taps outside an image do not
// count. Takes float32 and float64. Outputs: the result and, optionally for the largest, its
// position among all elements as an int64, -1 if there is none. Of equal elements the first is
// taken, and NaN before every number.
struct Pool {
  DType type{};
  bool largest = false;
  bool columnMajor = false;  // positions count the first axis of an image fastest
  Count planes = 1;
  WindowAxes axes{};
};

// ONNX CumSum along the middle of [outer, size, inner]. Takes numbers.
struct CumulativeSum {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool exclusive = false;  // without the element itself
  bool reverse = false;    // from the last to the first
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

// Attention of few queries in one pass over the keys and one over the values: softmax(cap(scale *
// queries . keys) + bias) times the values. Each head of keys and values serves heads / shared
// heads of queries. Takes float32 and narrower floats, and computes in float32. Inputs: the queries
// [batch, heads, queries, size]; the keys [batch, shared, keys, size]; the values [batch, shared,
// keys, width]; and, optionally, `ends` [batch], the number of keys that are valid; a float32 bias,
// whose axes are those of the scores [batch, heads, queries, keys] or 1; and float32 sinks [heads],
// scores of one more key, whose value is 0. Output: [batch, heads, queries, width], or [batch,
// queries, heads, width] if `merges`. The result of a query that sees no key is 0.
struct Attention {
  static constexpr Count kUnlimited = std::numeric_limits<Count>::max();
  static constexpr Count kAtEnd = -1;

  DType type{};
  DType endType = DType::int64;  // or int32
  Count batch = 1;
  Count heads = 1;
  Count shared = 1;
  Count queries = 1;
  Count keys = 0;
  Count size = 1;
  Count width = 1;
  Count past = kAtEnd;        // the first query's position; kAtEnd if the last one's is ends - 1
  Count before = kUnlimited;  // keys before its own position that a query sees
  Count after = kUnlimited;
  std::array<bool, 4> bias{};  // the axes of the bias that are not 1
  float scale = 1;
  float cap = 0;  // scores are limited to ±cap by tanh; 0 for no limit
  bool merges = false;
};

// ONNX RotaryEmbedding: pairs of the first 2 * half elements of each head, rotated by the angle of
// their position; the others are copied. Takes floats. Inputs:
// the heads, [batch, heads, length, size], or [batch, length, tokenSize] if tokens come first; the
// cosines and the sines [rows, rowSize], of which the first `half` of a row are read; and,
// optionally, the positions [batch or 1, length or 1] of the tokens, rows of both; a single one is
// that of the first token. Negative positions count from the end. By default, the rows of batch
// index b start at b * rowStep. Output: heads as in the input, without what else tokens have. A run
// returns the position of a position that is out of range.
struct Rotation {
  DType type{};
  DType positionType = DType::int64;  // or int32
  bool readsTokens = false;           // the input is [batch, length, tokenSize]
  bool writesTokens = false;          // the output is [batch, length, heads, size]
  bool interleaved = false;           // pairs of neighbours, not of elements `half` apart
  bool sharesPositions = false;       // by all batch indices
  bool countsPositions = false;       // from a single one
  Count batch = 1;
  Count heads = 1;
  Count length = 1;
  Count size = 2;
  Count half = 1;
  Count tokenSize = 0;
  Count first = 0;  // element of the heads in a token
  Count rows = 0;
  Count rowSize = 1;
  Count rowStep = 0;
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

// ONNX MaxUnpool: values at their indices in the output, and 0 elsewhere. Takes types of up to 8
// bytes. Inputs: the values [windows…], and their int64 indices, which count the elements of the
// output [sizes…]. The last of equal indices wins. If an index is outside its window
// there, but all indices fit a tensor of the inferred sizes, none of which exceeds the output's,
// they count the elements of that tensor.
struct Unpool {
  struct Axis {
    Count windows = 1;
    Count size = 1;
    Count inferred = 1;
    Count kernel = 1;
    Count stride = 1;
    Count pad = 0;
  };

  DType type{};
  SmallVector<Axis, kUsualRank> axes{};  // all axes, innermost last
};

// ONNX Col2Im: the image [planes, image…] to which each tap of each window [planes, kernel…,
// windows…] adds its element, in the order of the taps; those outside the image are dropped. Takes
// integers, which wrap, float32 and float64. Any number of axes.
struct Col2Im {
  DType type{};
  Count planes = 1;
  WindowAxes axes{};
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

// Decision trees: each tree leads a row of features to a leaf, whose votes are folded for each
// target; a target that no leaf votes for is 0. Takes float32 and float64. Inputs: the rows and,
// optionally, a base of `targets` numbers, added to each row's result. Outputs: the results [rows,
// targets] and, optionally, int64 targets: for each row the first of the highest among those that
// have votes, or among all if there is a base.
struct Trees {
  // Flags that `feature` of a node contains in addition to the feature.
  static constexpr std::uint32_t kNanIsYes = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kEquals = std::uint32_t{1} << 30;

  DType type{};            // of the rows, the thresholds, the weights and the results
  Reduction reduction{};   // the sum, the sum over `trees` (mean), the largest, the smallest
  bool unflagged = false;  // no node has a flag
  Count rows = 1;
  Count features = 1;
  Count targets = 1;
  Count trees = 1;
  Count nodes = 0;
  Count leaves = 1;
  Count votes = 0;
  // Without gaps: the nodes, each a threshold of the type, a uint32 feature with flags, an int32
  // child for yes and one for no, padded to a multiple of the type's width; an int32 root for each
  // tree; int32 starts of the leaves' votes, and their end; an int32 target for each vote; a weight
  // of the type for each vote. A row goes to yes if its feature is at most the threshold, or equals
  // it under kEquals; NaN goes to no, or to yes under kNanIsYes. A child or root is a later node,
  // or ~leaf. The table must not change while the layer lives.
  const std::byte* table = nullptr;
  Count tableBytes = 0;
};

// The activations that ONNX lists for recurrences; alpha and beta are for those that take them.
enum class ActivationId : std::uint8_t {
  affine,
  elu,
  hardSigmoid,
  leakyRelu,
  relu,
  scaledTanh,
  sigmoid,
  softplus,
  softsign,
  tanh,
  thresholdedRelu,
  count
};
[[nodiscard]] std::string_view name(ActivationId id) noexcept;

struct Activation {
  ActivationId id{};
  double alpha = 0;
  double beta = 0;
};

enum class Cell : std::uint8_t { rnn, gru, lstm, count };
[[nodiscard]] std::string_view name(Cell cell) noexcept;

// The steps of ONNX RNN, GRU and LSTM, in sequence. Takes float32 and float64. Inputs, all optional
// except the first two; `gates` is 1 for RNN, 3 for GRU, 4 for LSTM:
//   0 the input's contribution to the gates, with the biases
//     [steps, batch, directions, gates, hidden]
//   1 the weights of the hidden state [directions, gates, hidden, hidden]: a row for each element
//     of a gate, or a column if `columns`
//   2 the hidden state before the first step [directions, batch, hidden]; 0 if absent
//   3 for LSTM, the cell state before the first step, like the hidden state
//   4 for LSTM, peepholes of the input, output and forget gate [directions, 3, hidden]; for GRU
//     with linearBeforeReset, the bias that the reset gate scales [directions, hidden]
//   5 int32 lengths [batch]: past its length an entry's states stay, and its results are 0
// Outputs: the hidden states after each step [steps, directions, batch, hidden], and optionally the
// last hidden and cell states [directions, batch, hidden].
struct Recurrence {
  DType type{};
  Cell cell{};
  Count steps = 0;
  Count batch = 1;
  Count directions = 1;  // the second goes from the last step to the first
  Count hidden = 1;
  bool columns = false;
  bool reverse = false;            // the first direction does too
  bool linearBeforeReset = false;  // of GRU: the reset gate scales a product, not its operand
  bool inputForget = false;        // of LSTM: the forget gate is 1 minus the input gate
  // Activations take numbers from -clip to clip.
  double clip = std::numeric_limits<double>::infinity();
  // For each direction: the activation of the gates; for GRU and LSTM that of the candidate; and
  // for LSTM that of the cell state when the hidden state is computed from it.
  SmallVector<Activation, 6> activations{};
};

// Rows [rows, depth] times the transpose of quantised weights [columns, depth], which are packed
// along the depth: each block of `block` codes has a scale. Takes float32. Inputs: the rows; the
// codes [columns, blocks, block * bits / 8] in bytes, the first in the lowest bits; the scales
// [columns, blocks]; and zero points of the same shape, which are the middle of the codes if
// absent. A weight is its code minus the zero point, times the scale.
struct BlockProduct {
  DType type{};
  Count bits = 4;    // 2, 4 or 8
  Count block = 32;  // a power of two, 16 or more
  Count rows = 1;
  Count depth = 1;
  Count columns = 1;
};

// Rows [matrices, rows, depth] by matrices [matrices, depth, columns], or [matrices, columns,
// depth] if transposed: bytes minus their zero points, whose products are summed in int32 and wrap.
// Takes int8 and uint8, in any combination. Inputs: the rows; the matrices, packed; the zero points
// of the rows and of the matrices, each of the type of its tensor, which are 0 if absent: a single
// one, or one for each row [matrices, rows], and one for each column [matrices, columns].
struct IntegerProduct {
  DType type{};
  DType matrixType{};
  Count matrices = 1;
  Count rows = 1;
  Count depth = 1;
  Count columns = 1;
  bool transposed = false;
  bool zeroOfEachRow = false;
  bool zeroOfEachColumn = false;
};

// ONNX DynamicQuantizeLinear: numbers as bytes, by a scale and a zero point that span their range
// and 0. Takes float32. Outputs: the bytes, the scale, and the zero point.
struct DynamicQuantization {
  DType type{};
  Count elements = 0;
};

// The factors that Fourier needs for a length. Takes float64. Output: pairs of numbers [pairs, 2],
// in no specified order.
struct FourierTable {
  DType type = DType::float64;
  Count length = 1;  // below 2^28
  bool complex = false;
};

// ONNX DFT and STFT: discrete Fourier transforms of frames along the middle of [outer, size,
// inner]. A frame is cut, or padded with zeros, where the input ends. Takes float32 and float64,
// and computes in float64. Inputs: the numbers [outer, size, inner, 1], or with an imaginary part
// [outer, size, inner, 2]; a FourierTable of the same length; and, optionally, a window [length]
// that scales each frame. Output: complex numbers [outer, frames, bins, inner, 2].
struct Fourier {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  Count length = 1;  // of the transform; below 2^28
  Count frames = 1;
  Count step = 0;         // from frame to frame
  bool complex = false;   // whether the input has imaginary parts
  bool inverse = false;   // divided by the length
  bool oneSided = false;  // only the first length / 2 + 1 bins
};

// How a point between elements is read along an axis: from the nearest element, the even one of two
// at the same distance; from the two around it; or from four by cubic convolution with a = -0.75.
enum class Interpolation : std::uint8_t { nearest, linear, cubic, count };
[[nodiscard]] std::string_view name(Interpolation interpolation) noexcept;

// The element read outside an image: none, the one at the edge, or the mirrored one.
enum class Padding : std::uint8_t { zeros, border, reflection, count };
[[nodiscard]] std::string_view name(Padding padding) noexcept;

// ONNX GridSample: images at points between their elements. Takes float32 and float64, and computes
// in float64. Inputs: the images [batch, channels, sizes…], and the points [batch, points…, axes]
// of float32 or float64, each from its innermost coordinate to its outermost; -1 and 1 are the ends
// of an axis. Output: [batch, channels, points…].
struct Sample {
  struct Axis {
    Count size = 1;
    Count points = 1;
  };

  DType type{};
  DType pointType = DType::float32;
  Interpolation interpolation{};
  Padding padding{};
  bool alignCorners = false;  // -1 and 1 are the centres of the outermost elements, not their edges
  Count batch = 1;
  Count channels = 1;
  SmallVector<Axis, 3> axes{};  // outermost first
};

// ONNX RoiAlign: bins of regions of images. A bin is the mean of its samples, which are read like
// those of Sample, or the largest weighted element. Takes float32 and float64, and computes in
// float64. Inputs: the images [batch, channels, height, width]; the regions [regions, 4] of float32
// or float64, as left, top, right, bottom; and the int64 index of the image of each. Output:
// [regions, channels, rows, columns]. A run returns the position of an index that is out of range,
// or `regions` plus that of a region with more than kMostSamples in a bin.
struct RegionAlign {
  static constexpr Count kMostSamples = 65536;

  DType type{};
  DType regionType = DType::float32;
  bool largest = false;
  bool halfPixel = false;  // the centre of the first element is at 0.5
  Count batch = 1;
  Count channels = 1;
  Count height = 1;
  Count width = 1;
  Count regions = 0;
  Count rows = 1;     // of bins
  Count columns = 1;  // of bins
  Count samples = 0;  // along each axis of a bin; 0 if one for each element that it spans
  double scale = 1;   // of the regions
};

// The elements under the taps of windows that are moved by offsets: the columns that ONNX
// DeformConv multiplies by its weights. They are interpolated linearly, with zeros outside. Takes
// float32 and float64, and computes in float64. Inputs: the images [batch, groups * channels,
// height, width]; the offsets [batch, groups, taps, 2, windows…] of float32 or float64, down and
// across; and, optionally, factors [batch, groups, taps, windows…]. Output: [batch, groups *
// channels, taps, windows…].
struct DeformedWindows {
  DType type{};
  DType offsetType = DType::float32;
  Count batch = 1;
  Count groups = 1;
  Count channels = 1;  // of a group
  WindowAxes axes{};   // two
};

using LayerRequest =
    std::variant<Copy, Gather, Reduce, ArgMax, Softmax, LayerNormalization, Range, Convolution,
                 Pool, CumulativeSum, Scatter, TopK, Trees, Recurrence, PackedProduct, BlockProduct,
                 IntegerProduct, DynamicQuantization, FourierTable, Fourier, Sample, RegionAlign,
                 DeformedWindows, UpdateRows, ReverseSequence, Unpool, Col2Im, NonZero, Unique,
                 NonMaxSuppression, Attention, Rotation>;

}  // namespace simdcast::layers
