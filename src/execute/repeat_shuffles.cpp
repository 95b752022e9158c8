#include "repeat_shuffles.hpp"

#include <numeric>
#include <utility>

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using simd::Bytes;
using simd::kVectorBytes;
using Halves = simd::Vec<std::uint16_t>;
using Words = simd::Vec<std::uint32_t>;

// Blocks of whole words. The output has a period of kVectors vectors, which takes kAdvance words of
// the source; each vector needs at most four consecutive words.
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
  static void write(std::byte* to, const std::byte* from, Words source) {
    constexpr int kLowest = lowest(kVector);
    if constexpr (!kOneLoad) source = simd::load<Words>(from + kLowest * 4);
    simd::store(
        to + kVector * kVectorBytes,
        simd::shuffle<lane(kVector, 0), lane(kVector, 1), lane(kVector, 2), lane(kVector, 3)>(
            source));
  }
};

template <int kBlock, int kTimes>
Count repeatWords(std::byte* to, const std::byte* from, Count sourceBytes) {
  using Pattern = WordPattern<kBlock, kTimes>;
  constexpr std::size_t kReach = Pattern::reach() * 4;
  auto left = static_cast<std::size_t>(sourceBytes);
  for (; left >= kReach; left -= Pattern::kAdvance * 4) {
    const auto source = simd::load<Words>(from);
    [&]<int... kVector>(std::integer_sequence<int, kVector...>) {
      (Pattern::template write<kVector>(to, from, source), ...);
    }
    (std::make_integer_sequence<int, Pattern::kVectors>{});
    from += Pattern::kAdvance * 4;
    to += Pattern::kVectors * kVectorBytes;
  }
  return sourceBytes - static_cast<Count>(left);
}

// Writes a vector of elements shorter than a word, each `kTimes` times.
template <int kTimes, class V>
void writeDoubled(std::byte* to, V source) {
  if constexpr (kTimes == 1) {
    simd::store(to, source);
  } else {
    writeDoubled<kTimes / 2>(to, simd::interleaveLow(source, source));
    writeDoubled<kTimes / 2>(to + kTimes / 2 * kVectorBytes, simd::interleaveHigh(source, source));
  }
}

template <class V, int kTimes>
Count repeatLanes(std::byte* to, const std::byte* from, Count sourceBytes) {
  auto left = static_cast<std::size_t>(sourceBytes);
  for (; left >= kVectorBytes; left -= kVectorBytes) {
    writeDoubled<kTimes>(to, simd::load<V>(from));
    from += kVectorBytes;
    to += kTimes * kVectorBytes;
  }
  return sourceBytes - static_cast<Count>(left);
}

struct Row {
  int block;
  int times;
  RepeatShuffle run;
};

constexpr Row kShuffles[] = {
    {1, 2, repeatLanes<Bytes, 2>},  {1, 4, repeatLanes<Bytes, 4>}, {2, 2, repeatLanes<Halves, 2>},
    {2, 4, repeatLanes<Halves, 4>}, {4, 2, repeatWords<1, 2>},     {4, 3, repeatWords<1, 3>},
    {4, 4, repeatWords<1, 4>},      {4, 8, repeatWords<1, 8>},     {4, 16, repeatWords<1, 16>},
    {8, 2, repeatWords<2, 2>},      {8, 3, repeatWords<2, 3>},     {8, 4, repeatWords<2, 4>},
    {12, 2, repeatWords<3, 2>},     {16, 2, repeatWords<4, 2>},    {16, 3, repeatWords<4, 3>},
    {16, 4, repeatWords<4, 4>},
};

}  // namespace

RepeatShuffle findRepeatShuffle(Count block, Count times) {
  for (const Row& row : kShuffles)
    if (row.block == block && row.times == times) return row.run;
  return nullptr;
}

}  // namespace simdcast
