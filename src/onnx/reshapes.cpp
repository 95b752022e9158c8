// Operators whose result has the storage of an input, and at most other dims.
#include "inputs.hpp"

namespace simdcast::onnx {
namespace {

// The first input with other dims.
Values reshaped(Call& call, const Dims& dims) {
  const Value input = call.input(0);
  if (!call.checkDims(dims)) return {};
  if (graph::sizeOf(dims) != input.elements())
    return call.fail(faults::reshape(call.label(), input.dims, dims));
  return {call.alias(input, dims)};
}

Values identity(Call& call) { return {call.input(0)}; }

// The dims for the shape of ONNX Reshape: a 0 keeps the size of the input unless `allowzero` is
// set, and one -1 is inferred.
Dims targetOf(Call& call, Dims target, const Dims& dims) {
  const bool keeps = !call.flag("allowzero");
  for (int axis = 0; axis < target.size(); ++axis) {
    if (target[axis] != 0 || !keeps) continue;
    if (axis >= dims.size()) return call.fail(faults::nothingKept(call.label(), axis, dims));
    target[axis] = dims[axis];
  }
  const auto isNegative = [](Count size) { return size < 0; };
  const Count open = std::ranges::count_if(target, isNegative);
  if (open == 0) return target;
  Count* inferred = std::ranges::find(target, -1);
  if (open > 1 || inferred == target.end())
    return call.fail(faults::reshape(call.label(), dims, target));
  Dims others = target;
  others.erase(static_cast<int>(inferred - target.begin()));
  const Count rest = graph::sizeOf(others);
  const Count all = graph::sizeOf(dims);
  if (rest == 0 || all % rest != 0) return call.fail(faults::reshape(call.label(), dims, target));
  *inferred = all / rest;
  return target;
}

Values reshape(Call& call) {
  const Dims asked = call.since() < 5 ? call.integers("shape").value_or(Dims{}) : call.numbers(1);
  const Dims target = targetOf(call, asked, call.input(0).dims);
  return reshaped(call, target);
}

Values flatten(Call& call) {
  const Dims dims = call.input(0).dims;
  const int axis = call.ownAxis(1, dims.size(), true);
  if (call.failed()) return {};
  return reshaped(call, {graph::sizeOf(dims, 0, axis), graph::sizeOf(dims, axis, dims.size())});
}

// The axes of Squeeze and Unsqueeze: an attribute before opset 13, and an input since then.
std::optional<Dims> listedAxes(Call& call) {
  return call.since() < 13 ? call.integers("axes") : numbersIfGiven(call, 1);
}

Values squeeze(Call& call) {
  const Dims dims = call.input(0).dims;
  const std::optional<Dims> asked = listedAxes(call);
  const Dims axes = asked ? call.axes(*asked, dims.size()) : Dims{};
  if (call.failed()) return {};
  Dims made;
  for (int axis = 0; axis < dims.size(); ++axis) {
    const bool isRemoved = asked ? graph::contains(axes, axis) : dims[axis] == 1;
    if (isRemoved && dims[axis] != 1)
      return call.fail(faults::notOne(call.label(), axis, dims[axis]));
    if (!isRemoved) made.push(dims[axis]);
  }
  return reshaped(call, made);
}

Values unsqueeze(Call& call) {
  Dims made = call.input(0).dims;
  const Dims asked = call.since() < 13 ? call.neededIntegers("axes") : call.numbers(1);
  const Dims axes = call.axes(asked, made.size() + asked.size());
  if (call.failed()) return {};
  for (const Count axis : axes) made.insert(static_cast<int>(axis), 1);
  return reshaped(call, made);
}

Values optionalHasElement(Call& call) {
  const std::byte isThere{bool(graph::contentOf(call.optional(0)))};
  return {call.builder().constant(DType::boolean, {}, {&isThere, 1})};
}

Values optionalGetElement(Call& call) {
  const Value content = graph::contentOf(call.input(0));
  if (!content) return call.fail(faults::nothing(call.label()));
  return {content};
}

// The kinds that Optional accepts; since opset 18, any.
constexpr Kinds kHolder{.tensor = 18, .sequence = 18, .optional = 15};

constexpr Row kReshapesRows[] = {
    {.name = "Identity",
     .schema = "1(all) 13,14,16,19,21,23,24,25(all_bf+)",
     .lower = identity,
     .first = {.sequence = 14, .optional = 16}},
    {"Reshape",
     "1(floats){shape:ints consumed_inputs:ints} 5[2..2](all, int64){} 13(all_bf, int64) "
     "14,19,21,23,24,25(all_bf+, int64){allowzero:int}",
     reshape},
    {"Flatten", "1(floats){axis:int} 9,11(all) 13,21,23,24,25(all_bf+)", flatten},
    {"Squeeze", "1,11(all){axes:ints} 13,21,23,24,25[1..2](all_bf+, int64){}", squeeze},
    {"Unsqueeze", "1,11(all){axes:ints} 13,21,23,24,25[2..2](all_bf+, int64){}", unsqueeze},
    {"OptionalHasElement", "15,18[0..1]()", optionalHasElement, kReadsShapes, kHolder},
    {"OptionalGetElement", "15,18[1..1]()", optionalGetElement, kPlain, kHolder},
};

}  // namespace

const std::span<const Row> rows::kReshapes = kReshapesRows;

}  // namespace simdcast::onnx
