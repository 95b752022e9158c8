// ConvTranspose. With strides, the results of one phase, a stride apart, use the same kernel taps:
// each phase is a convolution of the image in place, and no zero is multiplied. Phases with the
// same number of taps form one convolution with more channels, whose results are then interleaved.
#include <numeric>
#include <string>

#include "../base/rounding.hpp"
#include "convolving.hpp"

namespace simdcast::onnx {
namespace {

// The results `first`, `first + stride`, … along an axis, and the windows that they are computed
// from.
struct Phase {
  Count first;
  Count count;
  Count tap;  // the first one that they use
  Count tapStep;
  Count taps;
  Count start;     // the first element of the first window
  Count dilation;  // between the elements of a window
};
// One for each axis.
using Phases = SmallVector<Phase, 3>;

// Phases of all axes whose windows have the same number of taps.
struct Family {
  WindowAxes windows;
  std::vector<Phases> members;

  [[nodiscard]] Count size() const { return static_cast<Count>(members.size()); }
  [[nodiscard]] const Phase& phase(Count member, int axis) const {
    return members[simdcast::size(member)][axis];
  }
};

// The operands, and the axes: element i of the image, through tap t, contributes to element
// i * stride + t * dilation - pad of the result.
struct Applied {
  Value images;
  Value weights;
  Value bias;  // may be absent
  Count groups;
  WindowAxes axes;
};

// The size of an axis of the result that attributes state or imply; nothing if pads determine it.
std::optional<Count> statedSize(const WindowAxis& axis, const std::optional<Dims>& shape, int at,
                                AutoPad mode) {
  if (shape) return (*shape)[at];
  if (mode == AutoPad::sameUpper || mode == AutoPad::sameLower) return axis.input * axis.stride;
  return std::nullopt;
}

WindowAxes windowAxesOf(Call& call, const Dims& sizes, const Dims& kernel) {
  const int rank = sizes.size();
  const SlidAxes slid = slidAxes(call, sizes, kernel);
  const Dims beyond = eachAxis(call, "output_padding", rank, 0, 0);
  std::optional<Dims> shape = call.integers("output_shape");
  // It may include batch and channels.
  if (shape) shape = slice(*shape, std::max(0, shape->size() - rank));
  if (shape && shape->size() != rank)
    return call.fail(faults::eachAxis(call.label(), "output_shape", shape->size(), rank));
  const AutoPad mode = autoPadOf(call);
  if (call.failed()) return {};
  WindowAxes axes;
  for (int at = 0; at < rank; ++at) {
    auto [along, pads] = slid[at];
    const Count full = (along.input - 1) * along.stride + beyond[at] + reachOf(along);
    const std::optional<Count> stated = statedSize(along, shape, at, mode);
    along.output = stated.value_or(0);
    if (!stated) {
      if (mode == AutoPad::valid) pads = {};
      along.output = full - pads.before - pads.after;
    }
    if (along.output < 0 || along.output > INT32_MAX)
      return call.fail(faults::windowFit(call.label(), at + 2, reachOf(along), full));
    along.pad =
        stated ? halves(full - along.output, mode != AutoPad::sameUpper).before : pads.before;
    axes.push(along);
  }
  return axes;
}

// The phases that have taps: at most one per tap.
std::vector<Phase> phasesOf(const WindowAxis& axis) {
  const auto& [input, output, kernel, stride, dilation, pad] = axis;
  const Count common = std::gcd(stride, dilation);
  const Count tapStep = stride / common;
  std::vector<Phase> phases;
  for (Count tap = 0; tap < std::min(tapStep, kernel); ++tap) {
    const Count beyond = (tap * dilation - pad) % stride;
    const Count first = beyond < 0 ? beyond + stride : beyond;
    if (first >= output) continue;
    const Count taps = ceilDivide(kernel - tap, tapStep);
    phases.push_back({.first = first,
                      .count = ceilDivide(output - first, stride),
                      .tap = tap,
                      .tapStep = tapStep,
                      .taps = taps,
                      .start = (first + pad - (tap + (taps - 1) * tapStep) * dilation) / stride,
                      .dilation = dilation / common});
  }
  return phases;
}

// Every combination of one phase of each axis, with the last axis varying fastest.
std::vector<Phases> combinedPhases(const WindowAxes& axes) {
  std::vector<Phases> all{{}};
  for (const WindowAxis& axis : axes) {
    const std::vector<Phase> phases = phasesOf(axis);
    std::vector<Phases> longer;
    for (const Phases& chosen : all)
      for (const Phase& phase : phases) {
        longer.push_back(chosen);
        longer.back().push(phase);
      }
    all = std::move(longer);
  }
  return all;
}

bool haveEqualTaps(const Phases& a, const Phases& b) {
  return std::ranges::equal(a, b, {}, &Phase::taps, &Phase::taps);
}

// Windows that cover those of all members.
WindowAxes coveringWindows(const WindowAxes& axes, const std::vector<Phases>& members) {
  WindowAxes windows;
  for (int at = 0; at < axes.size(); ++at) {
    const Phase& some = members[0][at];
    Count start = some.start;
    Count end = some.start;
    for (const Phases& phases : members) {
      start = std::min(start, phases[at].start);
      end = std::max(end, phases[at].start + phases[at].count);
    }
    windows.push({.input = axes[at].input,
                  .output = end - start,
                  .kernel = some.taps,
                  .dilation = some.dilation,
                  .pad = -start});
  }
  return windows;
}

std::vector<Family> familiesOf(const WindowAxes& axes) {
  std::vector<Family> families;
  for (const Phases& phases : combinedPhases(axes)) {
    auto own = std::ranges::find_if(
        families, [&](const Family& family) { return haveEqualTaps(family.members[0], phases); });
    if (own == families.end()) own = families.insert(own, Family{});
    own->members.push_back(phases);
  }
  for (Family& family : families) family.windows = coveringWindows(axes, family.members);
  return families;
}

// The name of the weights that are arranged for a family.
std::string nameOf(const Family& family, Count groups) {
  std::string name = std::to_string(groups) + " groups, taps";
  for (const Phases& phases : family.members)
    for (const Phase& phase : phases)
      name += " " + std::to_string(phase.tap) + "+" + std::to_string(phase.taps) + "*" +
              std::to_string(phase.tapStep);
  return name;
}

// Moves weights [groups * input channels, output channels, taps…] into those of a member of a
// family [groups * members * output channels, input channels, taps…], with the taps reversed.
void arrange(Call& call, const Value& weights, Count groups, const Family& family, Count member,
             const Value& output) {
  const Dims steps = denseStrides(weights.dims);
  const Dims made = denseStrides(output.dims);
  const Count inputs = output.dims[1];
  const Count outputs = weights.dims[1];
  Move move{.sizes = Dims{groups, outputs, inputs},
            .from = {.strides = Dims{inputs * steps[0], steps[1], steps[0]}},
            .to = {.offset = member * outputs * made[0],
                   .strides = Dims{family.size() * outputs * made[0], made[0], made[1]}}};
  for (int axis = 0; axis < family.windows.size(); ++axis) {
    const Phase& phase = family.phase(member, axis);
    const Count step = phase.tapStep * steps[axis + 2];
    move.sizes->push(phase.taps);
    move.from.offset += phase.tap * steps[axis + 2] + (phase.taps - 1) * step;
    move.from.strides->push(-step);
    move.to.strides->push(made[axis + 2]);
  }
  call.builder().move(weights, output, move);
}

// The weights for a family.
Value weightsOf(Call& call, const Value& weights, Count groups, const Family& family) {
  Dims made{groups * family.size() * weights.dims[1], weights.dims[0] / groups};
  for (const WindowAxis& axis : family.windows) made.push(axis.kernel);
  if (!call.checkDims(made)) return {};
  return call.builder().derived(weights, nameOf(family, groups), [&] {
    const Value output = call.builder().make(weights.type, made, weights.isConstant());
    for (Count member = 0; output && member < family.size(); ++member)
      arrange(call, weights, groups, family, member, output);
    return output;
  });
}

// The bias of each group, once for each member of a family.
Value biasesOf(Call& call, const Value& bias, Count groups, Count members) {
  if (!bias) return {};
  const Count each = bias.elements() / groups;
  const Value rows = call.alias(bias, {groups, 1, each});
  const Value expanded = members == 1 ? rows : call.expand(rows, {groups, members, each});
  return call.alias(expanded, {groups * members * each});
}

// Moves the results of a member of a family into the output.
void place(Call& call, const Family& family, Count member, const Value& results,
           const Value& output, const Applied& applied) {
  const Count each = output.dims[1] / applied.groups;
  const Dims from = denseStrides(results.dims);
  const Dims to = denseStrides(output.dims);
  Move move{.sizes = Dims{output.dims[0], applied.groups, each},
            .from = {.offset = member * each * from[1],
                     .strides = Dims{from[0], family.size() * each * from[1], from[1]}},
            .to = {.strides = Dims{to[0], each * to[1], to[1]}}};
  for (int axis = 0; axis < family.windows.size(); ++axis) {
    const Phase& phase = family.phase(member, axis);
    move.sizes->push(phase.count);
    move.from.offset += (phase.start + family.windows[axis].pad) * from[axis + 2];
    move.from.strides->push(from[axis + 2]);
    move.to.offset += phase.first * to[axis + 2];
    move.to.strides->push(applied.axes[axis].stride * to[axis + 2]);
  }
  call.builder().move(results, output, move);
}

// Whether some results along an axis, of phases between taps, have no tap.
bool isUnread(const WindowAxis& axis) {
  return static_cast<Count>(phasesOf(axis).size()) < std::min(axis.stride, axis.output);
}

// Elements without a tap are the bias.
void fillUnread(Call& call, const Value& output, const Value& bias) {
  if (!bias) return call.fill(output, call.zero(output.type));
  Dims strides(output.rank(), 0);
  strides[1] = 1;
  call.builder().move(bias, output, {.sizes = output.dims, .from = {.strides = strides}});
}

Value convolvedFor(Call& call, const Family& family, const Applied& applied) {
  const auto& [images, weights, bias, groups, axes] = applied;
  const Value turned = weightsOf(call, weights, groups, family);
  const Value biases = biasesOf(call, bias, groups, family.size());
  return convolved(call, images, turned, biases, groups, family.windows);
}

Value transposed(Call& call, const Applied& applied) {
  if (call.failed()) return {};
  const auto& [images, weights, bias, groups, axes] = applied;
  Dims dims{images.dims[0], weights.dims[1] * groups};
  for (const WindowAxis& axis : axes) dims.push(axis.output);
  if (!call.checkDims(dims)) return {};
  const Value operands[] = {images, weights, bias};
  const Value output = call.builder().make(images.type, dims, Builder::areConstant(operands));
  if (!output || sizeOf(dims) == 0) return output;
  // A kernel without channels may have any size.
  if (weights.elements() == 0) {
    fillUnread(call, output, bias);
    return output;
  }
  const std::vector<Family> families = familiesOf(axes);
  const bool isDense =
      std::ranges::all_of(axes, [](const WindowAxis& axis) { return axis.stride == 1; });
  if (isDense && !families.empty()) return convolvedFor(call, families[0], applied);
  if (std::ranges::any_of(axes, isUnread)) fillUnread(call, output, bias);
  for (const Family& family : families) {
    const Value results = convolvedFor(call, family, applied);
    if (call.failed()) return {};
    for (Count member = 0; member < family.size(); ++member)
      place(call, family, member, results, output, applied);
  }
  return output;
}

}  // namespace

Values transposedConvolution(Call& call) {
  const Dims sizes = imageSizes(call);
  const Value given = call.input(1);
  const Value added = call.optional(2);
  const Count groups = groupsOf(call, sizes, given, added, true);
  if (call.failed()) return {};
  const WindowAxes axes = windowAxesOf(call, sizes, slice(given.dims, 2));
  const Value bias = added ? call.widened(added) : Value{};
  const Value weights = call.widened(given);
  return {call.inFloats(call.input(0), [&](const Value& images) {
    return transposed(call, {images, weights, bias, groups, axes});
  })};
}

}  // namespace simdcast::onnx
