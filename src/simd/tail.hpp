// Fewer bytes than a vector. Nothing beyond is read or written. Out of line: every loop's tail
// shares one copy.
#pragma once

#include "target.hpp"

namespace simdcast::simd {

// The lanes past the tail are zero.
[[nodiscard]] Bytes loadFew(const std::byte* from, std::ptrdiff_t bytes);
void storeFew(std::byte* to, Bytes vector, std::ptrdiff_t bytes);

// Like memcpy, for a few vectors' bytes: with bulk memory instructions memcpy is a call out of
// wasm.
void copyFew(std::byte* to, const std::byte* from, std::ptrdiff_t bytes);
// The same, followed by zeros up to `padded` bytes, a multiple of a vector's.
void copyPadded(std::byte* to, const std::byte* from, std::ptrdiff_t bytes, std::ptrdiff_t padded);

template <class V>
V loadPart(const std::byte* from, std::ptrdiff_t bytes) {
  return loadFew(from, bytes).template bitCast<typename V::Lane>();
}

}  // namespace simdcast::simd
