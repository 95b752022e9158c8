#include "packing.hpp"

#include <algorithm>

#include "../simd/simd.hpp"

namespace simdcast {

template <class Word>
void interleave(std::byte* to, const MatrixView& view, std::size_t rows, std::size_t width,
                std::size_t count) {
  using V = simd::Vec<Word>;
  constexpr std::size_t kGroup = simd::kLanes<Word>;
  const std::size_t packed = width * sizeof(Word);
  for (std::size_t first = 0; first < width; first += kGroup) {
    const std::byte* row[kGroup];
    for (std::size_t i = 0; i < kGroup; ++i)
      row[i] = view.data + std::min(first + i, rows - 1) * view.rowStride;
    std::byte* next = to + first * sizeof(Word);
    std::size_t left = count;
    for (; left >= kGroup; left -= kGroup) {
      V block[kGroup];
#pragma GCC unroll 16
      for (std::size_t i = 0; i < kGroup; ++i) {
        block[i] = simd::load<V>(row[i]);
        row[i] += sizeof(V);
      }
      simd::transpose<Word>(block);
#pragma GCC unroll 16
      for (std::size_t i = 0; i < kGroup; ++i, next += packed) simd::store(next, block[i]);
    }
    if (left == 0) continue;
    V block[kGroup];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kGroup; ++i)
      block[i] = row[i] + sizeof(V) <= view.end
                     ? simd::load<V>(row[i])
                     : simd::loadPart<V>(row[i], static_cast<std::ptrdiff_t>(left * sizeof(Word)));
    simd::transpose<Word>(block);
    for (std::size_t i = 0; i < left; ++i, next += packed) simd::store(next, block[i]);
  }
}

template void interleave<std::uint16_t>(std::byte*, const MatrixView&, std::size_t, std::size_t,
                                        std::size_t);
template void interleave<std::uint32_t>(std::byte*, const MatrixView&, std::size_t, std::size_t,
                                        std::size_t);
template void interleave<std::uint64_t>(std::byte*, const MatrixView&, std::size_t, std::size_t,
                                        std::size_t);

void copyLanes(std::byte* to, const std::byte* from, std::size_t bytes) {
  std::size_t at = 0;
  for (; at + simd::kVectorBytes <= bytes; at += simd::kVectorBytes)
    std::memcpy(to + at, from + at, simd::kVectorBytes);
  for (; at < bytes; at += sizeof(std::uint32_t))
    std::memcpy(to + at, from + at, sizeof(std::uint32_t));
}

void copyColumns(std::byte* to, const MatrixView& view, std::size_t bytes, std::size_t packed,
                 std::size_t count) {
  const std::byte* from = view.data;
  for (; count > 0; --count, to += packed, from += view.rowStride)
    copyLanes(to, from, from + packed <= view.end ? packed : bytes);
}

}  // namespace simdcast
