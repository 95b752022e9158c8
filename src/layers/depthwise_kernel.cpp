#include "depthwise_kernel.hpp"

#include <algorithm>

#include "../simd/simd.hpp"

namespace simdcast::layers {
namespace {

using V = simd::Vec<float>;
constexpr int kTaps = 3;  // of an axis
constexpr Count kLanes = simd::kLanes<float>;

// The result and a copy of the image, with the strides from row to row, and from phase to phase.
struct Image {
  std::byte* to;
  std::size_t toStride;
  const std::byte* from;
  std::size_t fromStride;
  std::size_t phase;
  Count rows;   // of windows
  Count width;  // windows of a row
};

// Two rows of windows at a time. The last two rows and the last vector of a row repeat some windows
// of those before them.
template <int kStride>
void convolve(const Image& image, const std::byte* given, float start) {
  V weights[kTaps * kTaps];
  for (int i = 0; i < kTaps * kTaps; ++i) weights[i] = simd::load<float>(given + i * sizeof(float));
  const auto [to, toStride, from, fromStride, phase, rows, width] = image;
  for (Count y = 0; y < rows; y += 2) {
    y = std::min(y, rows - 2);
    std::byte* out = to + static_cast<std::size_t>(y) * toStride;
    const std::byte* in = from + static_cast<std::size_t>(y) * kStride * fromStride;
    for (Count x = 0; x < width; x += kLanes) {
      x = std::min(x, width - kLanes);
      const std::byte* row = in + x * Count{sizeof(float)};
      V upper = start;
      V lower = start;
#pragma GCC unroll 8
      for (int i = 0; i < kStride + kTaps; ++i, row += fromStride) {
#pragma GCC unroll 8
        for (int tap = 0; tap < kTaps; ++tap) {
          const std::byte* at = kStride == 1 ? row + tap * sizeof(float)
                                : tap == 1   ? row + phase
                                             : row + tap / 2 * sizeof(float);
          const V elements = simd::load<V>(at);
          if (i < kTaps) upper = upper + weights[i * kTaps + tap] * elements;
          if (i >= kStride) lower = lower + weights[(i - kStride) * kTaps + tap] * elements;
        }
      }
      simd::store(out + x * Count{sizeof(float)}, upper);
      simd::store(out + toStride + x * Count{sizeof(float)}, lower);
    }
  }
}

}  // namespace

bool areSquares(const Windows& windows) {
  const WindowAxis& y = windows.axis(1);
  const WindowAxis& x = windows.axis(2);
  const WindowAxis& z = windows.axis(0);
  const auto isThree = [](const WindowAxis& axis) {
    return axis.kernel == kTaps && axis.dilation == 1;
  };
  return z.kernel == 1 && z.output == 1 && isThree(y) && isThree(x) && x.stride == y.stride &&
         x.stride <= 2 && x.output >= kLanes && y.output >= 2;
}

void convolveSquares(std::byte* to, const std::byte* from, const Windows& windows,
                     const std::byte* weights, float bias) {
  const Count width = windows.axis(2).output;
  const bool halves = windows.axis(1).stride == 2;
  const Image image{.to = to,
                    .toStride = static_cast<std::size_t>(width) * sizeof(float),
                    .from = from,
                    .fromStride = windows.rowOffset(0, 1, true) / (halves ? 2 : 1),
                    .phase = windows.phaseBytes(),
                    .rows = windows.axis(1).output,
                    .width = width};
  (halves ? convolve<2> : convolve<1>)(image, weights, bias);
}

}  // namespace simdcast::layers
