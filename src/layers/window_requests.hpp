// Requests for windows that slide over images, and for points between their elements.
#pragma once

#include <cstdint>
#include <string_view>

#include "../base/dtype.hpp"
#include "../windows/window_axis.hpp"

namespace simdcast::layers {

// ONNX Conv; taps outside an image read 0. Takes float32 and float64, and int16, whose bias and
// result are int32, and wrap. Inputs:
//   0 images [batch, groups * inputChannels, axes…]
//   1 weights [groups * outputChannels, inputChannels, kernel…], which a run takes packed
//     (Task::pack) unless a group has few output channels
//   2 the bias [groups * outputChannels], optional
struct Convolution {
  DType type{};
  Count batch = 1;
  Count groups = 1;
  Count inputChannels = 1;   // of a group
  Count outputChannels = 1;  // of a group
  WindowAxes axes{};
};

// The largest element or the sum of each window of `planes` images; taps outside an image do not
// count. Takes float32 and float64. Outputs: the result and, optionally for the largest, its
// position among all elements as an int64, -1 if there is none. Of equal elements the first is
// taken, and NaN before every number.
struct Pool {
  DType type{};
  bool largest = false;
  bool columnMajor = false;  // positions count the first axis of an image fastest
  Count planes = 1;
  WindowAxes axes{};
};

// ONNX MaxUnpool: values at their indices in the output, and 0 elsewhere. Takes types of up to 8
// bytes. Inputs: the values [windows…], and their int64 indices, which count the elements of the
// output [sizes…]. The last of equal indices wins. If an index is outside its window
// there, but all indices fit a tensor of the inferred sizes, none of which exceeds the output's,
// they count the elements of that tensor.
struct Unpool {
  struct Axis {
    Count windows = 1;
    Count size = 1;
    Count inferred = 1;
    Count kernel = 1;
    Count stride = 1;
    Count pad = 0;
  };

  DType type{};
  SmallVector<Axis, kUsualRank> axes{};  // all axes, innermost last
};

// ONNX Col2Im: the image [planes, image…] to which each tap of each window [planes, kernel…,
// windows…] adds its element, in the order of the taps; those outside the image are dropped. Takes
// integers, which wrap, float32 and float64. Any number of axes.
struct Col2Im {
  DType type{};
  Count planes = 1;
  WindowAxes axes{};
};

// How a point between elements is read along an axis: from the nearest element, the even one of two
// at the same distance; from the two around it; or from four by cubic convolution with a = -0.75.
enum class Interpolation : std::uint8_t { nearest, linear, cubic, count };
[[nodiscard]] std::string_view name(Interpolation interpolation) noexcept;

// The element read outside an image: none, the one at the edge, or the mirrored one.
enum class Padding : std::uint8_t { zeros, border, reflection, count };
[[nodiscard]] std::string_view name(Padding padding) noexcept;

// ONNX GridSample: images at points between their elements. Takes float32 and float64, and computes
// in float64. Inputs: the images [batch, channels, sizes…], and the points [batch, points…, axes]
// of float32 or float64, each from its innermost coordinate to its outermost; -1 and 1 are the ends
// of an axis. Output: [batch, channels, points…].
struct Sample {
  struct Axis {
    Count size = 1;
    Count points = 1;
  };

  DType type{};
  DType pointType = DType::float32;
  Interpolation interpolation{};
  Padding padding{};
  bool alignCorners = false;  // -1 and 1 are the centres of the outermost elements, not their edges
  Count batch = 1;
  Count channels = 1;
  SmallVector<Axis, 3> axes{};  // outermost first
};

// ONNX RoiAlign: bins of regions of images. A bin is the mean of its samples, which are read like
// those of Sample, or the largest weighted element. Takes float32 and float64, and computes in
// float64. Inputs: the images [batch, channels, height, width]; the regions [regions, 4] of float32
// or float64, as left, top, right, bottom; and the int64 index of the image of each. Output:
// [regions, channels, rows, columns]. A run returns the position of an index that is out of range,
// or `regions` plus that of a region with more than kMostSamples in a bin.
struct RegionAlign {
  static constexpr Count kMostSamples = 65536;

  DType type{};
  DType regionType = DType::float32;
  bool largest = false;
  bool halfPixel = false;  // the centre of the first element is at 0.5
  Count batch = 1;
  Count channels = 1;
  Count height = 1;
  Count width = 1;
  Count regions = 0;
  Count rows = 1;     // of bins
  Count columns = 1;  // of bins
  Count samples = 0;  // along each axis of a bin; 0 if one for each element that it spans
  double scale = 1;   // of the regions
};

// The elements under the taps of windows that are moved by offsets: the columns that ONNX
// DeformConv multiplies by its weights. They are interpolated linearly, with zeros outside. Takes
// float32 and float64, and computes in float64. Inputs: the images [batch, groups * channels,
// height, width]; the offsets [batch, groups, taps, 2, windows…] of float32 or float64, down and
// across; and, optionally, factors [batch, groups, taps, windows…]. Output: [batch, groups *
// channels, taps, windows…].
struct DeformedWindows {
  DType type{};
  DType offsetType = DType::float32;
  Count batch = 1;
  Count groups = 1;
  Count channels = 1;  // of a group
  WindowAxes axes{};   // two
};

}  // namespace simdcast::layers
