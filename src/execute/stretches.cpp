#include "stretches.hpp"

#include <numeric>
#include <utility>

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using simd::Bytes;
using simd::HalfLanes;
using simd::kVectorBytes;
using simd::WordLanes;

// Blocks of whole words. After kVectors vectors of output the pattern starts again, kAdvance words
// further into the source; the words of each vector lie within four of the source's.
template <int kBlock, int kTimes>
struct WordPattern {
  static constexpr int kLanes = 4;

  static constexpr int sourceOf(int word) {
    return word / (kBlock * kTimes) * kBlock + word % kBlock;
  }
  static constexpr int advance() {
    int words = std::lcm(kBlock * kTimes, kLanes) / kTimes;
    while (words * 2 <= kLanes) words *= 2;
    return words;
  }
  static constexpr int kAdvance = advance();
  static constexpr int kVectors = kAdvance * kTimes / kLanes;
  static constexpr bool kOneLoad = kAdvance <= kLanes;

  static constexpr int lowest(int vector) {
    if (kOneLoad) return 0;
    int low = sourceOf(vector * kLanes);
    for (int i = 1; i < kLanes; ++i) low = std::min(low, sourceOf(vector * kLanes + i));
    return low;
  }
  static constexpr int reach() {
    int most = 0;
    for (int vector = 0; vector < kVectors; ++vector) most = std::max(most, lowest(vector));
    return most + kLanes;
  }
  static constexpr int lane(int vector, int i) {
    return sourceOf(vector * kLanes + i) - lowest(vector);
  }

  template <int kVector>
  static void write(std::byte* to, const std::byte* from, WordLanes source) {
    constexpr int kLowest = lowest(kVector);
    if constexpr (!kOneLoad) source = simd::load<WordLanes>(from + kLowest * 4);
    simd::store(to + kVector * kVectorBytes,
                __builtin_shufflevector(source, source, lane(kVector, 0), lane(kVector, 1),
                                        lane(kVector, 2), lane(kVector, 3)));
  }
};

template <int kBlock, int kTimes>
Count stretchWords(std::byte* to, const std::byte* from, Count sourceBytes) {
  using Pattern = WordPattern<kBlock, kTimes>;
  constexpr std::ptrdiff_t kReach = Pattern::reach() * 4;
  auto left = static_cast<std::ptrdiff_t>(sourceBytes);
  for (; left >= kReach; left -= Pattern::kAdvance * 4) {
    const auto source = simd::load<WordLanes>(from);
    [&]<int... kVector>(std::integer_sequence<int, kVector...>) {
      (Pattern::template write<kVector>(to, from, source), ...);
    }
    (std::make_integer_sequence<int, Pattern::kVectors>{});
    from += Pattern::kAdvance * 4;
    to += Pattern::kVectors * kVectorBytes;
  }
  return sourceBytes - left;
}

inline Bytes doubledLow(Bytes x) {
  return __builtin_shufflevector(x, x, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
}
inline Bytes doubledHigh(Bytes x) {
  return __builtin_shufflevector(x, x, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15);
}
inline HalfLanes doubledLow(HalfLanes x) { return simd::interleaveLow(x, x); }
inline HalfLanes doubledHigh(HalfLanes x) { return simd::interleaveHigh(x, x); }

// Writes 16 bytes of elements shorter than a word, each `kTimes` times.
template <int kTimes, class V>
void writeDoubled(std::byte* to, V source) {
  if constexpr (kTimes == 1) {
    simd::store(to, source);
  } else {
    writeDoubled<kTimes / 2>(to, doubledLow(source));
    writeDoubled<kTimes / 2>(to + kTimes / 2 * kVectorBytes, doubledHigh(source));
  }
}

template <class V, int kTimes>
Count stretchDoubled(std::byte* to, const std::byte* from, Count sourceBytes) {
  auto left = static_cast<std::ptrdiff_t>(sourceBytes);
  for (; left >= kVectorBytes; left -= kVectorBytes) {
    writeDoubled<kTimes>(to, simd::load<V>(from));
    from += kVectorBytes;
    to += kTimes * kVectorBytes;
  }
  return sourceBytes - left;
}

struct Row {
  int block;
  int times;
  Stretch stretch;
};

constexpr Row kStretches[] = {
    {1, 2, stretchDoubled<Bytes, 2>},     {1, 4, stretchDoubled<Bytes, 4>},
    {2, 2, stretchDoubled<HalfLanes, 2>}, {2, 4, stretchDoubled<HalfLanes, 4>},
    {4, 2, stretchWords<1, 2>},           {4, 3, stretchWords<1, 3>},
    {4, 4, stretchWords<1, 4>},           {4, 8, stretchWords<1, 8>},
    {4, 16, stretchWords<1, 16>},         {8, 2, stretchWords<2, 2>},
    {8, 3, stretchWords<2, 3>},           {8, 4, stretchWords<2, 4>},
    {12, 2, stretchWords<3, 2>},          {16, 2, stretchWords<4, 2>},
    {16, 3, stretchWords<4, 3>},          {16, 4, stretchWords<4, 4>},
};

}  // namespace

Stretch findStretch(Count block, Count times) {
  if constexpr (!simd::kOneLane)
    for (const Row& row : kStretches)
      if (row.block == block && row.times == times) return row.stretch;
  return nullptr;
}

}  // namespace simdcast
