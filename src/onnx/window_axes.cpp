#include "window_axes.hpp"

namespace simdcast::onnx {

Dims imageSizes(Call& call, int at) {
  const Value image = call.input(at);
  if (call.failed()) return {};
  const int axes = image.rank() - 2;
  if (axes < 1 || axes > kImageRank)
    return call.fail(faults::imageRank(call.label(), at, image.rank()));
  return slice(image.dims, 2);
}

Dims eachAxis(Call& call, std::string_view name, int count, Count absent, Count least) {
  const Dims given = call.integers(name).value_or(Dims(count, absent));
  if (call.failed()) return {};
  if (given.size() != count)
    return call.fail(faults::eachAxis(call.label(), name, given.size(), count));
  for (const Count size : given)
    if (size < least || size > INT32_MAX)
      return call.fail(faults::windowSize(call.label(), name, size));
  return given;
}

Dims kernelShape(Call& call, int rank) {
  call.neededIntegers("kernel_shape");
  return eachAxis(call, "kernel_shape", rank, 1);
}

AutoPad autoPadOf(Call& call) {
  return static_cast<AutoPad>(
      call.word("auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}));
}

EndPads halves(Count total, bool lower) {
  const Count half = floorDivide(total, 2);
  return lower ? EndPads{total - half, half} : EndPads{half, total - half};
}

Count reachOf(const WindowAxis& axis) {
  const Count gaps = axis.kernel - 1;
  return gaps > 0 && axis.dilation >= kMaxCount / gaps ? kMaxCount : gaps * axis.dilation + 1;
}

SlidAxes slidAxes(Call& call, const Dims& sizes, const Dims& kernel) {
  const int rank = sizes.size();
  const Dims strides = eachAxis(call, "strides", rank, 1);
  const Dims dilations = eachAxis(call, "dilations", rank, 1);
  const Dims pads = eachAxis(call, "pads", 2 * rank, 0, 0);
  if (call.failed()) return {};
  SlidAxes axes;
  for (int axis = 0; axis < rank; ++axis)
    axes.push({.along = {.input = sizes[axis],
                         .kernel = kernel[axis],
                         .stride = strides[axis],
                         .dilation = dilations[axis]},
               .pads = {pads[axis], pads[rank + axis]}});
  return axes;
}

Dims PaddedWindows::outputs() const {
  Dims sizes;
  for (const WindowAxis& axis : axes) sizes.push(axis.output);
  return sizes;
}

PaddedWindows windowsOf(Call& call, const Dims& sizes, const Dims& kernel, bool mayBeNone) {
  const AutoPad mode = autoPadOf(call);
  const bool isSame = mode == AutoPad::sameUpper || mode == AutoPad::sameLower;
  const bool ceil = call.flag("ceil_mode");
  PaddedWindows windows;
  for (auto& [along, pads] : slidAxes(call, sizes, kernel)) {
    const Count input = along.input;
    const Count stride = along.stride;
    const Count reach = reachOf(along);
    if (isSame) {
      along.output = ceilDivide(input, stride);
      const Count missing = std::max<Count>(0, (along.output - 1) * stride + reach - input);
      pads = halves(missing, mode == AutoPad::sameLower);
    } else {
      if (mode == AutoPad::valid) pads = {};
      const Count room = input + pads.before + pads.after - reach;
      along.output = (ceil ? ceilDivide : floorDivide)(room, stride) + 1;
      // A window has to start within the image or in the padding before it.
      if (ceil && (along.output - 1) * stride >= input + pads.before) --along.output;
      if (along.output < 0 || (room < 0 && input > 0 && !mayBeNone))
        return call.fail(faults::windowFit(call.label(), windows.axes.size() + 2, reach,
                                           input + pads.before + pads.after));
    }
    along.pad = pads.before;
    windows.axes.push(along);
    windows.padEnds.push(pads.after);
  }
  return windows;
}

}  // namespace simdcast::onnx
