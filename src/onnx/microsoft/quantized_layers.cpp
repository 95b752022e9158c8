// QLinearAdd and similar operators: dequantised, computed in float32, and quantised again.
#include "../axes.hpp"
#include "../pooling.hpp"
#include "../type_sets.hpp"
#include "quantized_values.hpp"

namespace simdcast::onnx {
namespace {

// -- elementwise operators

// A binary operator that broadcasts.
Values byTwo(Call& call, OpId op) {
  const DType type = call.input(0).type;
  checkLike(call, 3, type);
  const Value a = realsOf(call, 0);
  const Value made = call.compute(op, a, realsOf(call, 3));
  return {quantizedBy(call, made, 6, type)};
}

// -- layers

// The axes of an image.
Dims imageAxes(int rank) { return slice(allAxes(rank), 2); }

// The mean of each channel: an integer sum, scaled once.
Value globalMean(Call& call) {
  const Value images = call.input(0);
  if (images.rank() < 3) imageSizes(call);
  if (call.failed()) return {};
  const Dims axes = imageAxes(images.rank());
  const Value sums = call.reduce(layers::Reduction::sum, wholesOf(call, 0), axes, true);
  const Count elements = sizeOf(images.dims, 2, images.rank());
  const Value count = call.number(DType::float32, static_cast<double>(elements));
  const Value from = scaleOf(call, 1);
  const Value scale =
      call.compute(OpId::div, from, call.compute(OpId::mul, count, scaleOf(call, 3)));
  return roundedBy(call, call.compute(OpId::mul, sums, scale), 4, images.type);
}

Value average(Call& call) {
  return quantizedBy(call, averaged(call, realsOf(call, 0)), 3, call.input(0).type);
}

Value largest(Call& call) {
  return call.inFloats(call.input(0), [&](const Value& images) { return maxima(call, images); });
}

// -- concatenation

// The failure of an input of a type that is not the wanted one.
Failed refuseType(Call& call, int at, DType wanted) {
  return call.fail(faults::type(call.label(), at, call.input(at).type, {wanted}));
}

// Checks the types of elements, scale and zero point from input `at` on.
void checkTypes(Call& call, int at, DType type) {
  if (call.input(at + 1).type != DType::float32) refuseType(call, at + 1, DType::float32);
  for (const int bytes : {at, at + 2})
    if (call.input(bytes).type != type) refuseType(call, bytes, type);
}

}  // namespace

Values quantizedAdd(Call& call) { return byTwo(call, OpId::add); }

Values quantizedMul(Call& call) { return byTwo(call, OpId::mul); }

Values quantizedSigmoid(Call& call) {
  const Value made = call.compute(OpId::sigmoid, realsOf(call, 0));
  return {quantizedBy(call, made, 3, call.input(0).type)};
}

Values quantizedLeakyRelu(Call& call) {
  const Value numbers = realsOf(call, 0);
  AttributeValues attributes;
  attributes.set(Attribute::alpha, call.real("alpha", 0.01));
  const Value made = call.compute(OpId::leakyRelu, {&numbers, 1}, attributes);
  return {quantizedBy(call, made, 3, call.input(0).type)};
}

// In multiples of the scale; onnxruntime represents 1 as an integer.
Values quantizedSoftmax(Call& call) {
  const Value numbers = realsOf(call, 0);
  const Count opset = std::clamp<Count>(call.neededInteger("opset"), 0, kNewestOpset);
  const auto [outer, size, inner] = softmaxBlocks(call, static_cast<int>(opset));
  const Value made = call.softmax(numbers, outer, size, inner);
  const Value one = call.compute(OpId::div, call.number(DType::float32, 1), scaleOf(call, 3));
  const Value multiples = call.compute(OpId::mul, made, call.compute(OpId::floor, one));
  return {roundedBy(call, multiples, 4, call.input(0).type)};
}

// Concatenates values along an axis, each an input with its own scale and zero point.
Values quantizedConcat(Call& call) {
  const int count = call.inputCount();
  if ((count - 2) % 3 != 0) return call.fail(faults::inputGroups(call.label(), count, 2, 3));
  const DType type = call.input(1).type;
  for (int at = 2; at < count; at += 3) checkTypes(call, at, type);
  const int axis = call.axis(call.neededInteger("axis"), call.input(2).rank());
  std::vector<Value> numbers;
  for (int at = 2; at < count; at += 3) numbers.push_back(realsOf(call, at));
  return {quantizedBy(call, call.joinedAlong(numbers, axis), 0, type)};
}

Values quantizedWhere(Call& call) {
  const DType type = call.input(1).type;
  checkLike(call, 4, type);
  const Value a = realsOf(call, 1);
  const Value made = call.compute(OpId::where, call.input(0), a, realsOf(call, 4));
  return {quantizedBy(call, made, 7, type)};
}

Values quantizedAveragePool(Call& call) { return {withChannelsFirst(call, average)}; }

Values quantizedGlobalAveragePool(Call& call) { return {withChannelsFirst(call, globalMean)}; }

Values maxPoolChannelsLast(Call& call) { return {ofChannelsLast(call, largest)}; }

}  // namespace simdcast::onnx
