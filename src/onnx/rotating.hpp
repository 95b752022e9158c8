// Rotary embeddings: pairs of elements, rotated by the angle of their position.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// [batch or 1, 1, sequence, half of the rotated size], in float32 or float64.
struct Rotation {
  Value cos;
  Value sin;
  bool interleaved = false;  // a pair consists of neighbours, not of one element from each half
};

// Heads, [batch, heads, sequence, size], whose first elements are rotated.
Value rotated(Call& call, const Value& heads, const Rotation& rotation);

}  // namespace simdcast::onnx
