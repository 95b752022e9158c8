// onnxruntime's RotaryEmbedding: the input of positions precedes the caches, and one position may
// apply to the whole batch.
#include "rotary.hpp"

#include "../attending.hpp"
#include "../rotating.hpp"
#include "heads.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kPositions = 1;
constexpr int kCos = 2;
constexpr int kSin = 3;

// The position of each token: given for each, or counted from a single one.
Value positionsOf(Call& call, Count batch, Count length) {
  const Value given = call.input(kPositions);
  if (given.dims != Dims{1}) return call.checkShape(kPositions, {batch, length}) ? given : Value{};
  const Value steps =
      call.table(DType::int64, {1, length}, [](Count at) { return static_cast<double>(at); });
  return call.compute(OpId::add, steps, given);
}

// The number of heads in the last of three axes; 0 if it is unclear.
Count headCount(Call& call, Count hidden) {
  if (const Count heads = call.integer("num_heads", 0); heads != 0) return heads;
  const Dims& cache = call.input(kCos).dims;
  return cache.size() > 1 && cache[1] > 0 ? hidden / (2 * cache[1]) : 0;
}

// The input as [batch, heads, sequence, size].
Value headsOf(Call& call) {
  const Value input = call.input(0);
  if (input.rank() == 4) return input;
  const Count hidden = input.rank() == 3 ? input.dims[2] : 0;
  const Count heads = headCount(call, hidden);
  if (hidden == 0 || heads < 1 || hidden % heads != 0)
    return call.wrongShape(0, {"batch", "sequence", "a multiple of num_heads"});
  return headsFrom(call, input, {.first = 0, .heads = heads, .size = hidden / heads});
}

}  // namespace

Value atPositions(Call& call, int cacheAt, const Value& positions) {
  const Value cache = call.input(cacheAt);
  const Value rows = call.gathered(cache, positions, 0);
  if (call.failed()) return {};
  return call.widened(call.alias(rows, {positions.dims[0], 1, positions.dims[1], cache.dims[1]}));
}

Value fromStart(Call& call, int cacheAt, Count length) {
  const Value cache = call.input(cacheAt);
  if (call.failed()) return {};
  const Count half = cache.dims[1];
  if (cache.dims[0] < length)
    return call.wrongShape(cacheAt, {std::to_string(length) + " positions or more", half});
  return call.widened(call.alias(call.partOf(cache, 0, 0, length), {1, 1, length, half}));
}

bool checkCaches(Call& call, int first, Count size) {
  const Dims dims = call.input(first).dims;
  if (dims.size() != 2 || dims[1] < 1 || 2 * dims[1] > size)
    return call.wrongShape(first, {"positions", "up to " + std::to_string(size / 2)});
  return call.checkShape(first + 1, dims);
}

Values rotaryEmbeddingByPositions(Call& call) {
  const Value heads = headsOf(call);
  if (call.failed()) return {};
  const Count size = heads.dims[3];
  if (!checkCaches(call, kCos, size)) return {};
  const Count asked = call.integer("rotary_embedding_dim", 0);
  const Count turned = asked == 0 ? size : asked;
  if (2 * call.input(kCos).dims[1] != turned)
    return call.wrongShape(kCos, {"positions", static_cast<double>(turned) / 2});
  const Value positions = positionsOf(call, heads.dims[0], heads.dims[2]);
  const Value cos = atPositions(call, kCos, positions);
  const Value sin = atPositions(call, kSin, positions);
  const Value made =
      rotated(call, heads, {.cos = cos, .sin = sin, .interleaved = call.flag("interleaved")});
  return {call.input(0).rank() == 4 ? made : mergedHeads(call, made)};
}

}  // namespace simdcast::onnx
