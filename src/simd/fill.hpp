// Copies of one element side by side.
#pragma once

#include <cstdint>

#include "target.hpp"

namespace simdcast::simd {

// A vector of the element of `width` bytes at `from`, over and over; width is a power of two up to
// 16.
[[nodiscard]] Bytes pattern(const std::byte* from, int width);

// Fills `bytes` with copies of an element. The number may exceed a ptrdiff_t of wasm.
void fill(std::byte* to, const std::byte* from, int width, std::int64_t bytes);

// Stores a vector four times over.
constexpr std::ptrdiff_t kFourVectors = 4 * kVectorBytes;
inline void storeFour(std::byte* to, Bytes vector) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) store(to + i * kVectorBytes, vector);
}

}  // namespace simdcast::simd
