#include "fill.hpp"

#include "tail.hpp"

namespace simdcast::simd {
namespace {

template <class T>
Bytes splatBytes(const std::byte* from) {
  return Vec<T>(load<T>(from)).template bitCast<std::uint8_t>();
}

}  // namespace

Bytes pattern(const std::byte* from, int width) {
  if (width == 1) return splatBytes<std::uint8_t>(from);
  if (width == 2) return splatBytes<std::uint16_t>(from);
  if (width == 4) return splatBytes<std::uint32_t>(from);
  return width == 8 ? splatBytes<std::uint64_t>(from) : load<Bytes>(from);
}

void fill(std::byte* to, const std::byte* from, int width, std::int64_t bytes) {
  const Bytes vector = pattern(from, width);
  for (; bytes >= kFourVectors; bytes -= kFourVectors, to += kFourVectors) storeFour(to, vector);
  for (; bytes >= kVectorBytes; bytes -= kVectorBytes, to += kVectorBytes) store(to, vector);
  if (bytes > 0) storeFew(to, vector, static_cast<std::ptrdiff_t>(bytes));
}

}  // namespace simdcast::simd
