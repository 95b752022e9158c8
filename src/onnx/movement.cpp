// Operators that rearrange elements without computing: Transpose, Concat, Split and Slice.
#include "../base/rounding.hpp"
#include "inputs.hpp"
#include "slices.hpp"

namespace simdcast::onnx {
namespace {

Values transpose(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  Dims perm = graph::allAxes(input.rank());
  perm.reverse();
  if (const std::optional<Dims> given = call.integers("perm")) perm = *given;
  Dims sorted = perm;
  std::ranges::sort(sorted);
  if (sorted != graph::allAxes(input.rank()))
    return call.fail(faults::perm(call.label(), perm, input.rank()));
  return {call.permuted(input, perm)};
}

Values concat(Call& call) {
  for (int at = 0; at < call.inputCount(); ++at) call.input(at);
  if (call.failed()) return {};
  const Count asked = call.since() < 4 ? call.integer("axis", 1) : call.neededInteger("axis");
  const int axis = call.axis(asked, call.input(0).rank());
  if (call.failed()) return {};
  return {call.joinedAlong(call.inputs(), axis)};
}

// The sizes that the node lists: opsets 2 to 12 have only the attribute, later ones only the input.
std::optional<Dims> listedParts(Call& call) {
  if (call.since() < 13) {
    const std::optional<Dims> given = call.integers("split");
    if (given || call.since() >= 2) return given;
  }
  return numbersIfGiven(call, 1);
}

// The sizes of the parts of an axis.
Dims partsOf(Call& call, Count size) {
  const int count = call.outputCount();
  if (const std::optional<Dims> parts = listedParts(call)) {
    const bool fit =
        std::ranges::all_of(*parts, [&](Count part) { return part >= 0 && part <= size; });
    if (parts->size() == count && fit && graph::sumOf(*parts) == size) return *parts;
    return call.fail(faults::split(call.label(), *parts, size));
  }
  // Only `num_outputs` allows a smaller last part.
  const Count asked = call.integer("num_outputs", count);
  const Count part = divideUp(size, count);
  const Count last = size - part * (count - 1);
  const bool isEven = last == part || (last >= 0 && call.hasAttribute("num_outputs"));
  if (asked != count || !isEven) return call.fail(faults::splitEven(call.label(), asked, size));
  Dims parts(count, part);
  parts.back() = last;
  return parts;
}

Values split(Call& call) {
  const Value input = call.input(0);
  const int axis = call.ownAxis(0, input.rank());
  if (call.failed()) return {};
  const Dims parts = partsOf(call, input.dims[axis]);
  Values outputs;
  Count start = 0;
  for (int i = 0; i < parts.size(); ++i) {
    outputs.push(call.wants(i) ? call.partOf(input, axis, start, parts[i]) : Value{});
    start += parts[i];
  }
  return outputs;
}

Values slice(Call& call) {
  const Cuts cuts = cutsOf(call);
  return {sliced(call, cuts)};
}

constexpr Row kMovementRows[] = {
    {"Transpose", "1(all){perm:ints} 13,21,23,24,25(all_bf+)", transpose},
    {"Concat", "1[1..*](floats){axis:int} 4,11(all) 13(all_bf)", concat},
    {"Split",
     "1[1..2](floats){axis:int split:ints}->* 2,11[1..1](all) 13[1..2](all_bf, int64){axis:int} "
     "18{axis:int num_outputs:int}",
     split},
    {"Slice",
     "1(all){starts:ints ends:ints axes:ints} 10,11[3..5](all, indices){} 13(all_bf, indices)",
     slice},
};

}  // namespace

const std::span<const Row> rows::kMovement = kMovementRows;

}  // namespace simdcast::onnx
