// Operators whose results depend only on attributes, sizes and numbers: Constant, ConstantOfShape,
// Shape and Range.
#include "inputs.hpp"
#include "texts.hpp"

namespace simdcast::onnx {
namespace {

// Constant has exactly one of these attributes, in the order of ONNX's documentation.
struct Source {
  std::string_view name;
  Values (*made)(Call& call, std::string_view name);
};

Values fromTensor(Call& call, std::string_view name) {
  const TensorData* tensor = call.tensor(name);
  if (tensor == nullptr) return {};
  const Form& form = tensor->form;
  if (!call.checkMade(form.type) || !call.checkDims(form.dims)) return {};
  return {tensorConstant(call, *tensor, form.dims)};
}
Values fromReal(Call& call, std::string_view name) {
  return {call.number(DType::float32, call.real(name, 0))};
}
Values fromReals(Call& call, std::string_view name) {
  const std::vector<float> numbers = call.reals(name).value_or(std::vector<float>{});
  const Dims dims = {static_cast<Count>(numbers.size())};
  return {call.builder().constantOf<float>(DType::float32, dims, numbers)};
}
Values fromInteger(Call& call, std::string_view name) {
  return {call.int64(call.integer(name, 0))};
}
Values fromIntegers(Call& call, std::string_view name) {
  const Dims numbers = call.integers(name).value_or(Dims{});
  return {call.int64s({numbers.size()}, numbers)};
}
Values fromText(Call& call, std::string_view name) {
  const std::string text = call.text(name, "");
  return {textConstant(call, {}, {&text, 1})};
}
Values fromTexts(Call& call, std::string_view name) {
  const std::vector<std::string> texts = call.texts(name).value_or(std::vector<std::string>{});
  return {textConstant(call, {std::ssize(texts)}, texts)};
}

constexpr Source kSources[] = {
    {"value", fromTensor},       {"sparse_value", fromTensor}, {"value_float", fromReal},
    {"value_floats", fromReals}, {"value_int", fromInteger},   {"value_ints", fromIntegers},
    {"value_string", fromText},  {"value_strings", fromTexts},
};

Values constant(Call& call) {
  const Source* source = nullptr;
  for (const Source& each : kSources) {
    if (!call.hasAttribute(each.name)) continue;
    if (source != nullptr) return call.fail(faults::oneForm(call.label()));
    source = &each;
  }
  if (source == nullptr) return call.fail(faults::attributeMissing(call.label(), "value"));
  return source->made(call, source->name);
}

Values constantOfShape(Call& call) {
  Value one = call.number(DType::float32, 0);
  if (const TensorData* value = call.tensor("value")) {
    const Form& form = value->form;
    if (!call.checkMade(form.type)) return {};
    if (graph::sizeOf(form.dims) != 1)
      return call.fail(faults::attributeType(call.label(), "value", "a tensor of one number"));
    one = tensorConstant(call, *value, {});
  }
  const Dims dims = call.numbers(0);
  if (!call.checkDims(dims)) return {};
  // Expand does not take every type of one byte, so these are stretched as uint8.
  const DType stretched = width(one.type) == 1 ? DType::uint8 : one.type;
  return {call.alias(call.expand(call.alias(one, {}, stretched), dims), dims, one.type)};
}

Values shape(Call& call) {
  const Dims dims = call.input(0).dims;
  const Count rank = dims.size();
  const auto position = [&](std::string_view name, Count absent) {
    const Count at = call.integer(name, absent);
    return static_cast<int>(std::clamp<Count>(at < 0 ? at + rank : at, 0, rank));
  };
  const Dims part = graph::slice(dims, position("start", 0), position("end", rank));
  return {call.int64s({part.size()}, part)};
}

// The type in which a range is computed.
DType rangeType(Call& call) {
  const DType type = call.input(0).type;
  if (type != DType::float16 && type != DType::bfloat16) return type;
  return call.elementType("stash_type", DType::float32, {DType::float32, DType::float64});
}

// How many multiples of `delta` lead from `start` to before `limit`; NaN if that is not a number.
double stepsOf(double start, double limit, double delta) {
  const double steps = std::ceil((limit - start) / delta);
  return steps < 0 ? 0 : steps;
}

// Exact, although the distance may exceed an int64.
double stepsOf(Count start, Count limit, Count delta) {
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  const auto distance = [](Count low, Count high) {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  };
  const std::uint64_t span = delta > 0 ? distance(start, limit) : distance(limit, start);
  const std::uint64_t step = delta > 0 ? distance(0, delta) : distance(delta, 0);
  return static_cast<double>((span - 1) / step + 1);
}

// `read` returns the start, the limit and the delta.
template <class T, class Read>
Count rangeSize(Call& call, const Read& read) {
  const T start = read(0);
  const T limit = read(1);
  const T delta = read(2);
  if (call.failed()) return 0;
  if (delta == 0) return call.fail(faults::step(call.label()));
  const double steps = stepsOf(start, limit, delta);
  if (steps <= INT32_MAX) return static_cast<Count>(steps);
  return call.fail(faults::sizes(call.label(), {steps}));
}

Values range(Call& call) {
  const DType type = rangeType(call);
  Value values[3];
  for (int at = 0; at < 3; ++at) values[at] = call.cast(call.input(at), type);
  const Count count =
      isFloat(type) ? rangeSize<double>(call, [&](int at) { return call.item(at, values[at]); })
                    : rangeSize<Count>(call, [&](int at) { return call.scalar(at); });
  const Value made = call.layer(layers::Range{.type = type, .elements = count},
                                {values[0], values[2]}, {type, {count}});
  return {call.cast(made, call.input(0).type)};
}

constexpr Row kConstantsRows[] = {
    {"Constant",
     "1,9[0..0](){value:tensor} makes:all 11{value:tensor sparse_value:sparse} "
     "12{value:tensor sparse_value:sparse value_float:float value_floats:floats value_int:int "
     "value_ints:ints value_string:string value_strings:strings} "
     "13,19,21,23,24,25 makes:all_bf",
     constant},
    {"ConstantOfShape", "9(int64){value:tensor} makes:castable 20,21,23,24,25 makes:castable_bf",
     constantOfShape},
    {"Shape", "1(all) 13(all_bf) 15,19,21,23,24,25(all_bf+){start:int end:int}", shape,
     kReadsShapes},
    {"Range",
     "11[3..3](float32|float64|int16|int32|int64) "
     "27(float32|float64|int16|int32|int64|float16|bfloat16){stash_type:type}",
     range},
};

}  // namespace

const std::span<const Row> rows::kConstants = kConstantsRows;

}  // namespace simdcast::onnx
