// Attention as onnxruntime's optimiser fuses it: including the projection of the input.
#include <array>

#include "heads.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kWeights = 1;
constexpr int kBias = 2;
constexpr int kMask = 3;
constexpr int kPast = 4;
constexpr int kScoreBias = 5;

// Attributes that must be 0, as for onnxruntime's CPU kernels.
constexpr std::string_view kUnsupported[] = {"do_rotary", "past_present_share_buffer"};

// The input times the weights, with the bias.
Value projected(Call& call) {
  const Value input = call.input(0);
  const Value weights = call.input(kWeights);
  if (input.rank() != 3) return call.wrongShape(0, {"batch", "sequence", "hidden"});
  if (weights.rank() != 2 || weights.dims[0] != input.dims[2])
    return call.wrongShape(kWeights, {input.dims[2], "hidden of queries, keys and values"});
  if (!call.checkShape(kBias, lastAxis(weights.dims))) return {};
  const Value product = call.matMul(call.widened(input), call.widened(weights));
  if (!call.has(kBias)) return product;
  return call.compute(OpId::add, product, call.widened(call.optional(kBias)));
}

// The failure of the attribute that lists hidden sizes.
Failed refuseSizes(Call& call, const std::string& allowed) {
  return call.fail({.code = "invalid_attribute",
                    .text = say("The attribute '{}' of {} must be {}, but is an array.",
                                {"qkv_hidden_sizes", call.label(), allowed})});
}

// The hidden sizes of queries, keys and values in the columns of the weights.
Dims hiddenSizes(Call& call, Count heads) {
  if (call.failed()) return {};
  const Count columns = last(call.input(kWeights).dims);
  const Dims given = call.integers("qkv_hidden_sizes").value_or(Dims());
  const Dims sizes = given.empty() && columns % 3 == 0 ? Dims(3, columns / 3) : given;
  const bool areMultiples = std::ranges::all_of(
      sizes, [&](Count size) { return size > 0 && size <= columns && size % heads == 0; });
  if (sizes.size() == 3 && areMultiples && sizes[0] == sizes[1] && sumOf(sizes) == columns)
    return sizes;
  if (!given.empty())
    return refuseSizes(call, "three multiples of " + std::to_string(heads) + " that make " +
                                 std::to_string(columns));
  return call.wrongShape(kWeights, {"hidden", multipleOf(3 * static_cast<double>(heads))});
}

// The keys (0) or the values (1) of a past [2, batch, heads, past, size], if there is one.
Value pastPart(Call& call, Count part) {
  const Value past = call.optional(kPast);
  if (!past || call.failed()) return {};
  if (past.rank() != 5 || past.dims[0] != 2)
    return call.wrongShape(kPast, {2, "batch", "heads", "past", "size"});
  return call.widened(call.alias(call.viewOf(past, 0, part, 1), slice(past.dims, 1)));
}

// The present [2, batch, heads, sequence, size].
Value present(Call& call, const Heads& heads) {
  if (call.failed()) return {};
  if (heads.keys.dims != heads.values.dims)
    return refuseSizes(call, "three of one size, where there is a present");
  const auto half = [&](const Value& value) {
    return call.cast(call.alias(value, graph::joined({{1}, value.dims})), call.input(0).type);
  };
  return call.joined(std::array{half(heads.keys), half(heads.values)}, 0);
}

}  // namespace

Values projectedAttention(Call& call) {
  for (const std::string_view attribute : kUnsupported)
    if (call.flag(attribute)) return call.fail(faults::allowed(call.label(), attribute, 1, "0"));
  const Count count = headCountOf(call, "num_heads");
  const Value columns = projected(call);
  const Dims sizes = hiddenSizes(call, count);
  if (call.failed()) return {};
  const auto part = [&](int which) {
    return split(call, {.value = columns,
                        .heads = count,
                        .size = sizes[which] / count,
                        .first = sumOf(slice(sizes, 0, which))});
  };
  const auto afterPast = [&](int which) {
    const Value past = pastPart(call, which - 1);
    return withPast(call, part(which), kPast, past);
  };
  const Value keys = afterPast(1);
  const Value values = afterPast(2);
  const Heads heads{part(0), keys, values};
  if (call.failed()) return {};
  const Count past = call.has(kPast) ? call.optional(kPast).dims[3] : 0;
  const Value output =
      attended(call, heads, {.maskAt = kMask, .biasAt = kScoreBias, .past = past}).output;
  return {output, call.wants(1) ? present(call, heads) : Value{}};
}

}  // namespace simdcast::onnx
