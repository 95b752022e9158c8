// Requests for folds, and for what rows are divided by: reductions, softmax, normalisation.
#pragma once

#include <cstdint>
#include <string_view>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

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

// ONNX CumSum along the middle of [outer, size, inner]. Takes numbers.
struct CumulativeSum {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool exclusive = false;  // without the element itself
  bool reverse = false;    // from the last to the first
};

// start + i * delta; integers wrap. Takes ONNX's types of Range. Inputs: start, then delta.
struct Range {
  DType type{};
  Count elements = 0;
};

}  // namespace simdcast::layers
