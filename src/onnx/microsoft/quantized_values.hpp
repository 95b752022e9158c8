// Quantised values as inputs of the QLinear operators: elements, scale and zero point, side by
// side.
#pragma once

#include "../quantizing.hpp"
#include "operators.hpp"

namespace simdcast::onnx {

// The elements of input `at` minus their zero point, in float32. Scale and zero point are the two
// inputs after it.
[[nodiscard]] Value wholesOf(Call& call, int at);

// A required scale.
[[nodiscard]] Value scaleOf(Call& call, int at);

// The dequantised elements of input `at`.
[[nodiscard]] Value realsOf(Call& call, int at);

// Quantises numbers by the scale that is input `at` and the zero point after it.
[[nodiscard]] Value quantizedBy(Call& call, const Value& numbers, int at, DType type);

// Rounds multiples of the scale, and adds the zero point that is input `at`.
[[nodiscard]] Value roundedBy(Call& call, const Value& multiples, int at, DType type);

// Checks the type of an input if it is present.
void checkLike(Call& call, int at, DType type);

// Lowers an operator for images with channels last, by transposing them to channels first and back.
using LowerValue = Value (*)(Call& call);
[[nodiscard]] Value ofChannelsLast(Call& call, LowerValue lower);
// The same if the node has channels last, otherwise as usual.
[[nodiscard]] Value withChannelsFirst(Call& call, LowerValue lower);

}  // namespace simdcast::onnx
