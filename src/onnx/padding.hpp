// Padding of tensors with copies of one element.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// How many elements are added before and after each axis; negative numbers remove elements. None
// exceeds kMostPad in size.
inline constexpr Count kMostPad = kMaxCount;
struct Pads {
  Dims begins;
  Dims ends;
};

// The sizes after padding, valid or not.
[[nodiscard]] Dims paddedDims(const Dims& dims, const Pads& pads);

// Surrounds a value with copies of the element `one`, or crops it. The padded sizes must be valid.
[[nodiscard]] Value padded(Call& call, const Value& input, const Pads& pads, const Value& one);

}  // namespace simdcast::onnx
