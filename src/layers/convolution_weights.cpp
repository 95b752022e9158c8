#include "convolution_weights.hpp"

#include <algorithm>
#include <cstring>

namespace simdcast::layers {

Weights::Weights(const Convolution& request, const WindowGeometry& windows)
    : request_(request),
      row_(tapsOf(request, windows) * bytesOf(request)),
      lane_(laneBytesOf(request)),
      depth_(depthOf(request, windows)) {}

Count Weights::offset(Count group, Count channel) const {
  return isPacked(request_) ? (group * stripes(request_) + channel / kRows) * stripeBytes()
                            : (group * request_.outputChannels + channel) * row_;
}

// Calls each(offset of the packed stripe, offset of its first dense row, rows), if packed.
template <class Each>
void Weights::forStripes(const Each& each) const {
  if (!isPacked(request_)) return;
  const Count rows = request_.outputChannels;
  for (Count group = 0; group < request_.groups; ++group)
    for (Count row = 0; row < rows; row += kRows)
      each(offset(group, row), (group * rows + row) * row_, std::min<Count>(kRows, rows - row));
}

void Weights::pack(std::byte* to, const std::byte* from) const {
  const std::byte* end = from + request_.groups * request_.outputChannels * row_;
  forStripes([&](Count packed, Count plain, Count rows) {
    packStripe(to + packed, {from + plain, size(row_), end}, rows);
  });
}

void Weights::unpack(std::byte* to, const std::byte* from) const {
  forStripes([&](Count packed, Count plain, Count rows) {
    unpackStripe(to + plain, from + packed, rows);
  });
}

void Weights::packStripe(std::byte* to, const MatrixView& view, Count rows) const {
  const Count whole = row_ / lane_;
  (lane_ == 4 ? interleave<std::uint32_t> : interleave<std::uint64_t>)(to, view, size(rows), kRows,
                                                                       size(whole));
  if (whole == depth_) return;
  const auto rest = size(row_ - whole * lane_);
  std::byte* last = to + whole * kRows * lane_;
  std::memset(last, 0, size(kRows * lane_));
  for (Count i = 0; i < rows; ++i)
    std::memcpy(last + i * lane_, view.data + i * row_ + whole * lane_, rest);
}

void Weights::unpackStripe(std::byte* to, const std::byte* from, Count rows) const {
  for (Count at = 0; at < row_; at += lane_, from += kRows * lane_)
    for (Count i = 0; i < rows; ++i)
      std::memcpy(to + i * row_ + at, from + i * lane_, size(std::min(lane_, row_ - at)));
}

}  // namespace simdcast::layers
