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

// The number of heads in the last of three axes; 0 if it is unclear.
Count headCount(Call& call, Count hidden) {
  if (const Count heads = call.integer("num_heads", 0); heads != 0) return heads;
  const Dims& cache = call.input(kCos).dims;
  return cache.size() > 1 && cache[1] > 0 ? hidden / (2 * cache[1]) : 0;
}

HeadsIn headsOf(Call& call) {
  const Value input = call.input(0);
  if (input.rank() == 4) return {.value = input, .heads = input.dims[1], .size = input.dims[3]};
  const Count hidden = input.rank() == 3 ? input.dims[2] : 0;
  const Count heads = headCount(call, hidden);
  if (hidden == 0 || heads < 1 || hidden % heads != 0)
    return call.wrongShape(0, {"batch", "sequence", "a multiple of num_heads"});
  return {.value = input, .heads = heads, .size = hidden / heads};
}

}  // namespace

bool checkCaches(Call& call, int first, Count size) {
  const Dims dims = call.input(first).dims;
  if (dims.size() != 2 || dims[1] < 1 || 2 * dims[1] > size)
    return call.wrongShape(first, {"positions", "up to " + std::to_string(size / 2)});
  return call.checkShape(first + 1, dims);
}

Values rotaryEmbeddingByPositions(Call& call) {
  const HeadsIn heads = headsOf(call);
  if (call.failed() || !checkCaches(call, kCos, heads.size)) return {};
  const Count asked = call.integer("rotary_embedding_dim", 0);
  const Count turned = asked == 0 ? heads.size : asked;
  const Value cosines = call.input(kCos);
  if (2 * cosines.dims[1] != turned)
    return call.wrongShape(kCos, {"positions", static_cast<double>(turned) / 2});
  const Dims& dims = heads.value.dims;
  const bool inTokens = dims.size() == 3;
  Value positions = call.input(kPositions);
  const bool areCounted = positions.dims == Dims{1};
  if (areCounted)
    positions = call.alias(positions, {1, 1});
  else
    call.checkShape(kPositions, {dims[0], dims[inTokens ? 1 : 2]});
  const Angles angles{.cosines = cosines,
                      .sines = call.input(kSin),
                      .half = cosines.dims[1],
                      .positions = positions,
                      .countsPositions = areCounted,
                      .interleaved = call.flag("interleaved")};
  return {rotated(call, heads, angles, inTokens)};
}

}  // namespace simdcast::onnx
