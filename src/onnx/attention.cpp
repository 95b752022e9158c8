// Attention and RotaryEmbedding, composed of products, softmax and elementwise operators.
#include <array>
#include <limits>

#include "attending.hpp"
#include "rotating.hpp"

namespace simdcast::onnx {
namespace {

using graph::last;
using graph::slice;
using graph::withSize;

constexpr Count kUnlimited = layers::Attention::kUnlimited;

Failed wrongShape(Call& call, int at, const Shown& wanted) {
  return call.fail(faults::operandShape(call.label(), at, call.input(at).dims, wanted));
}

// Heads in an input: [batch, heads, length, size], or [batch, length, heads * size] with the number
// of heads in an attribute.
HeadsIn headsIn(Call& call, int at, std::string_view attribute) {
  const Value value = call.input(at);
  if (value.rank() == 4) return {.value = value, .heads = value.dims[1], .size = value.dims[3]};
  const Count heads = value.rank() == 3 ? call.neededInteger(attribute) : 0;
  if (call.failed()) return {};
  if (heads < 1 || value.dims[2] % heads != 0)
    return wrongShape(call, at, {"batch", "sequence", say("a multiple of {}", {attribute})});
  return {.value = value, .heads = heads, .size = value.dims[2] / heads};
}

// Keys or values, preceded by the past.
Value withPast(Call& call, int at, int pastAt) {
  const Value value = split(call, headsIn(call, at, "kv_num_heads"));
  const Value past = call.optional(pastAt);
  if (call.failed() || !past) return value;
  const Dims& dims = value.dims;
  if (past.rank() != 4 || withSize(past.dims, 2, dims[2]) != dims)
    return wrongShape(call, pastAt, {dims[0], dims[1], "past", dims[3]});
  if (past.type != value.type)
    return call.fail(faults::typesDiffer(call.label(), past.type, value.type));
  return call.joinedAlong(std::array{past, value}, 2);
}

// The heads, with the past before keys and values.
Heads headsOf(Call& call) {
  const Value queries = split(call, headsIn(call, 0, "q_num_heads"));
  const Value keys = withPast(call, 1, 4);
  const Value values = withPast(call, 2, 5);
  if (call.failed()) return {};
  const Count batch = queries.dims[0];
  const Count heads = queries.dims[1];
  const Count size = queries.dims[3];
  const Count shared = keys.dims[1];
  if (slice(values.dims, 0, 3) != Dims{batch, shared, keys.dims[2]})
    return call.fail(
        faults::operandShape(call.label(), 2, values.dims, {batch, shared, keys.dims[2], "size"}));
  const bool keysFit =
      keys.dims[0] == batch && keys.dims[3] == size && shared > 0 && heads % shared == 0;
  if (!keysFit)
    return call.fail(faults::operandShape(
        call.label(), 1, keys.dims, {batch, say("a divisor of {}", {heads}), "sequence", size}));
  return {queries, keys, values};
}

// The number of keys before, or after, its own position that a query attends to.
Count windowOf(Call& call, std::string_view name) {
  const Count size = call.integer(name, -1);
  if (size < -1) return call.fail(faults::allowed(call.label(), name, size, "-1 or more"));
  return size == -1 ? kUnlimited : size;
}

// A mask for all keys: keys after its end are masked out.
Value widenedMask(Call& call, const Value& mask, Count total) {
  const Count length = mask.dims.empty() ? -1 : last(mask.dims);
  const bool fits = length >= 0 && mask.rank() <= 4 && (length == 1 || length <= total);
  if (!fits) return wrongShape(call, 3, {"queries", say("up to {} keys", {total})});
  if (length == total || length == 1) return mask;
  const Value none =
      mask.type == DType::boolean
          ? call.zero(mask.type)
          : call.cast(call.number(DType::float32, -std::numeric_limits<double>::infinity()),
                      mask.type);
  const int axis = mask.rank() - 1;
  const Value rest = call.expand(none, withSize(mask.dims, axis, total - length));
  return call.joined(std::array{mask, rest}, axis);
}

// The input that is a mask, which is added in this type if it has numbers.
Limits givenMask(Call& call, const Heads& heads, DType type) {
  const Value given = call.optional(3);
  if (!given) return {};
  const Count total = heads.keys.dims[2];
  const Dims scores = withSize(heads.queries.dims, 3, total);
  const Value mask = call.stretching(3, widenedMask(call, given, total), scores);
  if (mask.type == DType::boolean) return {.allowed = mask};
  return {.added = call.cast(mask, type)};
}

// How far a query sees beyond its own position: nothing if the order is causal.
Count aheadOf(Call& call) {
  const Count right = windowOf(call, "right_window_size");
  return call.flag("is_causal") ? 0 : right;
}

// The lengths of the valid keys; absent if all are.
Value endsOf(Call& call, Count batch) {
  return call.checkShape(6, {batch}) ? call.optional(6) : Value{};
}

Count pastOf(Call& call) { return call.has(4) ? call.input(4).dims[2] : 0; }

// The valid keys of a cache that the operator does not own end the sequence.
bool isAtEnd(Call& call) { return call.has(6) && !call.has(4); }

// A mask for attention in one pass.
Value biasOf(Call& call, const Heads& heads) {
  const auto [added, allowed] = givenMask(call, heads, DType::float32);
  if (call.failed() || (!added && !allowed)) return {};
  const Value never = call.number(DType::float32, -std::numeric_limits<double>::infinity());
  const Value bias =
      added ? added : call.compute(OpId::where, allowed, call.number(DType::float32, 0), never);
  Dims dims = bias.dims;
  while (dims.size() < 4) dims.insert(0, 1);
  return call.alias(bias, dims);
}

Reach reachOf(Call& call, const Heads& heads) {
  return {.ends = endsOf(call, heads.queries.dims[0]),
          .bias = biasOf(call, heads),
          .sinks = {},
          .past = isAtEnd(call) ? layers::Attention::kAtEnd : pastOf(call),
          .before = windowOf(call, "left_window_size"),
          .after = aheadOf(call)};
}

// The limits set by a mask, the causal order, a window and the padding of a cache.
Limits limitsOf(Call& call, const Heads& heads, DType type) {
  if (call.failed()) return {};
  const Count batch = heads.queries.dims[0];
  const Count length = heads.queries.dims[2];
  const Count total = heads.keys.dims[2];
  const Count past = pastOf(call);
  Limits limits = givenMask(call, heads, type);
  const Value ends = call.alias(endsOf(call, batch), {batch, 1, 1, 1});
  const Value places =
      call.table(DType::int64, {total}, [](Count at) { return static_cast<double>(at); });
  const auto allow = [&](OpId comparison, const Value& bound) {
    const Value inside = call.compute(comparison, places, bound);
    limits.allowed =
        limits.allowed ? call.compute(OpId::logicalAnd, limits.allowed, inside) : inside;
  };
  if (ends) allow(OpId::less, ends);
  const Count left = windowOf(call, "left_window_size");
  const Count ahead = aheadOf(call);
  // The position of each query among the keys, shifted by a number.
  const auto positions = [&](Count by) {
    const Value rows = call.table(DType::int64, {length, 1},
                                  [&](Count at) { return static_cast<double>(at + past + by); });
    if (!isAtEnd(call)) return rows;
    return call.compute(OpId::add, rows, call.compute(OpId::sub, ends, call.int64(length)));
  };
  const Count far = 2 * total + length;
  if (ahead < kUnlimited) allow(OpId::lessOrEqual, positions(std::min(ahead, far)));
  if (left < kUnlimited) allow(OpId::greaterOrEqual, positions(-std::min(left, far)));
  return limits;
}

Value biased(Call& call, const Value& scores, const Limits& limits) {
  const auto& [added, allowed] = limits;
  const Value sum = added ? call.compute(OpId::add, scores, added) : scores;
  if (!allowed) return sum;
  const Value never = call.number(scores.type, -std::numeric_limits<double>::infinity());
  return call.compute(OpId::where, allowed, sum, never);
}

// The number of the second result: the scores, those after the cap, those after the limits, or the
// probabilities.
std::size_t shownAt(Call& call) {
  const Count mode = call.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return call.fail(faults::allowed(call.label(), "qk_matmul_output_mode", mode, "0, 1, 2 or 3"));
  return static_cast<std::size_t>(mode);
}

Answer byProducts(Call& call, const Heads& heads, DType type, std::size_t mode) {
  const DType given = call.input(0).type;
  const Value scores = scoresOf(call, heads, type, attentionScale(call, heads));
  const Value soft = capped(call, scores);
  const Limits limits = limitsOf(call, heads, type);
  const Value final = biased(call, soft, limits);
  const Value probabilities = rowSoftmax(call, final);
  const Value sees = seesAny(call, limits);
  const Value mixed = ofSeeing(call, mixedOf(call, heads, probabilities), sees);
  const Value output =
      call.cast(call.input(0).rank() == 3 ? mergedHeads(call, mixed) : mixed, given);
  if (!call.wants(3)) return {output, {}};
  Value shown = std::array{scores, soft, final, probabilities}[mode];
  if (mode == 3) shown = ofSeeing(call, shown, sees);
  return {output, call.cast(shown, given)};
}

Values attention(Call& call) {
  const Value given = call.input(0);
  const Heads heads = headsOf(call);
  const DType precision = call.elementType("softmax_precision", given.type, typeSet("floats_bf"));
  const bool isWide = given.type == DType::float64 || precision == DType::float64;
  const std::size_t mode = shownAt(call);
  if (call.failed()) return {};
  if (!isWide && !call.wants(3) && areFew(heads)) {
    const Value output = inOnePass(call, heads, attentionScale(call, heads), reachOf(call, heads),
                                   given.rank() == 3);
    return {output, heads.keys, heads.values, {}};
  }
  const auto [output, shown] =
      byProducts(call, heads, isWide ? DType::float64 : DType::float32, mode);
  return {output, heads.keys, heads.values, shown};
}

// -- RotaryEmbedding

// A cache of cosines or sines: [positions, half], or [batch or 1, length, half] without positions.
// It may be wider than the rotated part.
Value anglesOf(Call& call, int at, Count batch, Count length, Count half) {
  const Value cache = call.input(at);
  if (call.failed()) return {};
  const Dims& dims = cache.dims;
  if (call.has(3)) {
    const bool fits = dims.size() == 2 && dims[1] >= half;
    return fits ? cache : wrongShape(call, at, {"positions", half});
  }
  const bool fits = dims.size() == 3 && (dims[0] == batch || dims[0] == 1) && dims[1] == length &&
                    dims[2] >= half;
  return fits ? cache : wrongShape(call, at, Dims{batch, length, half});
}

Values rotaryEmbedding(Call& call) {
  const HeadsIn heads = headsIn(call, 0, "num_heads");
  if (call.failed()) return {};
  const Count asked = call.integer("rotary_embedding_dim", 0);
  const Count turned = asked == 0 ? heads.size : asked;
  if (turned % 2 != 0 || turned < 0 || turned > heads.size)
    return call.fail(faults::allowed(call.label(), "rotary_embedding_dim", turned,
                                     say("an even number up to {}", {heads.size})));
  const bool inTokens = heads.value.rank() == 3;
  const Count batch = heads.value.dims[0];
  const Count length = heads.value.dims[inTokens ? 1 : 2];
  const Value positions = call.optional(3);
  if (positions && positions.dims != Dims{1, length}) call.checkShape(3, {batch, length});
  const Angles angles{.cosines = anglesOf(call, 1, batch, length, turned / 2),
                      .sines = anglesOf(call, 2, batch, length, turned / 2),
                      .half = turned / 2,
                      .positions = positions,
                      .interleaved = call.flag("interleaved")};
  return {rotated(call, heads, angles, inTokens)};
}

constexpr Row kAttentionRows[] = {
    {"Attention",
     "23[3..6](floats_bf,floats_bf,floats_bf,numbers_bf|bool,floats_bf,floats_bf,int64)"
     "{is_causal:int kv_num_heads:int q_num_heads:int qk_matmul_output_mode:int scale:float "
     "softcap:float softmax_precision:type}->4 24[3..7] "
     "25{is_causal:int kv_num_heads:int q_num_heads:int qk_matmul_output_mode:int scale:float "
     "softcap:float softmax_precision:type left_window_size:int right_window_size:int}",
     attention},
    {"RotaryEmbedding",
     "23[3..4](floats_bf,floats_bf,floats_bf,int64)"
     "{interleaved:int num_heads:int rotary_embedding_dim:int}",
     rotaryEmbedding},
};

}  // namespace

const std::span<const Row> rows::kAttention = kAttentionRows;

}  // namespace simdcast::onnx
