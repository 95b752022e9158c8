#include "dropout.hpp"

#include "drawing.hpp"

namespace simdcast::onnx {
namespace {

// Up to opset 6 an attribute selects test mode; since opset 12 an input selects training.
bool isTraining(Call& call) {
  if (call.since() < 7) return !call.flag("is_test");
  return call.has(2) && call.item(2) != 0;
}

// The share of elements that is dropped.
double ratioOf(Call& call) {
  const bool isInput = call.since() >= 12;
  const double ratio = isInput ? (call.has(1) ? call.item(1) : 0.5) : call.real("ratio", 0.5);
  if (call.failed() || (ratio >= 0 && ratio < 1)) return ratio;
  return call.fail(faults::allowed(call.label(), "ratio", ratio, "at least 0 and less than 1"));
}

// Below opset 10, a mask has the type of the input.
Value maskOf(Call& call, const Value& kept) {
  return call.cast(kept, call.since() >= 10 ? DType::boolean : call.input(0).type);
}

// 1 for each element that is kept, 0 for the others.
Value keptOf(Call& call, const Dims& dims, double ratio) {
  std::optional<double> seed;
  if (call.hasAttribute("seed")) seed = static_cast<double>(call.integer("seed", 0));
  return drawn(call, {DType::float32, dims}, seed, {},
               [ratio](auto target, math::RandomState& state, auto /*source*/) {
                 for (auto& each : target) each = state.uniform() < ratio ? 0 : 1;
               });
}

}  // namespace

Values dropout(Call& call) {
  const Value input = call.input(0);
  const double ratio = isTraining(call) ? ratioOf(call) : 0;
  if (call.failed()) return {};
  if (ratio == 0) {
    if (!call.wants(1)) return {input};
    const Value truth = call.table(DType::boolean, {}, [](Count) { return 1.0; });
    return {input, call.expand(maskOf(call, truth), input.dims)};
  }
  const Value kept = keptOf(call, input.dims, ratio);
  const Value output = call.inFloats(input, [&](const Value& x) {
    const Value scale = call.number(x.type, 1 / (1 - ratio));
    return call.compute(OpId::mul, call.compute(OpId::mul, x, call.cast(kept, x.type)), scale);
  });
  return {output, call.wants(1) ? maskOf(call, kept) : Value{}};
}

}  // namespace simdcast::onnx
