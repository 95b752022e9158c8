// Attention of decoders: heads of queries share heads of keys and values, which are kept from token
// to token.
#include <array>

#include "../rotating.hpp"
#include "heads.hpp"
#include "masks.hpp"
#include "operators.hpp"
#include "rotary.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kQuery = 0;
constexpr int kKey = 1;
constexpr int kValue = 2;
constexpr int kPastKey = 3;
constexpr int kPastValue = 4;
constexpr int kLengths = 5;
constexpr int kTotal = 6;
constexpr int kCos = 7;
constexpr int kSin = 8;
constexpr int kPositions = 9;
constexpr int kBias = 10;
constexpr int kSink = 11;

constexpr double kNever = -std::numeric_limits<double>::infinity();

Value int32Of(Call& call, Count number) {
  const std::int32_t numbers[] = {static_cast<std::int32_t>(number)};
  return call.builder().constantOf<std::int32_t>(DType::int32, {}, numbers);
}

// The heads of new tokens.
struct Given {
  HeadsIn queries;
  HeadsIn keys;
  HeadsIn values;
};

// Queries, keys and values from separate inputs or from a single one.
Given givenHeads(Call& call, Count heads, Count shared) {
  if (call.failed()) return {};
  const Value query = call.input(kQuery);
  const bool isPacked = !call.has(kKey);
  const Count hidden = query.rank() == 3 ? query.dims[2] : 0;
  // With more heads than elements, there is no multiple either.
  const Count parts = isPacked && heads <= hidden ? heads + 2 * shared : heads;
  if (hidden == 0 || hidden % parts != 0) {
    const double all =
        static_cast<double>(heads) + (isPacked ? 2.0 : 0.0) * static_cast<double>(shared);
    return call.wrongShape(kQuery, {"batch", "sequence", multipleOf(all)});
  }
  const Count size = hidden / parts;
  const auto from = [&](const Value& value, Count first, Count count) {
    return HeadsIn{.value = value, .heads = count, .size = size, .first = first * size};
  };
  const HeadsIn queries = from(query, 0, heads);
  if (isPacked && call.has(kValue)) return call.fail(faults::inputMissing(call.label(), kKey));
  if (isPacked) return {queries, from(query, heads, shared), from(query, heads + shared, shared)};
  for (const int at : {kKey, kValue})
    call.checkShape(at, {query.dims[0], query.dims[1], shared * size});
  return {queries, from(call.input(kKey), 0, shared), from(call.input(kValue), 0, shared)};
}

// The location of the new tokens.
struct Place {
  Count total = 0;    // keys, including the new ones
  Count present = 0;  // the length of the present cache, including unused capacity of the past
  // The numbers of past tokens, which are absent without a past, and of past and new ones: [batch,
  // 1, 1, 1].
  Value starts;
  Value ends;
};

Place placeOf(Call& call) {
  if (call.failed()) return {};
  const Count batch = call.input(kQuery).dims[0];
  const Count length = call.input(kQuery).dims[1];
  const Value lengths = call.input(kLengths);
  if (lengths.dims != Dims{batch} && lengths.dims != Dims{batch, 1})
    return call.wrongShape(kLengths, {batch});
  const Value ends =
      call.compute(OpId::add, call.alias(lengths, {batch, 1, 1, 1}), int32Of(call, 1));
  const Count total = call.scalar(kTotal);
  if (call.failed()) return {};
  const Dims& past = call.optional(kPastKey).dims;
  const Count kept = past.size() > 2 ? past[2] : 0;
  if (total < length)
    return call.fail(faults::allowed(call.label(), "total_sequence_length", total,
                                     std::to_string(length) + " or more"));
  const Value starts =
      total == length ? Value{} : call.compute(OpId::sub, ends, int32Of(call, length));
  return {.total = total, .present = std::max(total, kept), .starts = starts, .ends = ends};
}

// The past followed by the new rows, and zeros up to the capacity.
Value withRows(Call& call, int pastAt, const Value& rows, const Place& place) {
  if (call.failed()) return {};
  const Value past = call.optional(pastAt);
  const Dims& dims = rows.dims;
  if (past && (past.rank() != 4 || withSize(past.dims, 2, dims[2]) != dims))
    return call.wrongShape(pastAt, {dims[0], dims[1], "past", dims[3]});
  if (past && past.type != rows.type)
    return call.fail(faults::typesDiffer(call.label(), past.type, rows.type));
  const Count length = dims[2];
  const Count present = place.present;
  if (!place.starts && present == length) return rows;
  const Form made{rows.type, withSize(dims, 2, present)};
  if (!call.checkDims(made.dims)) return {};
  const layers::UpdateRows request{.type = rows.type,
                                   .startType = place.starts ? DType::int32 : DType::int64,
                                   .outer = dims[0],
                                   .middle = dims[1],
                                   .kept = past ? past.dims[2] : 0,
                                   .count = length,
                                   .size = present,
                                   .inner = dims[3],
                                   .clears = true};
  if (!place.starts) return call.layer(request, {rows, past}, made);
  // Names the position of the last new row.
  const auto outside = [length, present](std::string_view label, Count position,
                                         const std::byte* const* inputs) {
    const auto* starts = reinterpret_cast<const std::int32_t*>(inputs[2]);
    return faults::indexAt(label, starts[position] + length - 1, position, present);
  };
  return call.layer(request, {rows, past, place.starts}, made, outside);
}

// The angles of the new tokens: at given positions, or those after the past.
Angles anglesOf(Call& call, Count size, const Place& place) {
  if (!checkCaches(call, kCos, size)) return {};
  const Count batch = call.input(kQuery).dims[0];
  const Count length = call.input(kQuery).dims[1];
  call.checkShape(kPositions, {batch, length});
  const Value cosines = call.input(kCos);
  if (call.failed()) return {};
  Angles angles{.cosines = cosines,
                .sines = call.input(kSin),
                .half = cosines.dims[1],
                .positions = call.optional(kPositions),
                .interleaved = call.flag("rotary_interleaved")};
  if (angles.positions) return angles;
  angles.countsPositions = true;
  if (place.starts) angles.positions = call.alias(place.starts, {batch, 1});
  if (!place.starts && cosines.dims[0] < length)
    return call.wrongShape(kCos, {std::to_string(length) + " positions or more", angles.half});
  return angles;
}

// The new queries, keys and values, by heads.
Heads newHeads(Call& call, const Given& given, const Place& place) {
  if (!call.flag("do_rotary"))
    return {split(call, given.queries), split(call, given.keys), split(call, given.values)};
  const Angles angles = anglesOf(call, given.queries.size, place);
  return {rotated(call, given.queries, angles, false), rotated(call, given.keys, angles, false),
          split(call, given.values)};
}

// The number of keys before its own that a query sees.
Count windowOf(Call& call) {
  const Count window = call.integer("local_window_size", -1);
  if (window == -1) return layers::Attention::kUnlimited;
  if (window < 1)
    return call.fail(
        faults::allowed(call.label(), "local_window_size", window, "-1, or 1 or more"));
  return window - 1;
}

// The keys that a query sees: itself and those before it, within the window.
Value allowedOf(Call& call, Count length, const Place& place) {
  const Value keys = keyPositions(call, place.present);
  const Value rows = queryPositions(call, length);
  const Value own = place.starts ? call.compute(OpId::add, rows, place.starts) : rows;
  const Value before = call.compute(OpId::logicalAnd, call.compute(OpId::lessOrEqual, keys, own),
                                    call.compute(OpId::less, keys, place.ends));
  const Count window = windowOf(call);
  if (window == layers::Attention::kUnlimited) return before;
  const Value size = int32Of(call, std::min<Count>(window, INT32_MAX));
  const Value within = call.compute(OpId::greaterOrEqual, keys, call.compute(OpId::sub, own, size));
  return call.compute(OpId::logicalAnd, before, within);
}

// The bias of the node in float32, padded with 0 up to the capacity; absent without one.
Value biasOf(Call& call, const Heads& heads, const Place& place) {
  const Value bias = call.optional(kBias);
  if (!bias || call.failed()) return {};
  const Dims dims = withSize(heads.queries.dims, 3, place.present);
  if (bias.rank() != 4 || bias.dims[2] != dims[2] || bias.dims[3] != place.total)
    return call.wrongShape(kBias, {dims[0], dims[1], dims[2], place.total});
  const Value wide = call.widened(bias);
  if (place.present == place.total) return call.stretching(kBias, wide, dims);
  const Dims room = withSize(bias.dims, 3, place.present - place.total);
  const Value padded =
      call.joinedAlong(std::array{wide, call.expand(call.zero(wide.type), room)}, 3);
  return call.stretching(kBias, padded, dims);
}

// The score of a sink for each of the heads, in float32; absent without one.
Value sinksOf(Call& call, Count heads) {
  if (!call.checkShape(kSink, {heads})) return {};
  if (call.has(kSink)) return call.widened(call.optional(kSink));
  return call.flag("smooth_softmax") ? call.expand(call.zero(DType::float32), {heads}) : Value{};
}

// Probabilities of the keys. A sink takes part in the softmax, but its probability is dropped.
Value probabilitiesOf(Call& call, const Value& scores) {
  if (call.failed()) return {};
  const Dims& dims = scores.dims;
  const Value sinks = sinksOf(call, dims[1]);
  if (!sinks) return rowSoftmax(call, scores);
  const Value column = call.expand(call.alias(sinks, {1, dims[1], 1, 1}), withSize(dims, 3, 1));
  const Value whole = rowSoftmax(call, call.joinedAlong(std::array{scores, column}, 3));
  return call.partOf(whole, 3, 0, dims[3]);
}

// The scores or the probabilities, as `qk_output` requests; keys that a query does not see are 0.
Value shownOf(Call& call, const Value& scores, const Value& probabilities, const Value& allowed) {
  const Count mode = call.integer("qk_output", 0);
  if (mode != 1 && mode != 2)
    return call.fail(faults::allowed(call.label(), "qk_output", mode, "1 or 2"));
  if (mode == 2) return probabilities;
  return call.compute(OpId::where, allowed, scores, call.zero(scores.type));
}

// The heads for a number of query heads and one of shared heads, after checks of the attributes.
Given checkedHeads(Call& call) {
  for (const std::string_view name : {"k_quant_type", "v_quant_type"}) call.word(name, {"NONE"});
  const Count count = headCountOf(call, "num_heads");
  const Count shared = headCountOf(call, "kv_num_heads");
  if (call.failed()) return {};
  if (count % shared != 0)
    return call.fail(faults::allowed(call.label(), "kv_num_heads", shared,
                                     "a divisor of " + std::to_string(count)));
  const Given heads = givenHeads(call, count, shared);
  if (call.has(kPastKey) != call.has(kPastValue))
    return call.fail(
        faults::inputMissing(call.label(), call.has(kPastKey) ? kPastValue : kPastKey));
  return heads;
}

Answer byProducts(Call& call, const Heads& heads, double scale, const Place& place) {
  const DType type = call.input(kQuery).type;
  const Value soft = capped(call, scoresOf(call, heads, DType::float32, scale));
  const Value bias = biasOf(call, heads, place);
  const Value scores = bias ? call.compute(OpId::add, soft, bias) : soft;
  const Value allowed = allowedOf(call, heads.queries.dims[2], place);
  const Value never = call.number(DType::float32, kNever);
  // Without a bias, each query sees at least its own key.
  const Value sees = bias ? seesAny(call, {.added = bias, .allowed = allowed}) : Value{};
  const Value probabilities =
      probabilitiesOf(call, call.compute(OpId::where, allowed, scores, never));
  const Value mixed = ofSeeing(call, mixedOf(call, heads, probabilities), sees);
  const Value output = call.cast(mergedHeads(call, mixed), type);
  if (!call.wants(3)) return {output, {}};
  const Value shown = shownOf(call, scores, ofSeeing(call, probabilities, sees), allowed);
  return {output, call.cast(shown, type)};
}

Value answered(Call& call, const Heads& heads, double scale, const Place& place) {
  if (call.failed()) return {};
  const Dims& dims = heads.queries.dims;
  const Reach reach{.ends = call.alias(place.ends, {dims[0]}),
                    .bias = biasOf(call, heads, place),
                    .sinks = sinksOf(call, dims[1]),
                    .past = place.starts ? layers::Attention::kAtEnd : 0,
                    .before = windowOf(call),
                    .after = 0};
  return inOnePass(call, heads, scale, reach, true);
}

}  // namespace

Values groupQueryAttention(Call& call) {
  const Given given = checkedHeads(call);
  const Place place = placeOf(call);
  if (call.failed()) return {};
  const double scale = scaleOfHeads(call, given.queries.size);
  Heads heads = newHeads(call, given, place);
  if (call.failed()) return {};
  heads.keys = withRows(call, kPastKey, heads.keys, place);
  heads.values = withRows(call, kPastValue, heads.values, place);
  const bool shows = call.wants(3);
  const auto [output, shown] = !shows && areFew(heads)
                                   ? Answer{answered(call, heads, scale, place), {}}
                                   : byProducts(call, heads, scale, place);
  return {output, heads.keys, heads.values, shown};
}

}  // namespace simdcast::onnx
