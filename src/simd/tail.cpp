#include "tail.hpp"

namespace simdcast::simd {
namespace {

template <std::size_t N>
void moveIf(std::ptrdiff_t bytes, std::byte*& to, const std::byte*& from) {
  if ((static_cast<std::size_t>(bytes) & N) == 0) return;
  std::memcpy(to, from, N);
  to += N;
  from += N;
}

}  // namespace

void copyFew(std::byte* to, const std::byte* from, std::ptrdiff_t bytes) {
  for (; bytes >= kVectorBytes; bytes -= kVectorBytes) moveIf<kVectorBytes>(kVectorBytes, to, from);
  moveIf<8>(bytes, to, from);
  moveIf<4>(bytes, to, from);
  moveIf<2>(bytes, to, from);
  moveIf<1>(bytes, to, from);
}

void copyPadded(std::byte* to, const std::byte* from, std::ptrdiff_t bytes, std::ptrdiff_t padded) {
  for (std::ptrdiff_t at = bytes - bytes % kVectorBytes; at < padded; at += kVectorBytes)
    store(to + at, Bytes{});
  copyFew(to, from, bytes);
}

Bytes loadFew(const std::byte* from, std::ptrdiff_t bytes) {
  std::byte buffer[kVectorBytes];
  copyPadded(buffer, from, bytes, kVectorBytes);
  return load<Bytes>(buffer);
}

void storeFew(std::byte* to, Bytes vector, std::ptrdiff_t bytes) {
  std::byte buffer[kVectorBytes];
  store(buffer, vector);
  copyFew(to, buffer, bytes);
}

}  // namespace simdcast::simd
