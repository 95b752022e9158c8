// Conversions between bytes and 32-bit lanes, some vectors at a time, and of 64-bit lanes by way of
// those, a few elements at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "convert.hpp"
#include "word_conversions.hpp"

namespace simdcast {

// For each vector of bytes: `lanes` converts words that contain a byte each to lanes of To.
template <class To, class Lanes>
void widenBytes(std::ptrdiff_t n, std::byte* to, const std::byte* from, const Lanes& lanes) {
  convertVectors<std::uint8_t, To>(n, to, from, [&](std::byte* made, const std::byte* given) {
    Words words[kWordVectors<std::uint8_t>];
    widenLanes(words, simd::load<simd::Vec<std::uint8_t>>(given));
#pragma GCC unroll 4
    for (const Words& each : words) {
      simd::store(made, lanes(each.bitCast<std::uint32_t>()));
      made += simd::kVectorBytes;
    }
  });
}

inline constexpr std::ptrdiff_t kFew = 64;

// To 64-bit lanes, from bytes that `convert` turns into lanes of Word.
template <class Wide, class Word>
void widenByWord(std::ptrdiff_t n, std::byte* to, const std::byte* from, Convert convert) {
  constexpr std::ptrdiff_t kWidth = sizeof(Wide);
  constexpr std::ptrdiff_t kWord = sizeof(Word);
  std::byte words[kFew * kWord];
  for (std::ptrdiff_t done = 0; done < n; done += kFew) {
    const std::ptrdiff_t count = std::min(kFew, n - done);
    convert(count, words, from + done);
    for (std::ptrdiff_t i = 0; i < count; ++i)
      simd::store(to + (done + i) * kWidth, static_cast<Wide>(simd::load<Word>(words + i * kWord)));
  }
}

// From 64-bit lanes: `word` converts each to a Word, and `convert` those to bytes.
template <class Wide, class Word>
void narrowByWord(std::ptrdiff_t n, std::byte* to, const std::byte* from, Word (*word)(Wide),
                  Convert convert) {
  constexpr std::ptrdiff_t kWidth = sizeof(Wide);
  constexpr std::ptrdiff_t kWord = sizeof(Word);
  std::byte words[kFew * kWord];
  for (std::ptrdiff_t done = 0; done < n; done += kFew) {
    const std::ptrdiff_t count = std::min(kFew, n - done);
    for (std::ptrdiff_t i = 0; i < count; ++i)
      simd::store(words + i * kWord, word(simd::load<Wide>(from + (done + i) * kWidth)));
    convert(count, to + done, words);
  }
}

}  // namespace simdcast
