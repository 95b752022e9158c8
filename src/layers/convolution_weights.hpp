// The weights of a convolution, and their packing.
#pragma once

#include "../base/rounding.hpp"
#include "../matrix/micro_kernel.hpp"
#include "../matrix/packing.hpp"
#include "../windows/window_geometry.hpp"
#include "requests.hpp"

namespace simdcast::layers {

[[nodiscard]] inline bool hasPairs(const Convolution& request) {
  return request.type == DType::int16;
}

// Bytes of an element of the image; and of a lane, in which products are summed, as the bias and
// the result are stored.
[[nodiscard]] inline Count bytesOf(const Convolution& request) { return width(request.type); }
[[nodiscard]] inline Count laneBytesOf(const Convolution& request) {
  return hasPairs(request) ? sizeof(Pair) : bytesOf(request);
}
// Taps per output channel, and the depth of its product: half as much if taps are multiplied in
// pairs.
[[nodiscard]] inline Count tapsOf(const Convolution& request, const WindowGeometry& windows) {
  return request.inputChannels * windows.taps();
}
[[nodiscard]] inline Count depthOf(const Convolution& request, const WindowGeometry& windows) {
  return divideUp(tapsOf(request, windows), hasPairs(request) ? 2 : 1);
}
[[nodiscard]] inline Count stripes(const Convolution& request) {
  return divideUp(request.outputChannels, kRows);
}

// With few output channels a stripe would be half empty.
[[nodiscard]] inline bool isPacked(const Convolution& request) {
  return request.outputChannels > 2 || hasPairs(request);
}

// Dense weights, or weights packed in stripes of kRows output channels: the lanes of a tap, or of a
// pair of taps, are contiguous. The last of an odd number of taps is paired with a 0. Lanes past
// the last row may hold any numbers.
class Weights {
 public:
  Weights(const Convolution& request, const WindowGeometry& windows);

  // The offset, in bytes, of an output channel of a group. If packed, the first of a stripe.
  [[nodiscard]] Count offset(Count group, Count channel) const;
  void pack(std::byte* to, const std::byte* from) const;
  void unpack(std::byte* to, const std::byte* from) const;

 private:
  [[nodiscard]] Count stripeBytes() const { return kRows * depth_ * lane_; }
  template <class Each>
  void forStripes(const Each& each) const;
  void packStripe(std::byte* to, const MatrixView& view, Count rows) const;
  void unpackStripe(std::byte* to, const std::byte* from, Count rows) const;

  const Convolution& request_;
  const Count row_, lane_;  // bytes of a dense row, and of a lane
  const Count depth_;
};

}  // namespace simdcast::layers
