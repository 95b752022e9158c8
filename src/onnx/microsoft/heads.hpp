// Heads of attention from tensors whose last axis contains all heads, and attention to them.
#pragma once

#include "../attending.hpp"

namespace simdcast::onnx {

// The attribute that counts heads.
[[nodiscard]] Count headCountOf(Call& call, std::string_view name);

// A run of heads in the last axis.
struct HeadRun {
  Count first = 0;  // element
  Count heads = 1;
  Count size = 0;  // of a head
};
// The heads of a value [batch, sequence, hidden] as [batch, heads, sequence, size].
[[nodiscard]] Value headsFrom(Call& call, const Value& value, const HeadRun& run);

// The past [batch, heads, past, size], which may be absent, before a value [batch, heads, sequence,
// size]; it comes from input `at`.
[[nodiscard]] Value withPast(Call& call, const Value& value, int at, const Value& past);

// The attribute `scale`; the reciprocal square root of the size of a head if it is absent or 0.
[[nodiscard]] double scaleOfHeads(Call& call, Count size);

// The inputs that limit attention, and the number of keys before those of the queries.
struct AttentionLimits {
  int maskAt = 0;
  int biasAt = 0;
  Count past = 0;
};
// The output [batch, sequence, hidden] in the type of the first input, and the scores before the
// softmax in float32.
struct Attended {
  Value output;
  Value scores;
};
[[nodiscard]] Attended attended(Call& call, const Heads& heads, const AttentionLimits& limits);

}  // namespace simdcast::onnx
