// Floats of 8 and 4 bits, each in a byte, as float32 or double and back. Widening is exact;
// narrowing rounds to the nearest, ties to even, once. Sources of the formats and the results of
// overflow: ONNX's "Float stored in 8 bits" and "in 4 bits"; for NaN as float4e2m1, which lacks it,
// ONNX's node tests.
#pragma once

#include "convert.hpp"

namespace simdcast {

// Null for other types. For a type without that choice, every narrowing is the same.
[[nodiscard]] const Format* findByteFloat(DType type, Narrowing narrowing) noexcept;

}  // namespace simdcast
