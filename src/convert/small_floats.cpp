#include "small_floats.hpp"

#include "half_lanes.hpp"

namespace simdcast {

[[gnu::used]] constinit HalfLaneConstants halfLaneConstants;

namespace {

using simd::load;
using simd::store;

using simd::Vec;

using Words = Vec<std::uint32_t>;
using Ints = Vec<std::int32_t>;  // compare faster than Words
using Floats = Vec<float>;

constexpr std::ptrdiff_t kBlock = simd::kLanes<std::uint16_t>;

// By shifts, because V8 rebuilds a vector constant at every use.
Words magnitude(Words bits) { return bits << 1 >> 1; }
Words bitAt(Words bits, int place) { return bits << (31 - place) >> 31; }

struct HalfConstants {
  Halves exponent = 0x7c00;
  Words overflow = 0x477ff000U;        // 65520: half way past the largest
  Words smallestNormal = 0x38800000U;  // 2^-14
  Words rebias = 0xfffU - (112U << 23);
  Floats subnormalUnit = 0x1p-1F;
};

// Mutable, as halfLaneConstants are.
[[gnu::used]] constinit HalfConstants halfConstants;

// Converts eight values at once, or returns false if one is infinite or NaN, or would become
// infinite as a float16; these are converted one by one.
template <SmallFloat T>
struct Block;

template <>
struct Block<Half> {
  HalfConstants constants = halfConstants;
  FiniteHalves finite;

  bool widen(std::byte* to, const std::byte* from) const {
    const auto halves = load<Halves>(from);
    if (simd::any((halves & constants.exponent) == constants.exponent)) return false;
    store(to, finite.low(halves));
    store(to + sizeof(Floats), finite.high(halves));
    return true;
  }

  bool narrow(std::byte* to, const std::byte* from) const {
    const auto low = load<Words>(from);
    const auto high = load<Words>(from + sizeof(Words));
    if (simd::any(overflows(low) | overflows(high))) return false;
    store(to, simd::narrowSaturated(rounded(low), rounded(high)));
    return true;
  }

 private:
  [[nodiscard]] Ints overflows(Words bits) const {
    return magnitude(bits).bitCast<std::int32_t>() >= constants.overflow.bitCast<std::int32_t>();
  }

  [[nodiscard]] Words rounded(Words bits) const {
    const Words value = magnitude(bits);
    const Floats aligned = value.bitCast<float>() + constants.subnormalUnit;
    const Words subnormal =
        aligned.bitCast<std::uint32_t>() - constants.subnormalUnit.bitCast<std::uint32_t>();
    const Words normal = (value + constants.rebias + bitAt(value, 13)) >> 13;
    const Ints isSmall =
        value.bitCast<std::int32_t>() < constants.smallestNormal.bitCast<std::int32_t>();
    return select(isSmall, subnormal, normal) | bitAt(bits, 31) << 15;
  }
};

template <>
struct Block<BFloat> {
  BFloats lanes;

  bool widen(std::byte* to, const std::byte* from) const {
    const auto halves = load<Halves>(from);
    store(to, lanes.low(halves));
    store(to + sizeof(Floats), lanes.high(halves));
    return true;
  }

  static bool narrow(std::byte* to, const std::byte* from) {
    const auto low = load<Words>(from);
    const auto high = load<Words>(from + sizeof(Words));
    if (simd::any(isNan(low) | isNan(high))) return false;
    store(to, simd::narrowSaturated(rounded(low), rounded(high)));
    return true;
  }

 private:
  static Ints isNan(Words bits) {
    const Floats value = bits.bitCast<float>();
    return value != value;
  }
  static Words rounded(Words bits) { return (bits + Words(0x7fff) + bitAt(bits, 16)) >> 16; }
};

// Computes whole blocks with `inBlock`; the tail, and blocks that it cannot compute, with `one`.
template <class InBlock, class One>
void forBlocks(std::ptrdiff_t n, const InBlock& inBlock, const One& one) {
  for (std::ptrdiff_t i = 0; i < n;) {
    const bool isWhole = n - i >= kBlock;
    const std::ptrdiff_t end = isWhole ? i + kBlock : n;
    if (isWhole && inBlock(i)) i = end;
    for (; i < end; ++i) one(i);
  }
}

}  // namespace

template <SmallFloat T>
void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  const Block<T> block;
  forBlocks(
      n, [&](std::ptrdiff_t i) { return block.widen(to + i * 4, from + i * 2); },
      [&](std::ptrdiff_t i) { store(to + i * 4, widen(load<T>(from + i * 2))); });
}

template <SmallFloat T>
void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  const Block<T> block;
  forBlocks(
      n, [&](std::ptrdiff_t i) { return block.narrow(to + i * 2, from + i * 4); },
      [&](std::ptrdiff_t i) {
        T narrowed;
        narrow(load<float>(from + i * 4), narrowed);
        store(to + i * 2, narrowed);
      });
}

template void widenAll<Half>(std::ptrdiff_t, std::byte*, const std::byte*);
template void widenAll<BFloat>(std::ptrdiff_t, std::byte*, const std::byte*);
template void narrowAll<Half>(std::ptrdiff_t, std::byte*, const std::byte*);
template void narrowAll<BFloat>(std::ptrdiff_t, std::byte*, const std::byte*);

}  // namespace simdcast
