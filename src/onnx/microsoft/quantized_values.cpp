#include "quantized_values.hpp"

#include "../window_axes.hpp"

namespace simdcast::onnx {

Value wholesOf(Call& call, int at) {
  const Value elements = call.input(at);
  const Value whole = call.cast(elements, DType::float32);
  const Value zero = ofAll(call, at + 2);
  checkLike(call, at + 2, elements.type);
  return zero ? call.compute(OpId::sub, whole, call.cast(zero, DType::float32)) : whole;
}

Value scaleOf(Call& call, int at) { return call.input(at) ? ofAll(call, at) : Value{}; }

Value realsOf(Call& call, int at) {
  const Value wholes = wholesOf(call, at);
  return call.compute(OpId::mul, wholes, scaleOf(call, at + 1));
}

Value quantizedBy(Call& call, const Value& numbers, int at, DType type) {
  return roundedBy(call, call.compute(OpId::div, numbers, scaleOf(call, at)), at + 1, type);
}

Value roundedBy(Call& call, const Value& multiples, int at, DType type) {
  checkLike(call, at, type);
  return quantized(call, multiples, ofAll(call, at), type);
}

void checkLike(Call& call, int at, DType type) {
  if (call.has(at) && call.optional(at).type != type)
    call.fail(faults::typesDiffer(call.label(), type, call.optional(at).type));
}

Value withChannelsFirst(Call& call, LowerValue lower) {
  return call.flag("channels_last") ? ofChannelsLast(call, lower) : lower(call);
}

Value ofChannelsLast(Call& call, LowerValue lower) {
  const Value images = call.input(0);
  imageSizes(call);
  if (call.failed()) return {};
  const int rank = images.rank();
  Dims toFirst = allAxes(rank);
  std::rotate(toFirst.begin() + 1, toFirst.end() - 1, toFirst.end());
  Dims toLast = allAxes(rank);
  std::rotate(toLast.begin() + 1, toLast.begin() + 2, toLast.end());
  Values inputs;
  for (const Value& input : call.inputs()) inputs.push(input);
  inputs[0] = call.permuted(images, toFirst);
  Call inner(call.builder(), call.node(), call.version(),
             {inputs.begin(), static_cast<std::size_t>(inputs.size())});
  return call.permuted(lower(inner), toLast);
}

}  // namespace simdcast::onnx
