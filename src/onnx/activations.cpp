// Activations that are short chains of the engine's elementwise operators, which run as one pass.
#include "call.hpp"
#include "terms.hpp"

namespace simdcast::onnx {
namespace {

Value elu(const Value& x, const Terms& terms) {
  return exponential(x, terms.attribute("alpha", 1), terms);
}

// Opset 1 rounds the default alpha and gamma to four digits.
Value selu(const Value& x, const Terms& terms) {
  const bool isRounded = terms.since() < 6;
  const double alpha = isRounded ? 1.6732 : 1.6732632423543772;
  const double gamma = isRounded ? 1.0507 : 1.0507009873554805;
  const Value inner = exponential(x, terms.attribute("alpha", alpha), terms);
  return terms(OpId::mul, terms.attribute("gamma", gamma), inner);
}

Value celu(const Value& x, const Terms& terms) {
  const Value alpha = terms.attribute("alpha", 1);
  const Value power = terms(OpId::exp, terms(OpId::div, x, alpha));
  const Value scaled = terms(OpId::mul, alpha, terms(OpId::sub, power, terms.number(1)));
  const Value zero = terms.number(0);
  return terms(OpId::add, terms(OpId::max, x, zero), terms(OpId::min, scaled, zero));
}

Value hardSigmoid(const Value& x, const Terms& terms) {
  return hardened(x, terms.attribute("alpha", 0.2), terms.attribute("beta", 0.5), terms);
}

Value hardSwish(const Value& x, const Terms& terms) {
  return terms(OpId::mul, x, hardened(x, terms.number(1.0 / 6), terms.number(0.5), terms));
}

Value thresholdedRelu(const Value& x, const Terms& terms) {
  return thresholded(x, terms.attribute("alpha", 1), terms);
}

Value mish(const Value& x, const Terms& terms) {
  return terms(OpId::mul, x, terms(OpId::tanh, terms(OpId::softplus, x)));
}

Value swishOfAlpha(const Value& x, const Terms& terms) {
  return swish(x, terms.attribute("alpha", 1), terms);
}

Value shrunk(const Value& x, const Terms& terms) {
  const Value bias = terms.attribute("bias", 0);
  const Value bound = terms.attribute("lambd", 0.5);
  const Value isAbove = terms(OpId::greater, x, bound);
  const Value above = terms(OpId::where, isAbove, terms(OpId::sub, x, bias), terms.number(0));
  const Value isBelow = terms(OpId::less, x, terms(OpId::neg, bound));
  return terms(OpId::where, isBelow, terms(OpId::add, x, bias), above);
}

Values shrink(Call& call) {
  const Value input = call.input(0);
  // Integers are compared with fractional bounds in a type that represents both.
  const Value given = isFloat(input.type) ? input : call.cast(input, DType::float64);
  const Value made =
      call.inFloats(given, [&](const Value& x) { return shrunk(x, Terms(call, x.type)); });
  return {call.cast(made, input.type)};
}

Values swiGlu(Call& call) {
  const Value gate = call.input(0);
  const Value linear = call.input(1);
  if (linear.type != gate.type)
    return call.fail(faults::typesDiffer(call.label(), gate.type, linear.type));
  if (!call.checkShape(1, gate.dims)) return {};
  return {call.inFloats(gate, [&](const Value& x) {
    const Terms terms(call, x.type);
    return terms(OpId::mul, swish(x, terms.attribute("alpha", 1), terms), call.widened(linear));
  })};
}

// Opset 1 of some operators has an attribute for inputs to overwrite.
constexpr Row kActivationsRows[] = {
    {"Elu", "1(floats){alpha:float consumed_inputs:ints} 6{alpha:float} 22(floats_bf)",
     byFormula<elu>},
    {"Selu",
     "1(floats){alpha:float gamma:float consumed_inputs:ints} 6{alpha:float gamma:float} "
     "22(floats_bf)",
     byFormula<selu>},
    {"Celu", "12(f32){alpha:float} 28(floats_bf)", byFormula<celu>},
    {"HardSigmoid",
     "1(floats){alpha:float beta:float consumed_inputs:ints} 6{alpha:float beta:float} "
     "22(floats_bf)",
     byFormula<hardSigmoid>},
    {"HardSwish", "14(floats) 22(floats_bf)", byFormula<hardSwish>},
    // Experimental below opset 10.
    {"ThresholdedRelu", "1,10(floats){alpha:float} 22(floats_bf)", byFormula<thresholdedRelu>},
    {"Mish", "18(floats) 22(floats_bf)", byFormula<mish>},
    {"Softsign", "1(floats) 22(floats_bf)", byFormula<softsign>},
    {"Swish", "24(floats_bf){alpha:float}", byFormula<swishOfAlpha>},
    {"SwiGLU", "28(floats_bf,floats_bf){alpha:float}", swiGlu},
    {"Shrink", "9(numbers){bias:float lambd:float}", shrink},
};

}  // namespace

const std::span<const Row> rows::kActivations = kActivationsRows;

}  // namespace simdcast::onnx
