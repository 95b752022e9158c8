#include "masks.hpp"

#include "../attending.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Limits keys to those before the ends, and not before the starts if there are any.
Value byLengths(Call& call, const Value& mask, const KeySpan& span) {
  const Count batch = span.batch;
  const Value places = keyPositions(call, span.total);
  const auto bound = [&](Count at) {
    return call.alias(call.partOf(mask, 0, at * batch, batch), {batch, 1, 1, 1});
  };
  const Value before = call.compute(OpId::less, places, bound(0));
  if (mask.dims[0] != 2 * batch) return before;
  const Value after = call.compute(OpId::greaterOrEqual, places, bound(1));
  return call.compute(OpId::logicalAnd, before, after);
}

// A mask of int32 as booleans that stretch to [batch, 1, queries, keys]: lengths of the batch, ends
// and starts, lengths with the bounds of packed sequences, or a number for each key, or for each
// query and key. Absent if the mask has no effect.
Value allowedBy(Call& call, int at, const KeySpan& span) {
  const Value mask = call.optional(at);
  if (!mask || call.failed()) return {};
  const auto& [batch, heads, length, total, past] = span;
  const Dims& dims = mask.dims;
  const int rank = mask.rank();
  if (rank == 1 && contains({batch, 2 * batch, 3 * batch + 2}, dims[0]))
    return byLengths(call, mask, span);
  // A single number for all keys shifts every score equally.
  if (rank == 2 && total != 1 && dims[1] == 1 && (dims[0] == batch || dims[0] == 1)) return {};
  const bool isOfPairs = rank == 3;
  const Dims wanted = isOfPairs ? Dims{batch, length, total} : Dims{batch, total};
  if (!call.checkShape(at, wanted)) return {};
  const Value shaped = call.alias(mask, {batch, 1, isOfPairs ? length : 1, total});
  return call.compute(OpId::greater, shaped, call.zero(DType::int32));
}

// The bias of the node; absent without one.
Value ownBias(Call& call, int at, const KeySpan& span) {
  const auto& [batch, heads, length, total, past] = span;
  const Value bias = call.optional(at);
  if (!bias || call.failed()) return {};
  if (bias.rank() != 4 || bias.dims[2] != length || bias.dims[3] != total)
    return call.wrongShape(at, {batch, heads, length, total});
  return call.stretching(at, call.cast(bias, DType::float32), {batch, heads, length, total});
}

}  // namespace

Value keyPositions(Call& call, Count total) {
  return call.table(DType::int32, {total}, [](Count at) { return static_cast<double>(at); });
}

Value queryPositions(Call& call, Count length, Count past) {
  return call.table(DType::int32, {length, 1},
                    [&](Count at) { return static_cast<double>(at + past); });
}

Value scoreBias(Call& call, const KeySpan& span, int maskAt, int biasAt) {
  const double filter = call.real("mask_filter_value", -10000);
  const auto number = [&](double value) { return call.number(DType::float32, value); };
  const Value bias = ownBias(call, biasAt, span);
  const Value allowed = allowedBy(call, maskAt, span);
  if (!allowed) return bias;
  const Value filtered = call.compute(OpId::where, allowed, number(0), number(filter));
  return bias ? call.compute(OpId::add, bias, filtered) : filtered;
}

Masked masked(Call& call, const Value& scores, const Value& bias, const KeySpan& span) {
  Limits limits{.added = bias};
  Value sum = bias ? call.compute(OpId::add, scores, bias) : scores;
  if (call.flag("unidirectional") && span.length > 1) {
    const Value own = queryPositions(call, span.length, span.past);
    limits.allowed = call.compute(OpId::lessOrEqual, keyPositions(call, span.total), own);
    sum = call.compute(OpId::where, limits.allowed, sum, call.number(scores.type, kNever));
  }
  return {.scores = sum, .sees = seesAny(call, limits)};
}

}  // namespace simdcast::onnx
