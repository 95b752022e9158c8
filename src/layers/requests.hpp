// What a layer is asked for: types, sizes and attributes by name. The fields may hold any values;
// isPossible (layer.hpp) tells whether they make sense. Sizes and strides count elements.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

// Moves a box of elements from place to place: Transpose, Slice, Concat, Split. Elements that are
// repeated have an input stride of 0: Tile. Takes every type of a fixed width. Input: the tensor
// that the box lies in.
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
  SmallVector<Axis, kUsualRank> axes;  // outermost first
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

// Of no elements: 0, NaN (0 for integers), the lowest and the highest value there is, and 1.
enum class Reduction : std::uint8_t { sum, mean, max, min, product, count };
[[nodiscard]] std::string_view name(Reduction reduction) noexcept;

// ONNX's ReduceSum and its like. Takes numbers and truth values.
struct Reduce {
  struct Axis {
    Count size = 1;
    bool reduced = false;
  };

  DType type{};
  Reduction reduction{};
  SmallVector<Axis, kUsualRank> axes;  // outermost first
};

// ONNX ArgMax or ArgMin over the middle of [outer, size, inner]: an int64 for each of outer and
// inner. As in NumPy, NaN comes before every number in either. Takes numbers and truth values.
struct ArgMax {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool last = false;      // of equals, rather than the first
  bool smallest = false;  // rather than the largest
};

// ONNX Softmax or LogSoftmax over the middle of [outer, size, inner]. Takes floats.
struct Softmax {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  bool logarithm = false;
};

// ONNX LayerNormalization of each of `rows`. Takes floats. Inputs: X, the scale and, where there is
// one, the bias. Outputs: Y, the means and the inverse deviations, which have the stash type.
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

using LayerRequest = std::variant<Copy, Gather, Reduce, ArgMax, Softmax, LayerNormalization, Range>;

}  // namespace simdcast::layers
