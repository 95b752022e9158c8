// Rotary embeddings: pairs of elements, rotated by the angle of their position.
#pragma once

#include "attending.hpp"

namespace simdcast::onnx {

// Cosines and sines of the type of the heads: [rows, half or more], or [batch or 1, length, half or
// more] without positions.
struct Angles {
  Value cosines;
  Value sines;
  Count half = 0;
  Value positions = {};          // [batch or 1, length], or [batch or 1, 1] for the first tokens
  bool countsPositions = false;  // the positions are those of the first tokens
  bool interleaved = false;      // a pair consists of neighbours, not of one element of each half
};

// The heads with their first 2 * half elements rotated: [batch, length, heads * size] if
// `inTokens`, or [batch, heads, length, size].
Value rotated(Call& call, const HeadsIn& heads, const Angles& angles, bool inTokens);

}  // namespace simdcast::onnx
