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

// Heads in a value: [batch, heads, length, size], or [batch, length, tokenSize] with the heads of
// each token from element `first` on.
struct HeadsIn {
  Value value;
  Count heads = 1;
  Count size = 0;
  Count first = 0;
};

// The heads as [batch, heads, length, size].
[[nodiscard]] Value split(Call& call, const HeadsIn& heads);

// The output, and the scores or probabilities if the node returns them.
struct Answer {
  Value output;
  Value shown;
};

// Numbers that are added to the scores (-∞ hides a key), and flags. Both broadcast to the scores,
// and may be absent.
struct Limits {
  Value added;
  Value allowed;
};

// The limits and inputs of attention in one pass; see layers::Attention.
struct Reach {
  Value ends;   // [batch] of int32 or int64
  Value bias;   // float32 of rank 4, which broadcasts to the scores
  Value sinks;  // [heads] of float32
  Count past = layers::Attention::kAtEnd;
  Count before = layers::Attention::kUnlimited;
  Count after = layers::Attention::kUnlimited;
};

// Whether the queries are too few for the products of matrices, as in the steps of a decoder.
[[nodiscard]] bool areFew(const Heads& heads);

// The values that the queries attend to, in the type of the queries: [batch, heads, queries, size],
// or [batch, queries, heads * size] if `merges`. Keys and values have the type of the queries.
Value inOnePass(Call& call, const Heads& heads, double scale, const Reach& reach, bool merges);

// Softmax along the last axis.
Value rowSoftmax(Call& call, const Value& value);

// The attribute `scale`, by default the reciprocal square root of the size of a head.
double attentionScale(Call& call, const Heads& heads);

// The scaled product of all queries and keys [batch, heads, queries, keys], computed in `type`.
Value scoresOf(Call& call, const Heads& heads, DType type, double scale);

// The attribute `softcap`, 0 if it is absent or negative; and scores limited to ±softcap.
double softCapOf(Call& call);
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
