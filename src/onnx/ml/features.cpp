// Operators that prepare features: Scaler, Normalizer, Binarizer, Imputer and others.
#include "../../base/rounding.hpp"
#include "../inputs.hpp"
#include "../padding.hpp"
#include "operators.hpp"
#include "values.hpp"

namespace simdcast::onnx::ml {
namespace {

using layers::Reduction;

// Checks that there is one number for all features, or one per feature: they then broadcast with
// the last axis.
bool checkFeatures(Call& call, std::string_view name, Count numbers) {
  const Value input = call.input(0);
  if (call.failed() || numbers == 1) return !call.failed();
  return checkLength(call, name, numbers, input.rank() > 0 ? last(input.dims) : 1);
}

Value perFeature(Call& call, std::string_view name, float absent) {
  const std::vector<float> numbers = call.reals(name).value_or(std::vector{absent});
  if (!checkFeatures(call, name, std::ssize(numbers))) return {};
  return constantOf(call, DType::float32, {std::ssize(numbers)}, numbers);
}

// A constant of int64 or int32, which keeps the lowest bits.
Value integers(Call& call, DType type, const Dims& dims, std::span<const Count> numbers) {
  if (type == DType::int64) return call.int64s(dims, numbers);
  std::vector<std::int32_t> narrow;
  for (const Count number : numbers) narrow.push_back(static_cast<std::int32_t>(number));
  return call.builder().constantOf<std::int32_t>(type, dims, narrow);
}

Value imputedIntegers(Call& call, const Value& input) {
  constexpr std::string_view kName = "imputed_value_int64s";
  const auto imputed = neededList<Count>(call, kName);
  const Count replaced = call.integer("replaced_value_int64", 0);
  if (!checkFeatures(call, kName, std::ssize(imputed))) return {};
  const Value values = integers(call, input.type, {std::ssize(imputed)}, imputed);
  const Value isMissing =
      call.compute(OpId::equal, input, integers(call, input.type, {}, {&replaced, 1}));
  return call.compute(OpId::where, isMissing, values, input);
}

// NaN as the value to replace stands for every NaN.
Value imputedFloats(Call& call, const Value& input) {
  constexpr std::string_view kName = "imputed_value_floats";
  const auto imputed = neededList<float>(call, kName);
  const double replaced = call.real("replaced_value_float", 0);
  if (!checkFeatures(call, kName, std::ssize(imputed))) return {};
  const Value values = constantOf(call, input.type, {std::ssize(imputed)}, imputed);
  const Value isMissing = std::isnan(replaced)
                              ? call.compute(OpId::isNan, input)
                              : call.compute(OpId::equal, input, call.number(input.type, replaced));
  return call.compute(OpId::where, isMissing, values, input);
}

// An input as rows of float32 along its first axis; an input with a single axis is one row.
Value featureRows(Call& call, int at) {
  const Value input = call.input(at);
  if (call.failed()) return {};
  const Dims& dims = input.dims;
  if (dims.empty()) return call.wrongShape(at, {"N", "C"});
  const int first = dims.size() == 1 ? 0 : 1;
  const Dims rows = {sizeOf(dims, 0, first), sizeOf(dims, first, dims.size())};
  return call.checkDims(rows) ? call.cast(Call::alias(input, rows), DType::float32) : Value{};
}

}  // namespace

Values scaler(Call& call) {
  const Value x = call.cast(call.input(0), DType::float32);
  const Value offset = perFeature(call, "offset", 0);
  const Value scale = perFeature(call, "scale", 1);
  return {call.compute(OpId::mul, call.compute(OpId::sub, x, offset), scale)};
}

Values normalizer(Call& call) {
  enum Norm { kMax, kL1, kL2 };
  const int norm = call.word("norm", {"MAX", "L1", "L2"});
  const Value x = call.cast(rowsOf(call), DType::float32);
  if (call.failed()) return {};
  Value folded = x;
  if (norm == kL1) folded = call.compute(OpId::abs, x);
  if (norm == kL2) folded = call.compute(OpId::mul, x, x);
  Value size = call.reduce(norm == kMax ? Reduction::max : Reduction::sum, folded, {1}, true);
  if (norm == kL2) size = call.compute(OpId::sqrt, size);
  return {Call::alias(call.compute(OpId::div, x, call.divisor(size)), call.input(0).dims)};
}

Values binarizer(Call& call) {
  const Value input = call.input(0);
  const double threshold = call.real("threshold", 0);
  const Value x = input.type == DType::float32 ? input : call.cast(input, DType::float64);
  const Value isAbove = call.compute(OpId::greater, x, call.number(x.type, threshold));
  return {call.cast(isAbove, input.type)};
}

Values imputer(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  return {isFloat(input.type) ? imputedFloats(call, input) : imputedIntegers(call, input)};
}

Values arrayFeatureExtractor(Call& call) {
  if (call.failed()) return {};
  const Value input = call.input(0);
  const Value indices = call.input(1);
  if (call.failed()) return {};
  if (input.rank() == 0) return call.fail(faults::axis(call.label(), -1, 0));
  const Count count = indices.elements();
  const Value made = call.gathered(input, Call::alias(indices, {count}), input.rank() - 1);
  // A single row results in a matrix with one row.
  return {input.rank() == 1 ? Call::alias(made, {1, count}) : made};
}

// Rows side by side. As in onnxruntime, the rows of an input are cut or padded with 0 to the length
// listed for it.
Values featureVectorizer(Call& call) {
  std::vector<Value> parts;
  Dims widths;
  for (int at = 0; at < call.inputCount(); ++at) {
    parts.push_back(featureRows(call, at));
    if (call.failed()) return {};
    widths.push(parts.back().dims[1]);
  }
  const Dims asked = call.integers("inputdimensions").value_or(widths);
  if (!checkLength(call, "inputdimensions", asked.size(), widths.size())) return {};
  const Count rows = parts[0].dims[0];
  for (const Count width : asked)
    if (width < 0 || width > std::numeric_limits<Size>::max())
      return call.fail(faults::sizes(call.label(), graph::joined({{rows}, asked})));
  if (!call.checkDims({rows, sumOf(asked)})) return {};
  for (int at = 0; at < asked.size(); ++at) {
    Value& part = parts[size(at)];
    if (part.dims[0] != rows) return call.wrongShape(at, {rows, asked[at]});
    const Count missing = asked[at] - widths[at];
    if (missing != 0)
      part =
          padded(call, part, {.begins = {0, 0}, .ends = {0, missing}}, call.zero(DType::float32));
  }
  return {call.joined(parts, 1)};
}

// Returns the scores themselves, a column for each class label, because a tensor cannot hold maps.
Values zipMap(Call& call) {
  const Value scores = rowsOf(call);
  if (call.failed()) return {};
  const Count count = std::ssize(listOf<Count>(call, "classlabels_int64s")) +
                      std::ssize(listOf<std::string>(call, "classlabels_strings"));
  if (scores.dims[1] != count)
    return call.fail(faults::labels(call.label(), count, scores.dims[1]));
  return {scores};
}

}  // namespace simdcast::onnx::ml
