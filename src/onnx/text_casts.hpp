// Numbers as strings, and strings as numbers.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// Types that are stored as bits are written as the float32 that they equal.
Value textOf(Call& call, const Value& numbers);

// The numbers in strings, in a type that is to be cast to `to`.
Value numbersIn(Call& call, const Value& texts, DType to);

}  // namespace simdcast::onnx
