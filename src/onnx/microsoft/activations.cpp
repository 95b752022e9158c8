// Activations with a preceding bias: BiasGelu and similar operators.
#include <array>

#include "../terms.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kGeluOpset = 20;

enum class Approximation : std::uint8_t { none, tanh };

Value gelu(Call& call, const Value& x, Approximation approximation) {
  AttributeValues attributes;
  attributes.set(Attribute::approximate, static_cast<int>(approximation));
  return call.compute(OpId::gelu, std::array{x}, attributes, kGeluOpset);
}

// The first input plus the bias, if there is one: one number per position of the last axis.
Value biased(Call& call) {
  const Value x = call.input(0);
  if (!call.has(1)) return x;
  if (!call.checkShape(1, lastAxis(x.dims))) return {};
  return call.compute(OpId::add, x, call.optional(1));
}

}  // namespace

Values plainGelu(Call& call) { return {gelu(call, call.input(0), Approximation::none)}; }

Values biasGelu(Call& call) { return {gelu(call, biased(call), Approximation::none)}; }

Values fastGelu(Call& call) { return {gelu(call, biased(call), Approximation::tanh)}; }

Values quickGelu(Call& call) {
  return {call.inFloats(call.input(0), [&](const Value& x) {
    const Terms terms(call, x.type);
    return swish(x, terms.attribute("alpha", 1.702), terms);
  })};
}

}  // namespace simdcast::onnx
