// Operators that ONNX marked as experimental, and had removed by opset 10. Models that were
// converted from Core ML or by WinMLTools have them, and onnxruntime runs them.
#include "slices.hpp"
#include "terms.hpp"

namespace simdcast::onnx {
namespace {

Value affine(const Value& x, const Terms& terms) {
  const Value scaled = terms(OpId::mul, terms.attribute("alpha", 1), x);
  return terms(OpId::add, scaled, terms.attribute("beta", 0));
}

// alpha * f(beta * x)
template <OpId kOp>
Value scaled(const Value& x, const Terms& terms) {
  const Value alpha = terms.needed("alpha");
  const Value inner = terms(OpId::mul, terms.needed("beta"), x);
  return terms(OpId::mul, alpha, terms(kOp, inner));
}

// Checks that the first input is an image; returns whether the call has failed.
bool refusesImage(Call& call) {
  const Value input = call.input(0);
  if (!call.failed() && input.rank() != 4)
    call.fail(faults::operandShape(call.label(), 0, input.dims,
                                   {"batch", "channels", "height", "width"}));
  return call.failed();
}

// Checks that an attribute has exactly `count` items; returns whether the call has failed.
bool refusesLength(Call& call, std::string_view name, Count got, Count count) {
  if (got != count) call.fail(faults::eachAxis(call.label(), name, got, count));
  return call.failed();
}

// Multiplies pixels by a number, and adds a bias for each channel.
Values imageScaler(Call& call) {
  if (refusesImage(call)) return {};
  const Value input = call.input(0);
  const std::optional<std::vector<float>> bias = call.reals("bias");
  if (!bias) return call.fail(faults::attributeMissing(call.label(), "bias"));
  const Count channels = input.dims[1];
  if (refusesLength(call, "bias", static_cast<Count>(bias->size()), channels)) return {};
  const std::vector<double> numbers(bias->begin(), bias->end());
  return {call.inFloats(input, [&](const Value& images) {
    const Value scale = call.number(images.type, call.real("scale", 1));
    const Value scaled = call.compute(OpId::mul, images, scale);
    return call.compute(OpId::add, scaled, call.floats(images.type, {channels, 1, 1}, numbers));
  })};
}

Fault outsideOf(const Call& call, const Dims& plane, const Dims& border) {
  const std::string image = Said(plane[0]).text() + " × " + Said(plane[1]).text();
  return faults::allowed(call.label(), "border", Shown(border).text(), "within " + image);
}

// Removes a border (left, top, right, bottom), or takes a region of a given height and width after
// the left and the top border.
Values crop(Call& call) {
  if (refusesImage(call)) return {};
  const Dims plane = graph::slice(call.input(0).dims, 2);
  const Dims border = call.neededIntegers("border");
  if (refusesLength(call, "border", border.size(), 4)) return {};
  const std::optional<Dims> size = call.integers("scale");
  if (size && refusesLength(call, "scale", size->size(), 2)) return {};
  Cuts cuts;
  for (int i = 0; i < 2; ++i) {
    // All numbers outside the image are alike.
    const auto bounded = [&](Count pixels) { return std::clamp<Count>(pixels, -1, plane[i] + 1); };
    const Count before = bounded(border[1 - i]);
    const Count after = bounded(border[3 - i]);
    const Count room = plane[i] - before;
    const Count kept = size ? (*size)[i] : room - after;
    if (before < 0 || after < 0 || kept < 0 || kept > room)
      return call.fail(outsideOf(call, plane, border));
    cuts.push({2 + i, before, before + kept});
  }
  return {sliced(call, cuts)};
}

// Slice as in opset 10, without steps.
Values dynamicSlice(Call& call) {
  const Cuts cuts = cutsOf(call);
  return {sliced(call, cuts)};
}

constexpr Row kExperimentalRows[] = {
    {"Affine", "1(floats){alpha:float beta:float}", byFormula<affine>},
    {"ScaledTanh", "1(floats){alpha:float beta:float}", byFormula<scaled<OpId::tanh>>},
    {"ParametricSoftplus", "1(floats){alpha:float beta:float}", byFormula<scaled<OpId::softplus>>},
    {"ImageScaler", "1(floats){bias:floats scale:float}", imageScaler},
    {"Crop", "1(floats){border:ints scale:ints}", crop},
    {"DynamicSlice", "1[3..4](all, indices)", dynamicSlice},
};

}  // namespace

const std::span<const Row> rows::kExperimental = kExperimentalRows;

}  // namespace simdcast::onnx
