#include "attending.hpp"

#include <cmath>
#include <limits>

namespace simdcast::onnx {
namespace {

using graph::denseStrides;
using graph::last;
using graph::outerOf;
using graph::withSize;

// The dims in which heads that share a head of keys are rows of one matrix.
Dims grouped(const Dims& dims, Count shared, Count width) {
  return {dims[0], shared, shared == 0 ? 0 : dims[1] / shared * dims[2], width};
}

// Whether each key is visible; absent if the limits hide none.
Value visible(Call& call, const Limits& limits) {
  const auto& [added, allowed] = limits;
  if (!added) return allowed;
  const Value never =
      call.cast(call.number(DType::float32, -std::numeric_limits<double>::infinity()), added.type);
  const Value open = call.compute(OpId::logicalNot, call.compute(OpId::equal, added, never));
  return allowed ? call.compute(OpId::logicalAnd, open, allowed) : open;
}

}  // namespace

Value split(Call& call, const HeadsIn& heads) {
  if (call.failed()) return {};
  if (heads.value.rank() == 4) return heads.value;
  const Dims& dims = heads.value.dims;
  const Dims strides = denseStrides(dims);
  const Dims made{dims[0], heads.heads, dims[1], heads.size};
  const Count offset = sizeOf(made) == 0 ? 0 : heads.first;
  return call.boxOf(heads.value, made, offset, {strides[0], heads.size, strides[1], 1});
}

bool areFew(const Heads& heads) {
  if (!heads.queries || !heads.keys || !heads.values) return false;
  const DType type = heads.queries.type;
  const Dims& queries = heads.queries.dims;
  return layers::isAttended(type) && heads.keys.type == type && heads.values.type == type &&
         layers::areFew({.heads = queries[1], .shared = heads.keys.dims[1], .queries = queries[2]});
}

Value inOnePass(Call& call, const Heads& heads, double scale, const Reach& reach, bool merges) {
  const double cap = softCapOf(call);
  if (call.failed()) return {};
  const Dims& queries = heads.queries.dims;
  const Dims& values = heads.values.dims;
  layers::Attention request{.type = heads.queries.type,
                            .endType = reach.ends ? reach.ends.type : DType::int64,
                            .batch = queries[0],
                            .heads = queries[1],
                            .shared = values[1],
                            .queries = queries[2],
                            .keys = values[2],
                            .size = queries[3],
                            .width = values[3],
                            .past = reach.past,
                            .before = reach.before,
                            .after = reach.after,
                            .scale = static_cast<float>(scale),
                            .cap = static_cast<float>(cap),
                            .merges = merges};
  for (std::size_t axis = 0; reach.bias && axis < request.bias.size(); ++axis)
    request.bias[axis] = reach.bias.dims[static_cast<int>(axis)] != 1;
  const Dims made = merges ? Dims{queries[0], queries[2], queries[1] * values[3]}
                           : withSize(queries, 3, values[3]);
  return call.layer(request,
                    {heads.queries, heads.keys, heads.values, reach.ends, reach.bias, reach.sinks},
                    {request.type, made});
}

Value rowSoftmax(Call& call, const Value& value) {
  if (call.failed()) return {};
  const Count size = last(value.dims);
  return call.softmax(value, size == 0 ? 0 : outerOf(value.dims, value.rank() - 1), size, 1);
}

double attentionScale(Call& call, const Heads& heads) {
  if (call.failed()) return 0;
  return call.real("scale", 1 / std::sqrt(static_cast<double>(heads.queries.dims[3])));
}

Value scoresOf(Call& call, const Heads& heads, DType type, double scale) {
  const auto wide = [&](const Value& value) { return call.cast(call.widened(value), type); };
  const Value queries = wide(heads.queries);
  const Value keys = wide(heads.keys);
  if (call.failed()) return {};
  const Dims& dims = queries.dims;
  const Value rows = call.alias(queries, grouped(dims, keys.dims[1], dims[3]));
  const Value product = call.matMul(rows, call.permuted(keys, {0, 1, 3, 2}));
  const Value scaled = call.compute(OpId::mul, product, call.number(type, scale));
  return call.alias(scaled, {dims[0], dims[1], dims[2], keys.dims[2]});
}

double softCapOf(Call& call) { return std::max(0.0, call.real("softcap", 0)); }

Value capped(Call& call, const Value& scores) {
  const double cap = softCapOf(call);
  if (cap == 0) return scores;
  const Value most = call.number(scores.type, cap);
  const Value part = call.compute(OpId::tanh, call.compute(OpId::div, scores, most));
  return call.compute(OpId::mul, part, most);
}

Value mixedOf(Call& call, const Heads& heads, const Value& probabilities) {
  if (call.failed()) return {};
  const Dims& dims = heads.queries.dims;
  const Dims& values = heads.values.dims;
  const Value rows = call.alias(probabilities, grouped(dims, values[1], values[2]));
  const Value product =
      call.matMul(rows, call.cast(call.widened(heads.values), probabilities.type));
  return call.alias(product, {dims[0], dims[1], dims[2], values[3]});
}

Value seesAny(Call& call, const Limits& limits) {
  const Value keys = visible(call, limits);
  if (!keys || keys.dims.empty() || last(keys.dims) == 0) return {};
  const Value flags = call.alias(keys, keys.dims, DType::uint8);
  const Value any = call.reduce(layers::Reduction::max, flags, {keys.rank() - 1}, true);
  if (call.failed()) return {};
  if (call.builder().isKnown(any)) {
    const std::span<const std::byte> known = call.builder().known(any);
    const auto isTrue = [](std::byte flag) { return flag == std::byte{1}; };
    if (std::all_of(known.begin(), known.end(), isTrue)) return {};
  }
  return call.alias(any, any.dims, DType::boolean);
}

Value ofSeeing(Call& call, const Value& rows, const Value& sees) {
  return sees ? call.compute(OpId::where, sees, rows, call.zero(rows.type)) : rows;
}

Value mergedHeads(Call& call, const Value& value) {
  if (call.failed()) return {};
  const Dims& dims = value.dims;
  return call.alias(call.permuted(value, {0, 2, 1, 3}), {dims[0], dims[2], dims[1] * dims[3]});
}

}  // namespace simdcast::onnx
