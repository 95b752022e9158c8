// Images assembled from the results of windows.
#include "pooling.hpp"

namespace simdcast::onnx {
namespace {

// The axes of MaxUnpool, without the sizes of the output.
layers::Unpool unpoolingOf(Call& call, const Value& values) {
  layers::Unpool request{.type = values.type};
  const int rank = values.rank() - 2;
  const Dims kernels = kernelShape(call, rank);
  const Dims strides = eachAxis(call, "strides", rank, 1);
  const Dims pads = eachAxis(call, "pads", 2 * rank, 0, 0);
  if (call.failed()) return {};
  for (int at = 0; at < 2; ++at)
    request.axes.push({.windows = values.dims[at], .inferred = values.dims[at]});
  for (int axis = 0; axis < rank; ++axis) {
    const Count windows = values.dims[axis + 2];
    request.axes.push(
        {.windows = windows,
         .inferred = (windows - 1) * strides[axis] + kernels[axis] - pads[axis] - pads[axis + rank],
         .kernel = kernels[axis],
         .stride = strides[axis],
         .pad = pads[axis]});
  }
  return request;
}

// Clamps unchecked sizes to the range that windowsOf accepts.
Dims bounded(const Dims& sizes) {
  Dims result;
  for (const Count size : sizes) result.push(std::clamp<Count>(size, -kMaxCount, kMaxCount));
  return result;
}

}  // namespace

Values maxUnpool(Call& call) {
  const Value input = call.input(0);
  const Value indices = call.input(1);
  if (call.failed()) return {};
  if (input.rank() < 3) return call.fail(faults::imageRank(call.label(), 0, input.rank()));
  if (!call.checkShape(1, input.dims)) return {};
  layers::Unpool request = unpoolingOf(call, input);
  Dims inferred;
  for (const auto& axis : request.axes) inferred.push(axis.inferred);
  const Dims asked = call.has(2) ? call.numbers(2) : inferred;
  if (call.failed()) return {};
  if (asked.size() != input.rank())
    return call.fail(faults::operandShape(call.label(), 2, asked, inferred));
  if (!call.checkDims(inferred) || !call.checkDims(asked)) return {};
  for (int axis = 0; axis < input.rank(); ++axis) request.axes[axis].size = asked[axis];
  return {call.layer(request, {input, indices}, {input.type, asked}, call.indexOutside())};
}

Values col2Im(Call& call) {
  const Value input = call.input(0);
  const Dims image = bounded(call.numbers(1));
  const Dims block = bounded(call.numbers(2));
  if (call.failed()) return {};
  if (image.empty() || block.size() != image.size() ||
      std::ranges::any_of(block, [](Count size) { return size < 1; }))
    return call.fail(faults::lengths(call.label(), "image_shape and block_shape"));
  const PaddedWindows windows = windowsOf(call, image, block);
  if (call.failed()) return {};
  const Count taps = sizeOf(block);
  const Count columns = sizeOf(windows.outputs());
  if (input.rank() != 3 || input.dims[1] % taps != 0 || input.dims[2] != columns)
    return call.fail(faults::operandShape(
        call.label(), 0, input.dims, {"batch", "a multiple of " + std::to_string(taps), columns}));
  const Count planes = input.dims[0] * (input.dims[1] / taps);
  const Dims made = graph::joined({{input.dims[0], input.dims[1] / taps}, image});
  if (!call.checkDims(made)) return {};
  const auto sum = [&](const Value& value) {
    const layers::Col2Im request{.type = value.type, .planes = planes, .axes = windows.axes};
    return call.layer(request, {value}, {value.type, made});
  };
  return {isFloat(input.type) ? call.inFloats(input, sum) : sum(input)};
}

}  // namespace simdcast::onnx
