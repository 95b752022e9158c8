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

constexpr Count kUnlimited = std::numeric_limits<Count>::max();

Failed wrongShape(Call& call, int at, const Shown& wanted) {
  return call.fail(faults::operandShape(call.label(), at, call.input(at).dims, wanted));
}

// Reshapes [batch, sequence, heads * size] to [batch, heads, sequence, size]; returns rank 4
// unchanged. An attribute has the number of heads.
Value byHeads(Call& call, int at, std::string_view attribute) {
  const Value value = call.input(at);
  if (value.rank() == 4) return value;
  const Count heads = value.rank() == 3 ? call.neededInteger(attribute) : 0;
  if (call.failed()) return {};
  if (heads < 1 || value.dims[2] % heads != 0)
    return wrongShape(call, at, {"batch", "sequence", say("a multiple of {}", {attribute})});
  const Dims split{value.dims[0], value.dims[1], heads, value.dims[2] / heads};
  return call.permuted(call.alias(value, split), {0, 2, 1, 3});
}

// Keys or values, preceded by the past.
Value withPast(Call& call, int at, int pastAt) {
  const Value value = byHeads(call, at, "kv_num_heads");
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
  const Value queries = byHeads(call, 0, "q_num_heads");
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

// The number of keys before or after its own position that a query sees.
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

// The limits set by a mask, the causal order, a window and the padding of a cache.
Limits limitsOf(Call& call, const Heads& heads, DType type) {
  if (call.failed()) return {};
  const Count batch = heads.queries.dims[0];
  const Count length = heads.queries.dims[2];
  const Count total = heads.keys.dims[2];
  const Count past = call.has(4) ? call.input(4).dims[2] : 0;
  Limits limits = givenMask(call, heads, type);
  call.checkShape(6, {batch});
  const Value ends = call.has(6) ? call.alias(call.input(6), {batch, 1, 1, 1}) : Value{};
  const Value places =
      call.table(DType::int64, {total}, [](Count at) { return static_cast<double>(at); });
  const auto allow = [&](OpId comparison, const Value& bound) {
    const Value inside = call.compute(comparison, places, bound);
    limits.allowed =
        limits.allowed ? call.compute(OpId::logicalAnd, limits.allowed, inside) : inside;
  };
  if (ends) allow(OpId::less, ends);
  const Count left = windowOf(call, "left_window_size");
  const Count right = windowOf(call, "right_window_size");
  const Count ahead = call.flag("is_causal") ? 0 : right;
  // The position of each query among the keys, shifted by a number.
  const auto positions = [&](Count by) {
    const Value rows = call.table(DType::int64, {length, 1},
                                  [&](Count at) { return static_cast<double>(at + past + by); });
    // The valid keys of a cache that the operator does not own end the sequence.
    if (!ends || call.has(4)) return rows;
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

Values attention(Call& call) {
  const Value given = call.input(0);
  const Heads heads = headsOf(call);
  const DType precision = call.elementType("softmax_precision", given.type, typeSet("floats_bf"));
  const bool isWide = given.type == DType::float64 || precision == DType::float64;
  const DType type = isWide ? DType::float64 : DType::float32;
  const Value scores = scoresOf(call, heads, type, attentionScale(call, heads));
  const Value soft = capped(call, scores);
  const Limits limits = limitsOf(call, heads, type);
  const Value final = biased(call, soft, limits);
  const Value probabilities = rowSoftmax(call, final);
  const Value sees = seesAny(call, limits);
  const Value mixed = ofSeeing(call, mixedOf(call, heads, probabilities), sees);
  const Count mode = call.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return call.fail(faults::allowed(call.label(), "qk_matmul_output_mode", mode, "0, 1, 2 or 3"));
  Value shown;
  if (call.wants(3)) {
    shown = std::array{scores, soft, final, probabilities}[static_cast<std::size_t>(mode)];
    if (mode == 3) shown = ofSeeing(call, shown, sees);
    shown = call.cast(shown, given.type);
  }
  const Value shaped = given.rank() == 3 ? mergedHeads(call, mixed) : mixed;
  return {call.cast(shaped, given.type), heads.keys, heads.values, shown};
}

// -- RotaryEmbedding

// The cosines or sines for each position: [batch or 1, 1, length, half]. A cache may be wider than
// the rotated part.
Value rotationTable(Call& call, int at, const Value& heads, Count half) {
  const Value cache = call.input(at);
  const Value positions = call.optional(3);
  if (call.failed()) return {};
  const Count batch = heads.dims[0];
  const Count length = heads.dims[2];
  const Shown wanted = positions ? Shown{"positions", half} : Shown(Dims{batch, length, half});
  if (positions && cache.rank() == 0) return wrongShape(call, at, wanted);
  const Value rows = positions ? call.gathered(cache, positions, 0) : cache;
  if (call.failed()) return {};
  const bool fits = rows.rank() == 3 && (rows.dims[0] == batch || rows.dims[0] == 1) &&
                    rows.dims[1] == length && rows.dims[2] >= half;
  if (!fits) return wrongShape(call, at, wanted);
  return call.widened(call.alias(call.partOf(rows, 2, 0, half), {rows.dims[0], 1, length, half}));
}

Values rotaryEmbedding(Call& call) {
  const Value given = call.input(0);
  const Value heads = byHeads(call, 0, "num_heads");
  if (call.failed()) return {};
  const Count size = heads.dims[3];
  const Count asked = call.integer("rotary_embedding_dim", 0);
  const Count turned = asked == 0 ? size : asked;
  if (turned % 2 != 0 || turned < 0 || turned > size)
    return call.fail(faults::allowed(call.label(), "rotary_embedding_dim", turned,
                                     say("an even number up to {}", {size})));
  const Rotation rotation{rotationTable(call, 1, heads, turned / 2),
                          rotationTable(call, 2, heads, turned / 2), call.flag("interleaved")};
  const Value whole = rotated(call, heads, rotation);
  return {given.rank() == 4 ? whole : mergedHeads(call, whole)};
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
