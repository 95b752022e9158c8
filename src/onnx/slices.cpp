#include "slices.hpp"

#include "../base/rounding.hpp"
#include "inputs.hpp"

namespace simdcast::onnx {
namespace {

// The positions of an axis that are kept, counted from the start.
struct Kept {
  Count count = 0;
  Count first = 0;
  Count step = 1;

  [[nodiscard]] bool isWhole(Count size) const { return count == size && (step == 1 || size <= 1); }
};

Kept keptOf(const Cut& cut, Count size) {
  // No axis is longer.
  constexpr Count kLongest = Count{1} << 31;
  if (size == 0) return {};
  const Count step = std::clamp(cut.step, -kLongest, kLongest);
  const auto within = [&](Count at, Count low, Count high) {
    return std::clamp(at < 0 ? at + size : at, low, high);
  };
  const bool isForward = step > 0;
  const Count high = isForward ? size : size - 1;
  const Count first = within(cut.start, 0, high);
  const Count last = within(cut.end, isForward ? 0 : -1, high);
  const Count distance = isForward ? last - first : first - last;
  const Count count = distance <= 0 ? 0 : divideUp(distance, std::abs(step));
  return {.count = count, .first = first, .step = step};
}

}  // namespace

Cuts cutsOf(Call& call) {
  const bool isByInput = call.inputCount() > 1;
  const Dims starts = isByInput ? call.numbers(1) : call.neededIntegers("starts");
  const Dims ends = isByInput ? call.numbers(2) : call.neededIntegers("ends");
  const std::optional<Dims> named = isByInput ? numbersIfGiven(call, 3) : call.integers("axes");
  const Dims axes = named.value_or(graph::allAxes(starts.size()));
  const Dims steps = numbersIfGiven(call, 4).value_or(graph::ones(starts.size()));
  for (const Dims* list : {&ends, &axes, &steps})
    if (list->size() != starts.size())
      return call.fail(faults::lengths(call.label(), "starts, ends, axes and steps"));
  const int rank = call.input(0).rank();
  // Checks that no axis is named twice.
  call.axes(axes, rank);
  if (call.failed()) return {};
  Cuts cuts;
  for (int i = 0; i < axes.size(); ++i)
    cuts.push({call.axis(axes[i], rank), starts[i], ends[i], steps[i]});
  return cuts;
}

Value sliced(Call& call, const Cuts& cuts) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  SmallVector<Kept, kUsualRank> kept;
  for (const Count size : input.dims) kept.push({.count = size});
  for (const Cut& cut : cuts) {
    if (cut.step == 0) return call.fail(faults::step(call.label()));
    kept[cut.axis] = keptOf(cut, input.dims[cut.axis]);
  }
  Dims made;
  bool isWhole = true;
  for (int axis = 0; axis < kept.size(); ++axis) {
    made.push(kept[axis].count);
    isWhole = isWhole && kept[axis].isWhole(input.dims[axis]);
  }
  if (isWhole) return input;
  Count offset = 0;
  Dims strides(made.size(), 0);
  if (graph::sizeOf(made) > 0) {
    const Dims dense = graph::denseStrides(input.dims);
    for (int axis = 0; axis < made.size(); ++axis) {
      offset += kept[axis].first * dense[axis];
      // A step past the only element could overflow.
      if (made[axis] > 1) strides[axis] = kept[axis].step * dense[axis];
    }
  }
  return call.boxOf(input, made, offset, strides);
}

}  // namespace simdcast::onnx
