// Selecting slices of a tensor.
#pragma once

#include <utility>

#include "call.hpp"

namespace simdcast::onnx {

// The indices [rank, count] of the elements of a mask that are true. The mask is input `at`, or is
// derived from it, and must be constant.
[[nodiscard]] Value truePositions(Call& call, int at, const Value& mask);

// The first input, and the axis in the attribute `axis`; the flattened input without it.
[[nodiscard]] std::pair<Value, int> alongAxis(Call& call);

}  // namespace simdcast::onnx
