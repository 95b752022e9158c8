#include "simd.hpp"

namespace simdcast::simd {
namespace {

template <std::size_t N>
void moveIf(std::size_t bytes, std::byte*& to, const std::byte*& from) {
  if ((bytes & N) == 0) return;
  std::memcpy(to, from, N);
  to += N;
  from += N;
}

void copyFew(std::byte* to, const std::byte* from, std::size_t bytes) {
  moveIf<8>(bytes, to, from);
  moveIf<4>(bytes, to, from);
  moveIf<2>(bytes, to, from);
  moveIf<1>(bytes, to, from);
}

}  // namespace

Bytes loadFew(const std::byte* from, std::size_t bytes) {
  std::byte buffer[kVectorBytes]{};
  copyFew(buffer, from, bytes);
  return load<Bytes>(buffer);
}

void storeFew(std::byte* to, Bytes vector, std::size_t bytes) {
  std::byte buffer[kVectorBytes];
  store(buffer, vector);
  copyFew(to, buffer, bytes);
}

}  // namespace simdcast::simd
