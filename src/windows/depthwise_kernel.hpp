// The windows of the most common depthwise convolutions: 3×3 taps without dilation, with a stride
// of 1 or 2, and enough windows to fill vectors. Weights stay in registers, and elements that two
// rows of windows share are loaded once. Images are used unpacked: with a stride of 2, vectors of a
// row are split into even and odd elements, and elements outside are masked.
#pragma once

#include "../simd/simd.hpp"
#include "window_geometry.hpp"

namespace simdcast {

// Whether the windows are of this kind, and reach only a little past an image.
[[nodiscard]] bool isDepthwise3x3(const WindowGeometry& windows);

// Copies that replace parts of the image: its first row and its last one, with space before and
// after, and a row of zeros.
[[nodiscard]] Count bytesOfEdges(const WindowGeometry& windows);

class Depthwise3x3 {
 public:
  // `edges` has bytesOfEdges bytes.
  Depthwise3x3(const WindowGeometry& windows, std::byte* edges);

  // Sets the float32 image that the next results are computed from.
  void read(const std::byte* image);

  // to[i] = bias + the sum of weights times elements, in the order of the taps, of all windows.
  void convolve(std::byte* to, const std::byte* weights, float bias) const;

 private:
  // For four windows, the lanes inside the row, for each of three taps.
  struct Within {
    Within(Count first, const WindowAxis& axis);
    simd::Mask<float> taps[3];
  };
  struct Channel;

  [[nodiscard]] const std::byte* row(Count y) const;
  template <int kStride>
  void convolveBy(std::byte* to, const Channel& channel) const;

  const WindowGeometry& windows_;
  std::byte* const edges_;  // where the first column of their first row is
  const std::size_t edgeStride_;
  const std::size_t stride_;
  const Count last_;  // row of the image
  const Within left_;
  const Within right_;
  const std::byte* image_ = nullptr;
};

}  // namespace simdcast
