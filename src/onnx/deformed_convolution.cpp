// DeformConv: samples the images at the offsets, then multiplies the samples with the weights.
#include "convolving.hpp"

namespace simdcast::onnx {
namespace {

// The sizes of the operands, which have been checked against each other.
struct Geometry {
  Count batch;
  Count outputs;
  Count groups;    // of the weights
  Count perGroup;  // input channels
  Count shares;    // groups of channels that are moved alike
  WindowAxes axes;
  Dims places;  // of the windows
  Count taps;
};

Count sizeAt(const Dims& dims, int axis) { return axis < dims.size() ? dims[axis] : 0; }

Geometry geometryOf(Call& call) {
  const Dims image = call.input(0).dims;
  const Dims weights = call.input(1).dims;
  const Count channels = sizeAt(image, 1);
  const Count outputs = sizeAt(weights, 0);
  const Count perGroup = sizeAt(weights, 1);
  const Count group = call.integer("group", 1);
  const Count shares = call.integer("offset_group", 1);
  if (call.failed()) return {};
  if (image.size() != 4)
    return call.fail(
        faults::operandShape(call.label(), 0, image, {"batch", "channels", "height", "width"}));
  if (weights.size() != 4 || group < 1 || group > INT32_MAX || perGroup * group != channels ||
      outputs % group != 0)
    return call.fail(
        faults::operandShape(call.label(), 1, weights,
                             {"outputs", static_cast<double>(channels) / static_cast<double>(group),
                              "height", "width"}));
  const Dims kernel = slice(weights, 2);
  const std::optional<Dims> asked = call.integers("kernel_shape");
  if (asked && *asked != kernel)
    return call.fail(faults::kernelShape(call.label(), *asked, weights));
  if (shares < 1 || channels % shares != 0)
    return call.fail(faults::allowed(call.label(), "offset_group", shares,
                                     "a divisor of " + std::to_string(channels)));
  const PaddedWindows windows = windowsOf(call, slice(image, 2), kernel);
  if (call.failed()) return {};
  const Dims places = windows.outputs();
  const Count taps = sizeOf(kernel);
  call.checkShape(2, graph::joined({{image[0], sizeOf({shares, taps, 2})}, places}));
  call.checkShape(3, {outputs});
  call.checkShape(4, graph::joined({{image[0], sizeOf({shares, taps})}, places}));
  call.checkDims({image[0], sizeOf({channels, taps}), sizeOf(places)});
  return {.batch = image[0],
          .outputs = outputs,
          .groups = group,
          .perGroup = perGroup,
          .shares = shares,
          .axes = windows.axes,
          .places = places,
          .taps = taps};
}

// The pixels under each tap of each window: the columns that the weights are multiplied by.
Value columnsOf(Call& call, const Geometry& geometry) {
  const auto& [batch, outputs, groups, perGroup, shares, axes, places, taps] = geometry;
  const Dims dims{batch, groups, sizeOf({perGroup, taps}), sizeOf(places)};
  const Value images = call.widened(call.input(0));
  if (sizeOf(dims) == 0) return call.builder().make(images.type, dims, false);
  const Value offsets = call.widened(call.input(2));
  const Value factors = call.has(4) ? call.cast(call.optional(4), images.type) : Value{};
  const layers::DeformedWindows request{.type = images.type,
                                        .offsetType = offsets.type,
                                        .batch = batch,
                                        .groups = shares,
                                        .channels = groups * perGroup / shares,
                                        .axes = axes};
  return call.layer(request, {images, offsets, factors}, {images.type, dims});
}

}  // namespace

Values deformedConvolution(Call& call) {
  const Geometry geometry = geometryOf(call);
  if (call.failed()) return {};
  const auto& [batch, outputs, groups, perGroup, shares, axes, places, taps] = geometry;
  const Value weights = call.widened(call.input(1));
  const Value matrix = call.alias(weights, {1, groups, outputs / groups, sizeOf({perGroup, taps})});
  const Value columns = columnsOf(call, geometry);
  Value made = call.alias(call.matMul(matrix, columns), graph::joined({{batch, outputs}, places}));
  if (call.has(3))
    made =
        call.compute(OpId::add, made, call.alias(call.widened(call.optional(3)), {outputs, 1, 1}));
  return {call.cast(made, call.input(0).type)};
}

}  // namespace simdcast::onnx
