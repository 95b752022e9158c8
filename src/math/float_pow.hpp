// pow on float32, all lanes of a vector at a time: 2^(y * log2 x) in double, by polynomials that
// are no longer than the rounding to float32 asks for.
#pragma once

#include <cstdint>

#include "doubles.hpp"

namespace simdcast::math {

// Whole vectors in memory, each one instruction to load; V8 takes three to build one from the code.
struct PowConstants {
  Doubles one;
  Doubles wholeShift;
  Doubles highest;  // past float32's exponents, within float64's
  Doubles lowest;
  Bits halfRoot;          // the bits of sqrt(1/2), less those of 1
  Bits exponentBits;      // sign and exponent
  Bits exponentUnit;      // 2^52, whose lowest bit counts ones
  Doubles exponentShift;  // 2^52 + 1023
  Doubles log2[5];        // log2((1 + z) / (1 - z)) / z in z^2 for |z| < 0.172: 2^-37 of it off
  Doubles exp2[7];        // 2^f for |f| <= 1/2: 2^-28 off
};
extern const PowConstants kPow;

// For x above 0 and finite, and finite y. Float32's smallest numbers are normal here.
inline Doubles positivePow(Doubles x, Doubles y) {
  const Bits moved = toBits(x) - kPow.halfRoot;
  const Bits biased =
      reinterpret_cast<Bits>(reinterpret_cast<simd::Vec<std::uint64_t>>(moved) >> 52);
  const Doubles exponent = fromBits(biased | kPow.exponentUnit) - kPow.exponentShift;
  const Doubles one = kPow.one;
  const Doubles mantissa = fromBits(toBits(x) - (moved & kPow.exponentBits) + toBits(one));
  const Doubles z = (mantissa - one) / (mantissa + one);
  const Doubles w = z * z;
  const Doubles w2 = w * w;
  const auto& l = kPow.log2;
  const Doubles even = l[0] + w2 * (l[2] + w2 * l[4]);
  const Doubles odd = l[1] + w2 * l[3];
  const Doubles power = y * (exponent + z * (even + w * odd));

  const Doubles below = kPow.highest < power ? kPow.highest : power;
  const Doubles within = below < kPow.lowest ? kPow.lowest : below;
  const Doubles shifted = within + kPow.wholeShift;
  const Doubles f = within - (shifted - kPow.wholeShift);
  const Doubles f2 = f * f;
  const auto& e = kPow.exp2;
  const Doubles evenPart = e[0] + f2 * (e[2] + f2 * (e[4] + f2 * e[6]));
  const Doubles oddPart = e[1] + f2 * (e[3] + f2 * e[5]);
  return fromBits(toBits(evenPart + f * oddPart) + (toBits(shifted) << 52));
}

// All cases; the same bits as below where those are not special.
[[nodiscard]] simd::Vec<float> specialPow(simd::Vec<float> x, simd::Vec<float> y);

// pow(x, y) from pow(|x|, y) for finite x and y, x not 0.
inline simd::Vec<float> withSign(simd::Vec<float> x, simd::Vec<float> y,
                                 simd::Vec<float> magnitude) {
  using Floats = simd::Vec<float>;
  using Words = simd::Vec<std::int32_t>;
  const Floats half = y * simd::splat(0.5F);
  const auto words = [](Floats v) { return reinterpret_cast<Words>(v); };
  const Words negative = words(x) >> 31;
  const Words odd = simd::trunc(half) != half;
  const Words undefined = (simd::trunc(y) != y) & negative;
  const Words sign = odd & negative & INT32_MIN;
  return reinterpret_cast<Floats>((words(magnitude) ^ sign) | (undefined & 0x7fc00000));
}

inline simd::Vec<float> floatPow(simd::Vec<float> x, simd::Vec<float> y) {
  using Floats = simd::Vec<float>;
  using Words = simd::Vec<std::uint32_t>;
  const Words bits = reinterpret_cast<Words>(x);
  const Words magnitude = bits & 0x7fffffffU;
  // Zeros, infinities and NaN: those wrap, or lie past the largest number.
  const auto special = magnitude - 1 >= Words{} + 0x7f7fffffU;
  if (simd::any(special | (y - y != Floats{}))) [[unlikely]]
    return specialPow(x, y);
  const Floats result = simd::viaDoubles<positivePow>(reinterpret_cast<Floats>(magnitude), y);
  return simd::any(bits & 0x80000000U) ? withSign(x, y, result) : result;
}

}  // namespace simdcast::math
