// Heads of attention from tensors whose last axis contains all heads, and attention to them.
#pragma once

#include "../attending.hpp"

namespace simdcast::onnx {

// The attribute that counts heads.
[[nodiscard]] Count headCountOf(Call& call, std::string_view name);

// The past [batch, heads, past, size], which may be absent, before a value [batch, heads, sequence,
// size]; it comes from input `at`.
[[nodiscard]] Value withPast(Call& call, const Value& value, int at, const Value& past);

// The attribute `scale`; the reciprocal square root of the size of a head if it is absent or 0.
[[nodiscard]] double scaleOfHeads(Call& call, Count size);

// The inputs that limit attention, the number of keys before those of the queries, and whether the
// scores are used.
struct AttentionLimits {
  int maskAt = 0;
  int biasAt = 0;
  Count past = 0;
  bool showsScores = false;
};
// Shows the scores before the softmax in float32.
[[nodiscard]] Answer attended(Call& call, const Heads& heads, const AttentionLimits& limits);

}  // namespace simdcast::onnx
