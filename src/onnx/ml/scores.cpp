#include "scores.hpp"

#include <numbers>

#include "../terms.hpp"
#include "../texts.hpp"

namespace simdcast::onnx::ml {
namespace {

using layers::Reduction;

Value softmax(Call& call, const Value& scores) {
  return call.softmax(scores, scores.dims[0], scores.dims[1], 1);
}

// Softmax in which scores of 0 stay 0; if all are 0, each becomes one half, as in ONNX's reference.
Value softmaxOfSome(Call& call, const Value& scores) {
  const Terms terms(call, scores.type);
  const Value isSome = terms(OpId::greater, terms(OpId::abs, scores), terms.number(1e-7));
  const Value highest = call.reduce(Reduction::max, scores, {1}, true);
  const Value powers = terms(OpId::exp, terms(OpId::sub, scores, highest));
  const Value kept = terms(OpId::where, isSome, powers, terms.number(0));
  const Value sum = call.reduce(Reduction::sum, kept, {1}, true);
  const Value isNone = terms(OpId::equal, sum, terms.number(0));
  const Value shares = terms(OpId::div, kept, sum);
  return terms(OpId::where, isNone, terms.number(0.5), shares);
}

// The normal distribution's quantile by Winitzki's approximation, sqrt(2) times the inverse of erf
// at 2p - 1, as in ONNX's reference and onnxruntime. In float64, because its terms cancel near one
// half.
Value probit(Call& call, const Value& scores) {
  constexpr double kA = 0.147;
  const Terms terms(call, DType::float64);
  const Value p = call.cast(scores, DType::float64);
  const Value one = terms.number(1);
  const Value x = terms(OpId::sub, terms(OpId::mul, p, terms.number(2)), one);
  const Value below = terms(OpId::sub, one, x);
  const Value above = terms(OpId::add, one, x);
  const Value log = terms(OpId::log, terms(OpId::mul, below, above));
  const Value half = terms(OpId::mul, log, terms.number(0.5));
  const Value v = terms(OpId::add, terms.number(2 / (std::numbers::pi * kA)), half);
  const Value square = terms(OpId::mul, v, v);
  const Value under = terms(OpId::sub, square, terms(OpId::mul, log, terms.number(1 / kA)));
  const Value size = terms(OpId::sqrt, terms(OpId::sub, terms(OpId::sqrt, under), v));
  const Value isBelow = terms(OpId::less, x, terms.number(0));
  const Value quantile = terms(OpId::where, isBelow, terms(OpId::neg, size), size);
  return call.cast(terms(OpId::mul, quantile, terms.number(std::numbers::sqrt2)), scores.type);
}

}  // namespace

Transform transformOf(Call& call) {
  return static_cast<Transform>(
      call.word("post_transform", {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"}));
}

Value transformed(Call& call, const Value& scores, Transform transform) {
  if (call.failed()) return {};
  switch (transform) {
    case Transform::softmax:
      return softmax(call, scores);
    case Transform::softmaxZero:
      return softmaxOfSome(call, scores);
    case Transform::logistic:
      return call.compute(OpId::sigmoid, scores);
    case Transform::probit:
      return probit(call, scores);
    default:
      return scores;
  }
}

Labels labelsOf(Call& call, std::string_view integers, std::string_view strings) {
  const auto labels = listOf<Count>(call, integers);
  const auto texts = listOf<std::string>(call, strings);
  if (labels.empty() == texts.empty())
    return call.fail(faults::oneOf(call.label(), {integers, strings}));
  const Count count = std::ssize(labels) + std::ssize(texts);
  return {count, texts.empty() ? call.int64s({count}, labels) : textConstant(call, {count}, texts)};
}

Value labelsAt(Call& call, const Labels& labels, const Value& indices) {
  return call.failed() ? Value{} : call.gathered(labels.list, indices, 0);
}

Value indexAbove(Call& call, const Value& scores, double bound) {
  if (call.failed()) return {};
  const Value isAbove = call.compute(OpId::greater, scores, call.number(scores.type, bound));
  return Call::alias(call.cast(isAbove, DType::int64), {scores.dims[0]});
}

Value indexOfHighest(Call& call, const Value& scores) { return call.argMax(scores, 1, false); }

Value ofTwoClasses(Call& call, const Value& score, bool isProbability) {
  const Value other = isProbability ? call.compute(OpId::sub, call.number(score.type, 1), score)
                                    : call.compute(OpId::neg, score);
  return call.joined(std::initializer_list<Value>{other, score}, 1);
}

}  // namespace simdcast::onnx::ml
