// MultiHeadAttention: attention to queries, keys and values that have been projected.
#include "heads.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kQuery = 0;
constexpr int kKey = 1;
constexpr int kValue = 2;
constexpr int kBias = 3;
constexpr int kMask = 4;
constexpr int kScoreBias = 5;
constexpr int kPastKey = 6;
constexpr int kPastValue = 7;

// Fails if one of the others is present, which the input excludes.
void refuseBeside(Call& call, int at, std::initializer_list<int> others) {
  for (const int other : others)
    if (call.has(other))
      call.fail(faults::inputBeside(call.label(), at, call.input(at).dims, other));
}

// The heads of a value that represents input `at`, whose last axis consists of all heads.
Value splitHeads(Call& call, int at, const Value& value, Count heads) {
  if (call.failed()) return {};
  const Count hidden = value.rank() == 3 ? value.dims[2] : 0;
  if (hidden == 0 || hidden % heads != 0)
    return call.wrongShape(at, {"batch", "sequence", multipleOf(heads)});
  return split(call, {.value = value, .heads = heads, .size = hidden / heads});
}

// An input with its part of the bias, [hidden of queries + of keys + of values].
Value biasedInput(Call& call, int at, Count first) {
  const Value value = call.input(at);
  if (!call.has(kBias) || value.dims.empty()) return value;
  const Value bias = call.partOf(call.optional(kBias), 0, first, last(value.dims));
  return call.compute(OpId::add, value, bias);
}

// One of the parts of [batch, sequence, heads, parts, size].
Value packedPart(Call& call, int at, Count part, Count parts, Count heads) {
  const Value value = call.input(at);
  const Dims& dims = value.dims;
  if (dims.size() != 5 || dims[2] != heads || dims[3] != parts)
    return call.wrongShape(at, {"batch", "sequence", heads, parts, "size"});
  const Dims made{dims[0], heads, dims[1], dims[4]};
  const Dims strides = denseStrides(dims);
  const Count offset = sizeOf(made) == 0 ? 0 : part * strides[3];
  return call.boxOf(value, made, offset, {strides[0], strides[2], strides[1], 1});
}

// Keys and values that are already split into heads: those of an encoder, for all steps of its
// decoder.
Heads crossHeads(Call& call, const Value& queries, Count heads) {
  const Value values = call.input(kValue);
  if (values.rank() != 4) return call.wrongShape(kValue, {"batch", heads, "sequence", "size"});
  refuseBeside(call, kKey, {kPastKey, kPastValue});
  return {queries, call.input(kKey), values};
}

// The hidden size of the values; 0 if it is unclear.
Count hiddenOfValues(Call& call, Count heads) {
  const Dims& dims = call.optional(kValue).dims;
  if (call.input(kKey).rank() != 4) return dims.empty() ? 0 : last(dims);
  return dims.size() > 3 ? sizeOf({dims[3], heads}) : 0;
}

// Heads from queries, keys and values in inputs of their own.
Heads separateHeads(Call& call, Count heads) {
  const Dims query = call.input(kQuery).dims;
  const Dims key = call.input(kKey).dims;
  const Count hidden = query.empty() ? 0 : last(query);
  call.checkShape(kBias, {2 * hidden + hiddenOfValues(call, heads)});
  const Value queries = splitHeads(call, kQuery, biasedInput(call, kQuery, 0), heads);
  if (call.failed()) return {};
  if (key.size() == 4) return crossHeads(call, queries, heads);
  if (key.empty() || last(key) != hidden)
    return call.wrongShape(kKey, {"batch", "sequence", hidden});
  const Value keys = splitHeads(call, kKey, biasedInput(call, kKey, hidden), heads);
  const Value values = splitHeads(call, kValue, biasedInput(call, kValue, 2 * hidden), heads);
  return {queries, keys, values};
}

// Queries, keys and values without their past, whichever way the node receives them.
Heads givenHeads(Call& call, Count heads) {
  if (!call.has(kKey)) {
    refuseBeside(call, kQuery, {kValue, kBias});
    return {packedPart(call, kQuery, 0, 3, heads), packedPart(call, kQuery, 1, 3, heads),
            packedPart(call, kQuery, 2, 3, heads)};
  }
  if (call.input(kKey).rank() != 5) return separateHeads(call, heads);
  refuseBeside(call, kKey, {kValue, kBias});
  const Value queries = splitHeads(call, kQuery, call.input(kQuery), heads);
  return {queries, packedPart(call, kKey, 0, 2, heads), packedPart(call, kKey, 1, 2, heads)};
}

void checkHeads(Call& call, const Heads& given) {
  if (call.failed()) return;
  const Dims& queries = given.queries.dims;
  const Dims& keys = given.keys.dims;
  const Dims& values = given.values.dims;
  const Count batch = queries[0];
  const Count heads = queries[1];
  const auto refuse = [&](int at, const Dims& dims, const Shown& wanted) {
    call.fail(faults::operandShape(call.label(), at, dims, wanted));
  };
  if (keys != withSize(queries, 2, keys[2]))
    refuse(kKey, keys, {batch, heads, "sequence", queries[3]});
  if (slice(values, 0, 3) != slice(keys, 0, 3))
    refuse(kValue, values, {batch, heads, keys[2], "size"});
}

}  // namespace

Values multiHeadAttention(Call& call) {
  const Count count = headCountOf(call, "num_heads");
  if (call.failed()) return {};
  const Heads given = givenHeads(call, count);
  checkHeads(call, given);
  if (call.has(kPastKey) != call.has(kPastValue))
    return call.fail(
        faults::inputMissing(call.label(), call.has(kPastKey) ? kPastValue : kPastKey));
  const Value keys = withPast(call, given.keys, kPastKey, call.optional(kPastKey));
  const Value values = withPast(call, given.values, kPastValue, call.optional(kPastValue));
  const Heads heads{given.queries, keys, values};
  checkHeads(call, heads);
  if (call.failed()) return {};
  const Count past = call.has(kPastKey) ? call.optional(kPastKey).dims[2] : 0;
  const bool showsScores = call.wants(3);
  const auto [output, scores] =
      attended(call, heads,
               {.maskAt = kMask, .biasAt = kScoreBias, .past = past, .showsScores = showsScores});
  return {output, keys, values, showsScores ? call.cast(scores, call.input(0).type) : Value{}};
}

}  // namespace simdcast::onnx
