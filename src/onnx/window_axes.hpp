// The strides, padding and dilations of the windows of convolutions and pools, from the attributes.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// The sizes of an image, without batch and channels. Fails unless there are one to three.
Dims imageSizes(Call& call, int at = 0);

// An attribute with `count` numbers, each from `least` to the highest Size.
[[nodiscard]] Dims eachAxis(Call& call, std::string_view name, int count, Count absent,
                            Count least = 1);

// The attribute kernel_shape of a pool.
[[nodiscard]] Dims kernelShape(Call& call, int rank);

enum class AutoPad : std::uint8_t { notSet, sameUpper, sameLower, valid };
[[nodiscard]] AutoPad autoPadOf(Call& call);

// Division by a positive unit, rounded down or up.
[[nodiscard]] constexpr Count floorDivide(Count count, Count unit) {
  return count / unit - (count % unit < 0 ? 1 : 0);
}
[[nodiscard]] constexpr Count ceilDivide(Count count, Count unit) {
  return count / unit + (count % unit > 0 ? 1 : 0);
}

// Padding at the two ends of an axis.
struct EndPads {
  Count before = 0;
  Count after = 0;
};
// Splits a total: the odd one comes last, or first if `lower`.
[[nodiscard]] EndPads halves(Count total, bool lower);

// Elements from the first to the last that a window reaches; at most kMaxCount.
[[nodiscard]] Count reachOf(const WindowAxis& axis);

// The attributes for an axis of an image that a kernel slides along.
struct SlidAxis {
  WindowAxis along;  // without the output and the pad
  EndPads pads;
};
using SlidAxes = SmallVector<SlidAxis, 3>;
[[nodiscard]] SlidAxes slidAxes(Call& call, const Dims& sizes, const Dims& kernel);

// Windows, and for each axis the taps that they may reach after its last element.
struct PaddedWindows {
  WindowAxes axes;
  Dims padEnds;

  [[nodiscard]] Dims outputs() const;
};
// The windows of a kernel over an image. If the kernel is larger than the image, there may be none:
// ONNX's formula gives pools an output of size 0, and onnxruntime rejects a convolution. Sizes have
// magnitudes of at most kMaxCount.
[[nodiscard]] PaddedWindows windowsOf(Call& call, const Dims& sizes, const Dims& kernel,
                                      bool mayBeNone = false);

}  // namespace simdcast::onnx
