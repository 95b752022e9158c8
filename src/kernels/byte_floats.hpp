// Floats of 8 and 4 bits, each in a byte, as float32 or double and back. Widening is exact;
// narrowing rounds to the nearest, ties to even, once. Formats and what overflows becomes: ONNX's
// "Float stored in 8 bits" and "in 4 bits", and for NaN as a float4e2m1, which has none, its node
// tests.
#pragma once

#include "convert.hpp"

namespace simdcast {

// Null for other types. Of a type that has no such choice, every narrowing is the same.
[[nodiscard]] const Format* findByteFloat(DType type, Narrowing narrowing) noexcept;

}  // namespace simdcast
