// The keys that attention of com.microsoft uses, as limited by lengths, masks and order.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// The sizes of scores [batch, heads, queries, keys], where the keys include the past.
struct KeySpan {
  Count batch = 0;
  Count heads = 0;
  Count length = 0;
  Count total = 0;
  Count past = 0;
};

// The positions of all keys, shaped to broadcast with [batch, 1, queries, keys].
[[nodiscard]] Value keyPositions(Call& call, Count total);
// The positions of all queries, starting at `past`, shaped in the same way.
[[nodiscard]] Value queryPositions(Call& call, Count length, Count past = 0);

// The numbers that are added to scores, in float32: the bias, which is input `biasAt`, [batch or 1,
// heads or 1, queries, keys], plus `mask_filter_value` where the mask, which is input `maskAt`, is
// 0. Absent without either.
[[nodiscard]] Value scoreBias(Call& call, const KeySpan& span, int maskAt, int biasAt);

// Masked scores, and whether each query sees any key, [.., queries, 1]; absent if all do.
struct Masked {
  Value scores;
  Value sees;
};
// Scores plus the bias, which may be absent, and without keys after a query if the node is
// unidirectional.
[[nodiscard]] Masked masked(Call& call, const Value& scores, const Value& bias,
                            const KeySpan& span);

}  // namespace simdcast::onnx
