#include "depthwise_kernel.hpp"

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "../matrix/packing.hpp"
#include "../simd/shuffle.hpp"

namespace simdcast {
namespace {

using V = simd::Vec<float>;
constexpr int kTaps = 3;  // of an axis
constexpr Count kLanes = simd::kLanes<float>;
constexpr Count kBytes = sizeof(float);

// Computes some windows of two rows. `elementsOf` returns the elements that a tap reads from a row
// of the image, counted from the first row of the windows.
template <int kStride, class ElementsOf>
void convolveTwo(std::byte* upperTo, std::byte* lowerTo, const V* weights, V start,
                 const ElementsOf& elementsOf) {
  V upper = start;
  V lower = start;
#pragma GCC unroll 8
  for (int row = 0; row < kStride + kTaps; ++row) {
#pragma GCC unroll 8
    for (int tap = 0; tap < kTaps; ++tap) {
      const V elements = elementsOf(row, tap);
      if (row < kTaps) upper = upper + weights[row * kTaps + tap] * elements;
      if (row >= kStride) lower = lower + weights[(row - kStride) * kTaps + tap] * elements;
    }
  }
  simd::store(upperTo, upper);
  simd::store(lowerTo, lower);
}

// The columns of an image that are read, counted from its first one, up to `end`.
Count firstColumn(const WindowGeometry& windows) { return -windows.axis(2).pad; }
Count endColumn(const WindowGeometry& windows) {
  const WindowAxis& x = windows.axis(2);
  return firstColumn(windows) + x.stride * x.output + 2;
}

// A row of the edges: `leftOf` columns to the left of the image, then all columns that are read.
Count leftOf(const WindowGeometry& windows) { return std::max<Count>(0, windows.axis(2).pad); }
Count edgeBytes(const WindowGeometry& windows) {
  const Count right = std::max(windows.axis(2).input, endColumn(windows));
  return roundUp((leftOf(windows) + right) * kBytes, simd::kVectorBytes);
}

// Indices of the rows of the edges.
constexpr std::size_t kZeros = 0;
constexpr std::size_t kFirstRow = 1;
constexpr std::size_t kLastRow = 2;
constexpr int kEdges = 3;

// The elements that a tap of four windows, the first at `at`, reads from a row.
template <int kStride>
V elementsAt(const std::byte* at, int tap) {
  if constexpr (kStride == 1) return simd::load<V>(at + tap * kBytes);
  const std::byte* even = at + (tap == 2 ? 2 * kBytes : 0);
  const V low = simd::load<V>(even);
  const V high = simd::load<V>(even + sizeof(V));
  return tap == 1 ? simd::oddLanes(low, high) : simd::evenLanes(low, high);
}

}  // namespace

// The weights of a channel and its bias.
struct Depthwise3x3::Channel {
  Channel(const std::byte* given, float bias) : start(bias) {
    for (int i = 0; i < kTaps * kTaps; ++i) weights[i] = simd::load<float>(given + i * kBytes);
  }
  V weights[kTaps * kTaps];
  V start;
};

// Only the first and the last four windows of a row read outside it, and no farther than the
// previous or the next row in memory.
bool isDepthwise3x3(const WindowGeometry& windows) {
  const WindowAxis& z = windows.axis(0);
  const WindowAxis& y = windows.axis(1);
  const WindowAxis& x = windows.axis(2);
  const auto isThree = [&](const WindowAxis& axis) {
    return axis.kernel == kTaps && axis.dilation == 1 && axis.stride == x.stride;
  };
  if (z.kernel != 1 || z.output != 1 || z.input != 1 || z.pad != 0) return false;
  if (!isThree(y) || !isThree(x) || x.stride > 2 || y.input == 0) return false;
  const Count end = endColumn(windows);
  return x.output >= kLanes && y.output >= 2 && x.pad <= std::min(x.stride * kLanes, x.input) &&
         end < x.input + 2 * x.stride && end <= 2 * x.input;
}

Count bytesOfEdges(const WindowGeometry& windows) { return kEdges * edgeBytes(windows); }

Depthwise3x3::Within::Within(Count first, const WindowAxis& axis) {
  for (int tap = 0; tap < kTaps; ++tap)
    for (int lane = 0; lane < kLanes; ++lane) {
      const Count column = first + axis.stride * lane + tap;
      taps[tap].raw[lane] = column >= 0 && column < axis.input ? -1 : 0;
    }
}

Depthwise3x3::Depthwise3x3(const WindowGeometry& windows, std::byte* edges)
    : windows_(windows),
      edges_(edges + leftOf(windows) * kBytes),
      edgeStride_(size(edgeBytes(windows))),
      stride_(size(windows.axis(2).input * kBytes)),
      last_(windows.axis(1).input - 1),
      left_(firstColumn(windows), windows.axis(2)),
      right_(firstColumn(windows) + windows.axis(2).stride * (windows.axis(2).output - kLanes),
             windows.axis(2)) {
  std::memset(edges, 0, size(bytesOfEdges(windows)));
}

void Depthwise3x3::read(const std::byte* image) {
  image_ = image;
  copyLanes(edges_ + kFirstRow * edgeStride_, image, stride_);
  copyLanes(edges_ + kLastRow * edgeStride_, image + size(last_) * stride_, stride_);
}

const std::byte* Depthwise3x3::row(Count y) const {
  if (y > 0 && y < last_) return image_ + size(y) * stride_;
  const std::size_t edge = y < 0 || y > last_ ? kZeros : y == 0 ? kFirstRow : kLastRow;
  return edges_ + edge * edgeStride_;
}

// Computes two rows of windows at a time: in each row the first four windows, those between, and
// the last four. The last two rows and the last four windows may overlap those before.
template <int kStride>
void Depthwise3x3::convolveBy(std::byte* to, const Channel& channel) const {
  const WindowAxis& across = windows_.axis(2);
  const WindowAxis& down = windows_.axis(1);
  const Count last = across.output - kLanes;
  const std::size_t toStride = size(across.output * kBytes);
  const Count column = firstColumn(windows_);
  for (Count i = 0; i < down.output; i += 2) {
    const Count y = std::min(i, down.output - 2);
    std::byte* out = to + size(y) * toStride;
    const std::byte* from[kStride + kTaps];
    for (int at = 0; at < kStride + kTaps; ++at)
      from[at] = row(kStride * y - down.pad + at) + column * kBytes;
    const auto four = [&](Count x, const auto& elementsOf) {
      convolveTwo<kStride>(out + x * kBytes, out + toStride + x * kBytes, channel.weights,
                           channel.start, elementsOf);
    };
    const auto fourOfEdge = [&](Count x, const Within& within) {
      four(x, [&](int at, int tap) {
        return elementsAt<kStride>(from[at] + kStride * x * kBytes, tap) &
               within.taps[tap].template bitCast<float>();
      });
    };
    fourOfEdge(0, left_);
    for (Count x = kLanes; x < last; x += kLanes)
      four(x, [&](int at, int tap) {
        return elementsAt<kStride>(from[at] + kStride * x * kBytes, tap);
      });
    fourOfEdge(last, right_);
  }
}

void Depthwise3x3::convolve(std::byte* to, const std::byte* weights, float bias) const {
  const Channel channel(weights, bias);
  if (windows_.axis(2).stride == 2)
    convolveBy<2>(to, channel);
  else
    convolveBy<1>(to, channel);
}

}  // namespace simdcast
