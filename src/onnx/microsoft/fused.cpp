// FusedConv and FusedGemm: a layer fused with the activation after it by onnxruntime's optimiser.
#include "../convolving.hpp"
#include "../terms.hpp"
#include "operators.hpp"

namespace simdcast::onnx {
namespace {

struct Parameter {
  std::string_view name;
  double absent = 0;
};

constexpr int kMostParameters = 2;

struct ActivationRow {
  std::string_view name;
  // Called with x and the parameters, in order, as numbers of x's type.
  Value (*formula)(const Terms& terms, const Value& x, const Value* parameters);
  Parameter parameters[kMostParameters]{};  // those without a name are not used
};

template <OpId kOp>
Value simple(const Terms& terms, const Value& x, const Value* /*parameters*/) {
  return terms(kOp, x);
}

// alpha * operator(beta * x)
template <OpId kOp>
Value scaled(const Terms& terms, const Value& x, const Value* parameters) {
  return terms(OpId::mul, parameters[0], terms(kOp, terms(OpId::mul, parameters[1], x)));
}

Value clip(const Terms& terms, const Value& x, const Value* bounds) {
  return terms(OpId::clip, x, bounds[0], bounds[1]);
}

Value elu(const Terms& terms, const Value& x, const Value* parameters) {
  return exponential(x, parameters[0], terms);
}

Value selu(const Terms& terms, const Value& x, const Value* parameters) {
  return terms(OpId::mul, parameters[1], exponential(x, parameters[0], terms));
}

Value hardSigmoid(const Terms& terms, const Value& x, const Value* parameters) {
  return hardened(x, parameters[0], parameters[1], terms);
}

Value leakyRelu(const Terms& terms, const Value& x, const Value* parameters) {
  const Value isBelow = terms(OpId::less, x, terms.number(0));
  return terms(OpId::where, isBelow, terms(OpId::mul, parameters[0], x), x);
}

Value softsignOf(const Terms& terms, const Value& x, const Value* /*parameters*/) {
  return softsign(x, terms);
}

Value thresholdedRelu(const Terms& terms, const Value& x, const Value* parameters) {
  return thresholded(x, parameters[0], terms);
}

constexpr double kLargest = 3.402823466385288e38;

constexpr ActivationRow kActivationRows[] = {
    {"Relu", simple<OpId::relu>},
    {"Sigmoid", simple<OpId::sigmoid>},
    {"Softplus", simple<OpId::softplus>},
    {"Tanh", simple<OpId::tanh>},
    {"Clip", clip, {{"min", -kLargest}, {"max", kLargest}}},
    {"Elu", elu, {{"alpha", 1}}},
    {"HardSigmoid", hardSigmoid, {{"alpha", 0.2}, {"beta", 0.5}}},
    {"LeakyRelu", leakyRelu, {{"alpha", 0.01}}},
    {"ParametricSoftplus", scaled<OpId::softplus>, {{"alpha", 1}, {"beta", 1}}},
    {"ScaledTanh", scaled<OpId::tanh>, {{"alpha", 1}, {"beta", 1}}},
    {"Selu", selu, {{"alpha", 1.6732632423543772}, {"gamma", 1.0507009873554805}}},
    {"Softsign", softsignOf},
    {"ThresholdedRelu", thresholdedRelu, {{"alpha", 1}}},
};

// The row that the attribute names; null after a failure.
const ActivationRow* activationOf(Call& call) {
  const std::string said = call.text("activation", "");
  const auto* const found = std::ranges::find(kActivationRows, said, &ActivationRow::name);
  if (found != std::end(kActivationRows)) return found;
  Names names;
  for (const ActivationRow& row : kActivationRows) names.push_back(row.name);
  return call.fail(faults::allowed(call.label(), "activation", said, anyOf(names)));
}

// Applies the activation of the node to x, if it names one. `given` returns the value of a
// parameter, by name or by position, if the node has it.
template <class Given>
Value activated(Call& call, const Value& x, const Given& given) {
  if (call.text("activation", "").empty()) return x;
  const ActivationRow* row = activationOf(call);
  if (row == nullptr) return {};
  return call.inFloats(x, [&](const Value& wide) {
    const Terms terms(call, wide.type);
    Value parameters[kMostParameters];
    for (int i = 0; i < kMostParameters && !row->parameters[i].name.empty(); ++i) {
      const auto& [name, absent] = row->parameters[i];
      const std::optional<double> number = given(name, static_cast<std::size_t>(i));
      parameters[i] = terms.number(number.value_or(absent));
    }
    return row->formula(terms, wide, parameters);
  });
}

}  // namespace

Values fusedConv(Call& call) {
  const Values product = convolution(call);
  if (call.failed() || !call.checkShape(3, product[0].dims)) return {};
  const Value sum =
      call.has(3) ? call.compute(OpId::add, product[0], call.optional(3)) : product[0];
  const std::vector<float> numbers = call.reals("activation_params").value_or(std::vector<float>());
  return {activated(call, sum, [&](std::string_view /*name*/, std::size_t at) {
    return at < numbers.size() ? std::optional<double>(numbers[at]) : std::nullopt;
  })};
}

Values fusedGemm(Call& call) {
  AttributeValues attributes;
  attributes.set(Attribute::alpha, call.real("alpha", 1));
  attributes.set(Attribute::beta, call.real("beta", 1));
  attributes.set(Attribute::transA, call.flag("transA") ? 1 : 0);
  attributes.set(Attribute::transB, call.flag("transB") ? 1 : 0);
  const Value product = call.product(OpId::gemm, call.inputs(), attributes, kOwnOpset);
  return {activated(call, product, [&](std::string_view name, std::size_t /*at*/) {
    const std::string attribute = std::string("activation_").append(name);
    return call.hasAttribute(attribute) ? std::optional(call.real(attribute, 0)) : std::nullopt;
  })};
}

}  // namespace simdcast::onnx
