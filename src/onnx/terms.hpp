// The building blocks of formulas: the engine's operators, and numbers in the type of the elements.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

class Terms {
 public:
  // The type is float32 or float64.
  Terms(Call& call, DType type) : call_(call), type_(type) {}

  template <class... Inputs>
  Value operator()(OpId op, const Inputs&... inputs) const {
    return call_.compute(op, inputs...);
  }
  [[nodiscard]] Value number(double value) const { return call_.number(type_, value); }
  // The number of an attribute.
  [[nodiscard]] Value attribute(std::string_view name, double absent) const {
    return number(call_.real(name, absent));
  }
  [[nodiscard]] Value needed(std::string_view name) const { return number(call_.neededReal(name)); }
  [[nodiscard]] int since() const { return call_.since(); }

 private:
  Call& call_;
  DType type_;
};

// scale * (e^x - 1) if x is below 0.
[[nodiscard]] Value exponential(const Value& x, const Value& scale, const Terms& terms);
// x if it is above the bound, otherwise 0.
[[nodiscard]] Value thresholded(const Value& x, const Value& bound, const Terms& terms);
[[nodiscard]] Value softsign(const Value& x, const Terms& terms);
// slope * x + offset, clamped to [0, 1].
[[nodiscard]] Value hardened(const Value& x, const Value& slope, const Value& offset,
                             const Terms& terms);
// x * sigmoid(slope * x)
[[nodiscard]] Value swish(const Value& x, const Value& slope, const Terms& terms);

using Formula = Value (*)(const Value& x, const Terms& terms);

// The lowering of a unary operator that is a formula. 16-bit floats are widened for it.
template <Formula kFormula>
Values byFormula(Call& call) {
  return {call.inFloats(call.input(0),
                        [&](const Value& x) { return kFormula(x, Terms(call, x.type)); })};
}

}  // namespace simdcast::onnx
