// Pad, Tile and CenterCropPad: elements copied into a larger tensor, some of them repeatedly.
#include "padding.hpp"

#include <array>

#include "inputs.hpp"

namespace simdcast::onnx {
namespace {

// The numbers of a node for the axes that it names: all those before the axes, then those after.
Dims listedPads(Call& call) {
  if (call.since() >= 11) return call.numbers(1);
  return call.neededIntegers(call.since() < 2 ? "paddings" : "pads");
}

// Padding of all axes; the node may specify some of them.
Pads padsOf(Call& call, int rank) {
  const Dims given = listedPads(call);
  Dims axes = graph::allAxes(rank);
  if (call.since() >= 18) axes = numbersIfGiven(call, 3).value_or(axes);
  for (Count& axis : axes) axis = call.axis(axis, rank);
  if (given.size() != 2 * axes.size())
    return call.fail(faults::pads(call.label(), given.size(), 2 * axes.size()));
  if (call.failed()) return {};
  Pads pads{Dims(rank, 0), Dims(rank, 0)};
  // The last mention of an axis counts.
  for (int i = 0; i < axes.size(); ++i) {
    const int axis = static_cast<int>(axes[i]);
    pads.begins[axis] = std::clamp(given[i], -kMostPad, kMostPad);
    pads.ends[axis] = std::clamp(given[axes.size() + i], -kMostPad, kMostPad);
  }
  return pads;
}

// The padding element: an attribute before opset 11, an input since then. 0 by default.
Value paddingOf(Call& call) {
  const DType type = call.input(0).type;
  if (call.since() < 11) return call.cast(call.number(DType::float32, call.real("value", 0)), type);
  const Value given = call.optional(2);
  if (!given) return call.zero(type);
  if (given.elements() != 1) return call.fail(faults::scalar(call.label(), 2));
  return given;
}

enum class Mode { constant, edge, wrap, reflect };

Count modulo(Count number, Count divisor) {
  const Count rest = number % divisor;
  return rest < 0 ? rest + divisor : rest;
}

// The position from which an element of a padded axis is copied, which has `size` elements of its
// own.
Count sourceOf(Mode mode, Count at, Count size) {
  if (mode == Mode::edge) return std::clamp<Count>(at, 0, size - 1);
  if (mode == Mode::wrap) return modulo(at, size);
  // Mirrors back and forth: 2 1 | 0 1 2 3 | 2 1 0.
  const Count period = std::max<Count>(1, 2 * (size - 1));
  const Count within = modulo(at, period);
  return std::min(within, period - within);
}

// Pads one axis at a time, using indices.
Value repeated(Call& call, const Pads& pads, const Dims& made, Mode mode) {
  Value value = call.input(0);
  for (int axis = 0; axis < made.size() && !call.failed(); ++axis) {
    const Count begin = pads.begins[axis];
    const Count end = pads.ends[axis];
    if (begin == 0 && end == 0) continue;
    // Crops before repeating.
    const Count first = std::max<Count>(0, -begin);
    const Count kept = value.dims[axis] + std::min<Count>(0, end) - first;
    if (kept <= 0 && made[axis] > 0) return call.fail(faults::padsOut(call.label(), value.dims));
    const Count added = std::max<Count>(0, begin);
    const Value indices = call.table(DType::int32, {made[axis]}, [&](Count at) {
      return static_cast<double>(first + sourceOf(mode, at - added, kept));
    });
    value = call.gathered(value, indices, axis);
  }
  return value;
}

Values pad(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  const Pads pads = padsOf(call, input.rank());
  if (call.failed()) return {};
  const Dims made = paddedDims(input.dims, pads);
  if (!call.checkDims(made)) return {};
  const Value constant = call.optional(2);
  if (constant && constant.type != input.type)
    return call.fail(faults::typesDiffer(call.label(), input.type, constant.type));
  const auto mode = static_cast<Mode>(call.word("mode", {"constant", "edge", "wrap", "reflect"}));
  if (mode != Mode::constant) return {repeated(call, pads, made, mode)};
  const Value one = paddingOf(call);
  return {padded(call, input, pads, one)};
}

// The number of repeats of each axis.
Dims repeatsOf(Call& call, int rank) {
  if (call.since() >= 6) return call.numbers(1);
  // Tile-1 repeats one axis.
  const int axis = call.axis(call.scalar(2), rank);
  const Count times = call.scalar(1);
  return call.failed() ? Dims{} : graph::withSize(graph::ones(rank), axis, times);
}

// Each axis becomes two: the repeats, with stride 0, and the elements.
Value tiled(Call& call, const Value& input, const Dims& repeats, const Dims& made) {
  const Value output = call.builder().make(input.type, made, Builder::areConstant({&input, 1}));
  if (graph::sizeOf(made) == 0) return output;
  const Dims from = graph::denseStrides(input.dims);
  const Dims to = graph::denseStrides(made);
  Dims sizes;
  Dims fromStrides;
  Dims toStrides;
  for (int axis = 0; axis < made.size(); ++axis) {
    const Count size = input.dims[axis];
    for (const Count each : {repeats[axis], size}) sizes.push(each);
    for (const Count each : {Count{0}, from[axis]}) fromStrides.push(each);
    for (const Count each : {to[axis] * size, to[axis]}) toStrides.push(each);
  }
  call.builder().move(input, output,
                      {.sizes = sizes, .from = {0, fromStrides}, .to = {0, toStrides}});
  return output;
}

Values tile(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  const Dims repeats = repeatsOf(call, input.rank());
  if (repeats.size() != input.rank())
    return call.fail(faults::repeats(call.label(), repeats.size(), input.rank()));
  Dims made = input.dims;
  for (int axis = 0; axis < made.size(); ++axis) {
    // Larger products are not valid either.
    const Count most = made[axis] == 0 ? 0 : kMaxCount / made[axis];
    made[axis] *= std::clamp(repeats[axis], -most, most);
  }
  if (!call.checkDims(made)) return {};
  const bool isSame = std::ranges::all_of(repeats, [](Count times) { return times == 1; });
  return {isSame ? input : tiled(call, input, repeats, made)};
}

Values centerCropPad(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  const int rank = input.rank();
  const Dims sizes = call.numbers(1);
  Dims axes = call.integers("axes").value_or(graph::allAxes(rank));
  // Checks that no axis is named twice.
  call.axes(axes, rank);
  for (Count& axis : axes) axis = call.axis(axis, rank);
  if (sizes.size() != axes.size())
    return call.fail(faults::lengths(call.label(), "shape and axes"));
  if (call.failed()) return {};
  Dims target = input.dims;
  for (int i = 0; i < axes.size(); ++i) target[static_cast<int>(axes[i])] = sizes[i];
  if (!call.checkDims(target)) return {};
  Pads pads;
  for (int axis = 0; axis < rank; ++axis) {
    const Count missing = target[axis] - input.dims[axis];
    pads.begins.push(missing / 2);
    pads.ends.push(missing - missing / 2);
  }
  return {padded(call, input, pads, call.zero(input.type))};
}

constexpr Row kPaddingRows[] = {
    {"Pad",
     "1(floats){mode:string paddings:ints value:float} 2{mode:string pads:ints value:float} "
     "11[2..3](numbers, int64, numbers){mode:string} 13(all_bf, int64, all_bf) "
     "18,19[2..4](all_bf, int64, all_bf, indices) "
     "21,23,24,25(all_bf+, int64, all_bf+, indices)",
     pad},
    {"Tile", "1[3..3](floats) 6[2..2](all, int64) 13(all_bf, int64)", tile},
    {"CenterCropPad", "18(all_bf, indices){axes:ints}", centerCropPad},
};

}  // namespace

Dims paddedDims(const Dims& dims, const Pads& pads) {
  Dims made = dims;
  for (int axis = 0; axis < made.size(); ++axis) made[axis] += pads.begins[axis] + pads.ends[axis];
  return made;
}

Value padded(Call& call, const Value& input, const Pads& pads, const Value& one) {
  const Dims made = paddedDims(input.dims, pads);
  const std::array used{input, one};
  const Value output = call.builder().make(input.type, made, Builder::areConstant(used));
  if (call.failed()) return {};
  Dims sizes = input.dims;
  Dims cut;
  Dims added;
  bool isExtended = false;
  for (int axis = 0; axis < sizes.size(); ++axis) {
    const Count begin = pads.begins[axis];
    const Count end = pads.ends[axis];
    isExtended = isExtended || begin > 0 || end > 0;
    cut.push(std::max<Count>(0, -begin));
    added.push(std::max<Count>(0, begin));
    sizes[axis] += std::min<Count>(0, begin) + std::min<Count>(0, end);
  }
  if (isExtended) call.fill(output, one);
  if (std::ranges::any_of(sizes, [](Count size) { return size <= 0; })) return output;
  const Dims from = graph::denseStrides(input.dims);
  const Dims to = graph::denseStrides(made);
  Move box{.sizes = sizes};
  for (int axis = 0; axis < sizes.size(); ++axis) {
    box.from.offset += from[axis] * cut[axis];
    box.to.offset += to[axis] * added[axis];
  }
  call.builder().move(input, output, box);
  return output;
}

const std::span<const Row> rows::kPadding = kPaddingRows;

}  // namespace simdcast::onnx
