// Conversions between 32-bit lanes and narrower integers or float32, some vectors at a time.
#pragma once

#include <algorithm>
#include <limits>

#include "../simd/simd.hpp"

namespace simdcast {

using Words = simd::Vec<std::int32_t>;

// The number of vectors of words for the lanes of a vector of From.
template <class From>
inline constexpr int kWordVectors = static_cast<int>(sizeof(std::int32_t) / sizeof(From));

template <class From>
void widenLanes(Words* words, simd::Vec<From> x) {
  if constexpr (sizeof(From) == sizeof(std::int32_t)) {
    *words = x.template bitCast<std::int32_t>();
  } else {
    widenLanes(words, simd::widenLow(x));
    widenLanes(words + kWordVectors<From> / 2, simd::widenHigh(x));
  }
}

// The lower bits.
template <class To>
simd::Vec<To> narrowLanes(const Words* words) {
  if constexpr (sizeof(To) == sizeof(std::int32_t)) {
    return words->bitCast<To>();
  } else {
    using Wide = simd::Wider<std::make_unsigned_t<To>>;
    const simd::Vec<Wide> low = narrowLanes<Wide>(words);
    const simd::Vec<Wide> high = narrowLanes<Wide>(words + kWordVectors<To> / 2);
    return simd::narrowWrapping(low, high).template bitCast<To>();
  }
}

// each(to, from) for whole vectors of the narrower type, and for the last elements by way of
// copies.
template <class From, class To, class Each>
void convertVectors(std::ptrdiff_t n, std::byte* to, const std::byte* from, const Each& each) {
  constexpr std::ptrdiff_t kAtOnce = std::max(simd::kLanes<From>, simd::kLanes<To>);
  constexpr std::ptrdiff_t kFrom = sizeof(From);
  constexpr std::ptrdiff_t kTo = sizeof(To);
  std::byte few[kAtOnce * kFrom]{};
  std::byte made[kAtOnce * kTo];
  for (; n > 0; n -= kAtOnce, from += kAtOnce * kFrom, to += kAtOnce * kTo) {
    const bool isLast = n < kAtOnce;
    if (isLast) simd::copyFew(few, from, n * kFrom);
    // One call, which is inlined once.
    each(isLast ? made : to, isLast ? few : from);
    if (isLast) simd::copyFew(to, made, n * kTo);
  }
}

// From integers of up to 32 bits, to int32 or float32.
template <class From, class To>
void widenToWords(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  convertVectors<From, To>(n, to, from, [](std::byte* made, const std::byte* given) {
    Words words[kWordVectors<From>];
    widenLanes(words, simd::load<simd::Vec<From>>(given));
#pragma GCC unroll 4
    for (int i = 0; i < kWordVectors<From>; ++i, made += simd::kVectorBytes) {
      if constexpr (std::is_same_v<From, std::uint32_t>)
        simd::store(made, simd::convert<To>(words[i].template bitCast<From>()));
      else
        simd::store(made, simd::convert<To>(words[i]));
    }
  });
}

// To integers of up to 32 bits: `word` turns each vector of Lanes into one of int32, whose low bits
// are kept.
template <class Lane, class To, class Word>
void narrowToIntegers(std::ptrdiff_t n, std::byte* to, const std::byte* from, const Word& word) {
  convertVectors<Lane, To>(n, to, from, [&](std::byte* made, const std::byte* given) {
    Words words[kWordVectors<To>];
#pragma GCC unroll 4
    for (int i = 0; i < kWordVectors<To>; ++i)
      words[i] = word(simd::load<simd::Vec<Lane>>(given + i * simd::kVectorBytes));
    simd::store(made, narrowLanes<To>(words));
  });
}

// Wraps.
template <class To>
void narrowFromWords(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowToIntegers<std::int32_t, To>(n, to, from, [](Words words) { return words; });
}

// Towards zero, saturating, with 0 for NaN; to int32, or narrower integers.
template <class To>
void truncateFloats(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowToIntegers<float, To>(n, to, from, [](simd::Vec<float> x) {
    if constexpr (sizeof(To) == sizeof(std::int32_t)) return simd::toInt32Saturated(x);
    const Words lowest = std::int32_t{std::numeric_limits<To>::min()};
    const Words highest = std::int32_t{std::numeric_limits<To>::max()};
    return simd::min(simd::max(simd::toInt32Saturated(x), lowest), highest);
  });
}

}  // namespace simdcast
