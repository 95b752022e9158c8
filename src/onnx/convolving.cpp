#include "convolving.hpp"

#include <string>

namespace simdcast::onnx {
namespace {

// A range of taps along an axis.
struct TapRange {
  Count first = 0;
  Count count = 1;
};
using TapRanges = SmallVector<TapRange, 3>;

// From the first to the last tap that ever reads the image: at least one.
TapRange readTaps(const WindowAxis& axis) {
  const Count least = ceilDivide(axis.pad - (axis.output - 1) * axis.stride, axis.dilation);
  const Count most = floorDivide(axis.input - 1 + axis.pad, axis.dilation);
  const Count first = std::min(std::max<Count>(0, least), axis.kernel - 1);
  return {first, std::max<Count>(1, std::min(most, axis.kernel - 1) - first + 1)};
}

// The weights of a range of taps.
Value weightsOf(Call& call, const Value& weights, const TapRanges& taps) {
  Dims dims = slice(weights.dims, 0, 2);
  for (const TapRange& range : taps) dims.push(range.count);
  if (dims == weights.dims) return weights;
  const Dims strides = denseStrides(weights.dims);
  Count offset = 0;
  for (int i = 0; i < taps.size(); ++i) offset += taps[i].first * strides[i + 2];
  return call.boxOf(weights, dims, offset, strides);
}

WindowAxis windowOf(WindowAxis axis, const TapRange& taps) {
  axis.kernel = taps.count;
  axis.pad -= taps.first * axis.dilation;
  return axis;
}

// Whether the image has a single window, which covers it exactly.
bool isWhole(const WindowAxis& axis) {
  return axis.output == 1 && axis.kernel == axis.input && axis.pad == 0 &&
         (axis.dilation == 1 || axis.kernel == 1);
}

bool areAllRead(const Value& weights, const TapRanges& taps) {
  for (int axis = 0; axis < static_cast<int>(taps.size()); ++axis)
    if (taps[axis].count != weights.dims[axis + 2]) return false;
  return true;
}

// The name of the packed form of the weights.
std::string layoutOf(Count groups, const TapRanges& taps) {
  std::string layout = "for " + std::to_string(groups) + " groups, taps";
  for (const auto& [first, count] : taps)
    layout += " " + std::to_string(first) + "," + std::to_string(count);
  return layout;
}

}  // namespace

Value convolved(Call& call, const Value& images, const Value& weights, const Value& bias,
                Count groups, const WindowAxes& windows) {
  if (call.failed()) return {};
  const Count channels = weights.dims[0];
  layers::Convolution request{.type = images.type,
                              .batch = images.dims[0],
                              .groups = groups,
                              .inputChannels = images.dims[1] / groups,
                              .outputChannels = channels / groups};
  Dims made{request.batch, channels};
  Dims column{weights.dims[1]};
  TapRanges taps;
  // Omits taps that read only padding.
  for (const WindowAxis& axis : windows) {
    made.push(axis.output);
    taps.push(readTaps(axis));
    request.axes.push(windowOf(axis, taps.back()));
    column.push(taps.back().count);
  }
  if (!call.checkDims(made)) return {};
  const auto kept = [&] { return weightsOf(call, weights, taps); };
  if (groups == 1 && images.type != DType::int16 && std::ranges::all_of(request.axes, isWhole)) {
    const Count columns = sizeOf(column);
    const Value rows = call.alias(images, {request.batch, columns});
    const Value matrix = call.alias(kept(), {channels, columns});
    return call.alias(call.gemm(rows, matrix, bias), made);
  }
  const std::string layout = layoutOf(groups, taps);
  const Value packed = areAllRead(weights, taps) ? call.packed(request, weights, layout)
                                                 : call.packed(request, weights, layout, kept);
  const DType sums = images.type == DType::int16 ? DType::int32 : images.type;
  return call.layer(request, {images, packed, bias}, {sums, made});
}

Count groupsOf(Call& call, const Dims& sizes, const Value& weights, const Value& bias,
               bool transposed) {
  const Count group = call.integer("group", 1);
  if (call.failed()) return {};
  const Dims& dims = weights.dims;
  const Count channels = call.input(0).dims[1];
  const bool fits = dims.size() == sizes.size() + 2 && group >= 1 && group <= INT32_MAX &&
                    dims[0] % group == 0 && (transposed ? dims[0] : dims[1] * group) == channels;
  if (!fits) return call.fail(faults::channels(call.label(), channels, group, dims));
  const Dims kernel = slice(dims, 2);
  const std::optional<Dims> said = call.integers("kernel_shape");
  if (contains(kernel, 0) || (said && *said != kernel))
    return call.fail(faults::kernelShape(call.label(), said.value_or(kernel), dims));
  const Count made = transposed ? dims[1] * group : dims[0];
  if (bias && bias.dims != Dims{made})
    return call.fail(faults::biasShape(call.label(), bias.dims, made));
  return group;
}

Values convolution(Call& call) {
  const Dims sizes = imageSizes(call);
  const Value given = call.input(1);
  const Count groups = groupsOf(call, sizes, given, call.optional(2));
  if (call.failed()) return {};
  const WindowAxes windows = windowsOf(call, sizes, slice(given.dims, 2)).axes;
  const Value bias = call.has(2) ? call.widened(call.optional(2)) : Value{};
  const Value weights = call.widened(given);
  return {call.inFloats(call.input(0), [&](const Value& images) {
    return convolved(call, images, weights, bias, groups, windows);
  })};
}

}  // namespace simdcast::onnx
