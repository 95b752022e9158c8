// The parts of attention that ONNX's operator shares with those of other domains: products, softmax
// and heads.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// Each is [batch, heads, sequence, size]. Heads of queries may share heads of keys and values.
struct Heads {
  Value queries;
  Value keys;
  Value values;
};

// Numbers that are added to the scores (-∞ hides a key), and flags. Both broadcast to the scores,
// and may be absent.
struct Limits {
  Value added;
  Value allowed;
};

// Softmax along the last axis.
Value rowSoftmax(Call& call, const Value& value);

// The attribute `scale`, by default the reciprocal square root of the size of a head.
double attentionScale(Call& call, const Heads& heads);

// The scaled product of all queries and keys [batch, heads, queries, keys], computed in `type`.
Value scoresOf(Call& call, const Heads& heads, DType type, double scale);

// Limits scores to ±softcap if the node has that attribute.
Value capped(Call& call, const Value& scores);

// The values weighted by the probabilities: [batch, heads, sequence, size].
Value mixedOf(Call& call, const Heads& heads, const Value& probabilities);

// Whether each query sees any key, [.., queries, 1]; absent if all do.
Value seesAny(Call& call, const Limits& limits);

// The rows of queries that see a key; the other rows are 0.
Value ofSeeing(Call& call, const Value& rows, const Value& sees);

// [batch, heads, sequence, size] as [batch, sequence, heads * size].
Value mergedHeads(Call& call, const Value& value);

}  // namespace simdcast::onnx
