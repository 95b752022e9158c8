#include "heads.hpp"

#include <array>

#include "masks.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {

Count headCountOf(Call& call, std::string_view name) {
  const Count count = call.neededInteger(name);
  if (count >= 1 || call.failed()) return count;
  return call.fail(faults::allowed(call.label(), name, count, "1 or more"));
}

Value withPast(Call& call, const Value& value, int at, const Value& past) {
  if (!past || call.failed()) return value;
  const Dims& dims = value.dims;
  if (past.rank() != 4 || withSize(past.dims, 2, dims[2]) != dims)
    return call.wrongShape(at, {dims[0], dims[1], "past", dims[3]});
  if (past.type != value.type)
    return call.fail(faults::typesDiffer(call.label(), past.type, value.type));
  if (past.dims[2] == 0) return value;
  return call.joinedAlong(std::array{past, value}, 2);
}

double scaleOfHeads(Call& call, Count size) {
  const double asked = call.real("scale", 0);
  return asked == 0 ? 1 / std::sqrt(static_cast<double>(size)) : asked;
}

Answer attended(Call& call, const Heads& heads, const AttentionLimits& limits) {
  if (call.failed()) return {};
  const Dims& dims = heads.queries.dims;
  const KeySpan span{.batch = dims[0],
                     .heads = dims[1],
                     .length = dims[2],
                     .total = heads.keys.dims[2],
                     .past = limits.past};
  const double scale = scaleOfHeads(call, dims[3]);
  const Value bias = scoreBias(call, span, limits.maskAt, limits.biasAt);
  if (!limits.showsScores && areFew(heads)) {
    Reach reach{.bias = bias, .past = limits.past};
    if (call.flag("unidirectional")) reach.after = 0;
    return {.output = inOnePass(call, heads, scale, reach, true)};
  }
  const Value products = scoresOf(call, heads, DType::float32, scale);
  const auto [scores, sees] = masked(call, products, bias, span);
  const Value mixed = ofSeeing(call, mixedOf(call, heads, rowSoftmax(call, scores)), sees);
  return {.output = call.cast(mergedHeads(call, mixed), call.input(0).type), .shown = scores};
}

}  // namespace simdcast::onnx
