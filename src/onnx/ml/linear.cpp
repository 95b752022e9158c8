// LinearClassifier and LinearRegressor: products of rows with coefficients.
#include "../texts.hpp"
#include "operators.hpp"
#include "scores.hpp"

namespace simdcast::onnx::ml {
namespace {

// Rows times `count` rows of coefficients, plus the intercepts; in float64 for float64 features.
// Further rows of coefficients are ignored, as in onnxruntime.
Value product(Call& call, const Value& rows, std::span<const float> coefficients,
              std::span<const float> intercepts, Count count) {
  if (call.failed()) return {};
  const Count features = rows.dims[1];
  const Count all = std::ssize(coefficients);
  if (count < 1 || all < sizeOf({count, features}) || all % std::max<Count>(1, features) != 0)
    return call.fail(faults::features(call.label(), features, all, count));
  if (!call.checkDims({rows.dims[0], count})) return {};
  const Value x = call.widened(rows);
  const auto used = coefficients.first(size(count * features));
  const Value weights = constantOf(call, x.type, {count, features}, used);
  const Value bias = intercepts.empty() ? Value{} : constantOf(call, x.type, {count}, intercepts);
  return call.gemm(x, weights, bias);
}

}  // namespace

Values linearRegressor(Call& call) {
  const Count targets = call.integer("targets", 1);
  const auto intercepts = listOf<float>(call, "intercepts");
  if (!intercepts.empty()) checkLength(call, "intercepts", std::ssize(intercepts), targets);
  const auto coefficients = neededList<float>(call, "coefficients");
  const Value results = product(call, rowsOf(call), coefficients, intercepts, targets);
  const Transform transform = transformOf(call);
  return {call.cast(transformed(call, results, transform), DType::float32)};
}

Values linearClassifier(Call& call) {
  const auto labels = labelsOf(call, "classlabels_ints", "classlabels_strings");
  const Transform transform = transformOf(call);
  const Value rows = rowsOf(call);
  const auto coefficients = neededList<float>(call, "coefficients");
  const auto intercepts = listOf<float>(call, "intercepts");
  if (call.failed()) return {};
  const Count count = intercepts.empty()
                          ? std::ssize(coefficients) / std::max<Count>(1, rows.dims[1])
                          : std::ssize(intercepts);
  const Value scores = product(call, rows, coefficients, intercepts, count);
  const auto finished = [&](const Value& value) {
    return call.cast(transformed(call, value, transform), DType::float32);
  };
  if (count > 1) {
    if (labels.count < count) return call.fail(faults::labels(call.label(), labels.count, count));
    const Value winner = labelsAt(call, labels, indexOfHighest(call, scores));
    return {winner, finished(scores)};
  }
  const Value index = indexAbove(call, scores, 0);
  // One score and one label: onnxruntime's labels are 1 and 0.
  if (labels.count != 2) {
    const std::string answers[] = {"0", "1"};
    const Labels texts{2, labels.areTexts() ? textConstant(call, {2}, answers) : Value{}};
    return {labels.areTexts() ? labelsAt(call, texts, index) : index, finished(scores)};
  }
  const bool isShare = transform == Transform::none || transform == Transform::probit;
  const Value winner = labelsAt(call, labels, index);
  return {winner, finished(ofTwoClasses(call, scores, isShare))};
}

}  // namespace simdcast::onnx::ml
