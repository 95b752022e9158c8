// Resize and Upsample: along one axis at a time, from the elements that contribute to each result.
#include "../base/rounding.hpp"
#include "resize_weights.hpp"
#include "sampling.hpp"

namespace simdcast::onnx {
namespace {

using Reals = std::vector<double>;

enum class Interpolation : std::uint8_t { nearest, linear, cubic };

struct Modes {
  PositionMode position = PositionMode::asymmetric;
  Rounding rounding = Rounding::floor;
  Interpolation mode{};
};

// Up to this number of taps, products are added in sequence.
constexpr Count kMostChained = 4;

// The dims of factors along an axis, which broadcast to the value.
Dims dimsAlong(const Value& value, const Resized& along) {
  return graph::joined({{along.output}, graph::ones(value.rank() - along.axis - 1)});
}

// The weighted sums as one chain over the taps.
Value chained(Call& call, const Value& value, const Resized& along, const Contributions& each) {
  Values terms;
  for (Count tap = 0; tap < each.taps(); ++tap) {
    const Value elements =
        call.table(DType::int32, {along.output}, [&](Count at) { return each.elementOf(at, tap); });
    const Value factors = call.table(value.type, dimsAlong(value, along),
                                     [&](Count at) { return each.weightOf(at, tap); });
    terms.push(call.compute(OpId::mul, call.gathered(value, elements, along.axis), factors));
  }
  Value sum = terms[0];
  for (int tap = 1; tap < terms.size(); ++tap) sum = call.compute(OpId::add, sum, terms[tap]);
  return sum;
}

// The weighted sums as a product with the matrix of all weights, if there are many.
Value multiplied(Call& call, const Value& value, const Resized& along,
                 const Contributions& contributions) {
  const Dims dims{along.output, along.input};
  if (!call.checkDims(dims)) return {};
  const auto fill = [=, columns = along.input](std::byte* const* outputs,
                                               const std::byte* const* /*inputs*/) {
    auto* matrix = reinterpret_cast<double*>(outputs[0]);
    std::fill_n(matrix, sizeOf(dims), 0.0);
    for (Count at = 0; at < dims[0]; ++at)
      contributions.each(at, [&](double element, double weight) {
        matrix[at * columns + static_cast<Count>(element)] += weight;
      });
    return std::optional<Fault>();
  };
  const Value factors = call.cast(call.host({DType::float64, dims}, {}, fill), value.type);
  const Value images = call.alias(
      value, {outerOf(value.dims, along.axis), along.input, innerOf(value.dims, along.axis)});
  return call.alias(call.matMul(factors, images), withSize(value.dims, along.axis, along.output));
}

Value interpolated(Call& call, const Value& value, const Resized& along,
                   const Interpolated& method) {
  if (call.failed()) return {};
  const Contributions contributions(along, method);
  return contributions.taps() <= kMostChained ? chained(call, value, along, contributions)
                                              : multiplied(call, value, along, contributions);
}

Value nearest(Call& call, const Value& value, const Resized& along, const Modes& modes) {
  if (call.failed()) return {};
  const Value indices = call.table(DType::int32, {along.output}, [&](Count at) {
    return nearestTo(modes.position, modes.rounding, at, along);
  });
  return call.gathered(value, indices, along.axis);
}

// Replaces results outside the axis.
Value extrapolated(Call& call, const Value& value, const Resized& along, PositionMode mode) {
  if (call.failed()) return {};
  const auto isOutside = [&](Count at) {
    const double position = positionOf(mode, at, along);
    return position < 0 || position > static_cast<double>(along.input - 1);
  };
  Count first = 0;
  while (first < along.output && !isOutside(first)) ++first;
  if (first == along.output) return value;
  const Value mask = call.table(DType::boolean, dimsAlong(value, along),
                                [&](Count at) { return isOutside(at) ? 1 : 0; });
  const Value one = call.number(DType::float32, call.real("extrapolation_value", 0));
  return call.compute(OpId::where, mask, call.cast(one, value.type), value);
}

// The numbers of an optional input, which may be present without elements.
std::optional<Reals> given(Call& call, int at, int count) {
  if (!call.has(at)) return std::nullopt;
  const Value value = call.optional(at);
  if (value.rank() > 1) return call.fail(faults::vector(call.label(), at));
  Reals numbers = call.reals(at, value);
  if (numbers.empty()) return std::nullopt;
  if (numbers.size() != size(count)) return call.wrongShape(at, {count});
  return numbers;
}

bool checkScales(Call& call, const Reals& scales) {
  if (call.failed()) return false;
  const bool fit =
      std::ranges::all_of(scales, [](double scale) { return scale > 0 && std::isfinite(scale); });
  return fit || call.fail(faults::scales(call.label(), scales));
}

struct Scaling {
  Reals scales;
  Reals sizes;
};

double scaledSize(double input, double scale) {
  return std::floor(double{static_cast<float>(input * scale)});
}

Scaling byScales(const Dims& inputs, const Reals& scales) {
  Scaling scaling{.scales = scales};
  for (int i = 0; i < inputs.size(); ++i)
    scaling.sizes.push_back(scaledSize(static_cast<double>(inputs[i]), scales[size(i)]));
  return scaling;
}

// Applies keep_aspect_ratio_policy: one scale for all axes.
Scaling bySizes(Call& call, const Dims& inputs, const Reals& sizes) {
  enum Policy { kStretch, kNotLarger };
  const int policy =
      call.word("keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"});
  Scaling scaling{.sizes = sizes};
  for (int i = 0; i < inputs.size(); ++i)
    scaling.scales.push_back(sizes[size(i)] / static_cast<double>(inputs[i]));
  if (policy == kStretch) return scaling;
  double chosen = scaling.scales[0];
  for (const double scale : scaling.scales)
    if (std::isnan(scale) || (policy == kNotLarger ? scale < chosen : scale > chosen))
      chosen = scale;
  for (int i = 0; i < inputs.size(); ++i)
    scaling.sizes[size(i)] = std::floor(chosen * static_cast<double>(inputs[i]) + 0.5);
  scaling.scales.assign(scaling.scales.size(), chosen);
  return scaling;
}

// The axes with the sizes of the result, which are checked.
std::vector<Resized> resizedTo(Call& call, const Dims& axes, const Scaling& scaling) {
  if (call.failed()) return {};
  const Dims dims = call.input(0).dims;
  Reals made(dims.begin(), dims.end());
  std::vector<Resized> resized;
  for (int i = 0; i < axes.size(); ++i) {
    const int axis = static_cast<int>(axes[i]);
    const double output = scaling.sizes[size(i)];
    made[size(axis)] = output;
    const bool fits = output >= 0 && output <= INT32_MAX;
    resized.push_back({.axis = axis,
                       .input = dims[axis],
                       .output = fits ? static_cast<Count>(output) : kMaxCount,
                       .scale = scaling.scales[size(i)]});
  }
  const bool fit =
      std::ranges::none_of(resized, [](const Resized& along) { return along.output == kMaxCount; });
  if (!fit) return call.fail(faults::sizes(call.label(), made));
  return resized;
}

// The axes that Resize resizes.
std::vector<Resized> resizedAxes(Call& call) {
  const int rank = call.input(0).rank();
  Dims axes = call.integers("axes").value_or(graph::allAxes(rank));
  for (Count& axis : axes) axis = call.axis(axis, rank);
  call.axes(axes, rank);  // none twice
  if (call.failed()) return {};
  Dims inputs;
  for (const Count axis : axes) inputs.push(call.input(0).dims[static_cast<int>(axis)]);
  const bool isOld = call.since() < 11;
  const auto scales = given(call, isOld ? 1 : 2, axes.size());
  const auto sizes = isOld ? std::nullopt : given(call, 3, axes.size());
  if (call.failed()) return {};
  if (scales.has_value() == sizes.has_value())
    return call.fail(faults::scalesOrSizes(call.label()));
  const auto roi = isOld ? std::nullopt : given(call, 1, 2 * axes.size());
  if (scales && !checkScales(call, *scales)) return {};
  const Scaling scaling = sizes ? bySizes(call, inputs, *sizes) : byScales(inputs, *scales);
  std::vector<Resized> resized = resizedTo(call, axes, scaling);
  for (std::size_t i = 0; roi && i < resized.size(); ++i) {
    resized[i].start = (*roi)[i];
    resized[i].end = (*roi)[i + resized.size()];
  }
  return resized;
}

// The axes that change, cheapest first: some shrink before others are stretched.
std::vector<Resized> changedAxes(std::vector<Resized> axes, bool crops) {
  const auto ratio = [](const Resized& along) {
    return static_cast<double>(along.output) / static_cast<double>(along.input);
  };
  std::erase_if(axes, [&](const Resized& along) {
    return !crops && along.scale == 1 && along.input == along.output;
  });
  // Insertion sort: they are few.
  for (auto next = axes.begin(); next != axes.end(); ++next)
    std::rotate(std::ranges::upper_bound(axes.begin(), next, ratio(*next), {}, ratio), next,
                next + 1);
  return axes;
}

Values resizedBy(Call& call, const std::vector<Resized>& axes, const Modes& modes) {
  if (call.failed()) return {};
  const Value input = call.input(0);
  Dims made = input.dims;
  for (const Resized& along : axes) made[along.axis] = along.output;
  if (!call.checkDims(made)) return {};
  if (input.elements() == 0 && sizeOf(made) > 0)
    return call.fail(faults::sizes(call.label(), made));
  const bool crops = modes.position == PositionMode::tfCropAndResize;
  if (input.type == DType::string && (modes.mode != Interpolation::nearest || crops))
    return call.fail(faults::noStrings(call.label()));
  if (sizeOf(made) == 0) return {call.builder().make(input.type, made, false)};
  const std::vector<Resized> changed = changedAxes(axes, crops);
  const auto outside = [&](Value value) {
    for (const Resized& along : changed)
      if (crops) value = extrapolated(call, value, along, modes.position);
    return value;
  };
  if (modes.mode == Interpolation::nearest) {
    Value value = input;
    for (const Resized& along : changed) value = nearest(call, value, along, modes);
    return {outside(value)};
  }
  Interpolated method{.position = modes.position, .cubic = modes.mode == Interpolation::cubic};
  if (method.cubic) method.a = call.real("cubic_coeff_a", -0.75);
  method.antialias = call.flag("antialias");
  method.excludeOutside = call.flag("exclude_outside");
  return {call.inFloats(input, [&](Value value) {
    for (const Resized& along : changed) value = interpolated(call, value, along, method);
    return outside(value);
  })};
}

// The scales of Upsample: an attribute before opset 9, an input since then.
Reals upsampleScales(Call& call, int rank) {
  if (call.since() >= 9) return given(call, 1, rank).value_or(Reals());
  if (call.since() < 7)
    return {1, 1, call.neededReal("height_scale"), call.neededReal("width_scale")};
  const auto scales = call.reals("scales");
  if (!scales) return call.fail(faults::attributeMissing(call.label(), "scales"));
  return Reals(scales->begin(), scales->end());
}

}  // namespace

Values resize(Call& call) {
  const bool isOld = call.since() < 11;
  const auto absent = isOld ? PositionMode::asymmetric : PositionMode::halfPixel;
  const auto rounding = isOld ? Rounding::simple : Rounding::preferFloor;
  Modes modes;
  modes.position = static_cast<PositionMode>(
      call.word("coordinate_transformation_mode",
                {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                 "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"},
                static_cast<int>(absent)));
  modes.rounding = static_cast<Rounding>(call.word(
      "nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"},
      static_cast<int>(rounding)));
  modes.mode = static_cast<Interpolation>(call.word("mode", {"nearest", "linear", "cubic"}));
  return resizedBy(call, resizedAxes(call), modes);
}

Values upsample(Call& call) {
  constexpr int kBilinear = 3;
  const Dims dims = call.input(0).dims;
  const Reals scales = upsampleScales(call, dims.size());
  if (call.failed()) return {};
  if (scales.size() != size(dims.size()))
    return call.fail(
        faults::eachAxis(call.label(), "scales", static_cast<Count>(scales.size()), dims.size()));
  if (!checkScales(call, scales)) return {};
  const int mode = call.word("mode", {"nearest", "linear", "cubic", "bilinear"});
  const Modes modes{.mode = mode == kBilinear ? Interpolation::linear
                                              : static_cast<Interpolation>(mode)};
  return resizedBy(call, resizedTo(call, graph::allAxes(dims.size()), byScales(dims, scales)),
                   modes);
}

}  // namespace simdcast::onnx
