// Requests for products of matrices, in floats and integers, and for attention.
#pragma once

#include <array>
#include <limits>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

// Rows times a matrix: ONNX MatMul and Gemm with weights that are packed once. Takes floats.
// Inputs: the rows [rows, depth]; the matrix [depth, columns], or [columns, depth] if it is stored
// transposed, which a run takes packed (Task::pack); and, optionally, a bias [columns].
struct PackedProduct {
  DType type{};
  Count rows = 1;
  Count depth = 1;
  Count columns = 1;
  bool transposed = false;
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

// Attention of few queries in one pass over the keys and one over the values: softmax(cap(scale *
// queries . keys) + bias) times the values. Each head of keys and values serves heads / shared
// heads of queries. Takes float32 and narrower floats, and computes in float32. Inputs: the queries
// [batch, heads, queries, size]; the keys [batch, shared, keys, size]; the values [batch, shared,
// keys, width]; and, optionally, `ends` [batch], the number of keys that are valid; a float32 bias,
// whose axes are those of the scores [batch, heads, queries, keys] or 1; and float32 sinks [heads],
// scores of one more key, whose value is 0. Output: [batch, heads, queries, width], or [batch,
// queries, heads, width] if `merges`. The result of a query that sees no key is 0, or NaN, which a
// softmax of -∞ alone is, if `blindIsNaN`.
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
  bool blindIsNaN = false;
};

// The element types that it takes.
[[nodiscard]] inline bool isAttended(DType type) noexcept {
  return isFloat(type) && type != DType::float64;
}

// Whether the queries are so few that one pass is faster than products of matrices, as in the steps
// of a decoder.
[[nodiscard]] constexpr bool areFew(const Attention& request) noexcept {
  constexpr Count kFew = 8;
  return request.queries <= 1 || request.queries * request.heads <= kFew * request.shared;
}

// ONNX RotaryEmbedding: pairs of the first 2 * half elements of each head, rotated by the angle of
// their position; the others are copied. Takes floats that are computed in one precision. Inputs:
// the heads, [batch, heads, length, size], or [batch, length, tokenSize] if tokens come first; the
// cosines and the sines [rows, rowSize], whose rows begin with those of the pairs; and, optionally,
// the positions [batch or 1, length or 1] of the tokens, rows of both; a single one is that of the
// first token. Negative positions count from the end. By default, the rows of batch index b start
// at b * rowStep. Output: the heads alone. A run returns the place of a position that is out of
// range.
struct Rotation {
  DType type{};
  DType tableType = DType::float32;   // of the cosines and the sines
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

}  // namespace simdcast::layers
