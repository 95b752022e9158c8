// Eight 16-bit floats of a vector as floats, in registers.
#pragma once

#include "../simd/simd.hpp"
#include "small_floats.hpp"

namespace simdcast {

using Halves = simd::Vec<std::uint16_t>;

struct HalfLaneConstants {
  simd::Vec<std::uint32_t> fields = 0x0fffe000U;  // of a half that is shifted to a word's
  simd::Vec<std::uint32_t> sign = 0x80000000U;
  simd::Vec<std::uint32_t> bias = 112U << 23;
  simd::Vec<float> leastNormal = 0x1p-14F;
  Halves kept = 0x8fff;  // of a half that is shifted to a word's upper half
  Halves zero = 0;
};

// Mutable, which forces the compiler to load it, as it does before a loop: V8 rebuilds a vector
// constant at every use.
extern constinit HalfLaneConstants halfLaneConstants;

// The lower and the upper four lanes, by `floats` of their bits, sign-extended.
template <class Lanes>
struct LanesOfHalves {
  [[nodiscard]] simd::Vec<float> low(Halves x) const {
    return lanes().floats(
        simd::widenLow(x.bitCast<std::int16_t>()).template bitCast<std::uint32_t>());
  }
  [[nodiscard]] simd::Vec<float> high(Halves x) const {
    return lanes().floats(
        simd::widenHigh(x.bitCast<std::int16_t>()).template bitCast<std::uint32_t>());
  }

 private:
  [[nodiscard]] const Lanes& lanes() const { return static_cast<const Lanes&>(*this); }
};

// Finite float16.
struct FiniteHalves : LanesOfHalves<FiniteHalves> {
  HalfLaneConstants constants = halfLaneConstants;

  // Rebiasing the exponent turns a subnormal 2^-14 f into 2^-15 (1 + f), which is corrected by
  // doubling it and subtracting 2^-14. For a normal number the same yields no less than the number,
  // so the minimum is right. Multiplying by 2^112 would save five operations, but processors take
  // as long for a subnormal as for forty others.
  [[nodiscard]] simd::Vec<float> floats(simd::Vec<std::uint32_t> half) const {
    const auto value = (half << 13 & constants.fields) + constants.bias;
    const auto biased = value.bitCast<float>();
    const auto subnormal = (biased + biased) - constants.leastNormal;
    const auto rebiased = simd::pmin(biased, subnormal).bitCast<std::uint32_t>();
    return (rebiased | (half & constants.sign)).bitCast<float>();
  }
};

// Finite float16 in the fields of a float: 2^-112 times their value, exactly, in a third of the
// operations. 1.5, 0 01111 1000000000, becomes 0 00001111 10000000000000000000000, 1.5 * 2^-112:
// the upper half of the word is the half shifted by 3 with its sign, the lower its last 3 bits.
struct MovedHalves {
  Halves kept = halfLaneConstants.kept;

  static constexpr float kUp = 0x1p112F;
  [[nodiscard]] simd::Vec<float> low(Halves x) const {
    return simd::interleaveLow(lower(x), upper(x)).bitCast<float>();
  }
  [[nodiscard]] simd::Vec<float> high(Halves x) const {
    return simd::interleaveHigh(lower(x), upper(x)).bitCast<float>();
  }

 private:
  [[nodiscard]] Halves upper(Halves x) const {
    return (x.bitCast<std::int16_t>() >> 3).bitCast<std::uint16_t>() & kept;
  }
  [[nodiscard]] static Halves lower(Halves x) { return x << 13; }
};

// A bfloat16 is the upper half of a float32.
struct BFloats {
  Halves zero = halfLaneConstants.zero;

  [[nodiscard]] simd::Vec<float> low(Halves x) const {
    return simd::interleaveLow(zero, x).bitCast<float>();
  }
  [[nodiscard]] simd::Vec<float> high(Halves x) const {
    return simd::interleaveHigh(zero, x).bitCast<float>();
  }
};

}  // namespace simdcast
