// Powers, with the special values of C's pow: pow(x, ±0) and pow(1, y) are 1, also for NaN;
// pow(-1, ±infinity) is 1; NaN for finite x below 0 if y is not an integer; the sign of x if y is
// odd.
#pragma once

#include "arithmetic_powers.hpp"
#include "magic_rounding.hpp"

namespace simdcast::math {

// Within 0.7 ULP for results of at least 2^-1022; arithmetic_powers.hpp has the exponents for which
// it is rounded once. Out of line: it is long, and double-double.
[[nodiscard]] Vec<double> pow(Vec<double> x, Vec<double> y);

// The constants of float32's pow as whole vectors in memory, which load with one instruction; V8
// needs three to build one in code.
struct PowConstants {
  Vec<double> one;
  Vec<double> magic;    // of magic-number rounding
  Vec<double> highest;  // past float32's exponents, within float64's
  Vec<double> lowest;
  Mask<double> sqrtHalf;       // the bits of sqrt(1/2), minus those of 1
  Mask<double> exponentBits;   // sign and exponent
  Mask<double> exponentUnit;   // the bits of 2^52, whose last bit counts ones
  Vec<double> exponentOffset;  // 2^52 + 1023, the bias
  Vec<double> log2[5];
  Vec<double> exp2[7];
};
extern const PowConstants kPow;

// For x above 0 and finite. Float32's smallest numbers are normal here. With x = mantissa *
// 2^exponent (splitNormal) and z = (mantissa - 1) / (mantissa + 1), log2(mantissa) is
// 2 / ln 2 * atanh(z), a polynomial in z^2 times z. Its even and odd terms do not wait for one
// another.
inline Vec<double> log2ForFloats(Vec<double> x) {
  const Mask<double> moved = toBits(x) - kPow.sqrtHalf;
  const Mask<double> biased =
      (moved.bitCast<std::uint64_t>() >> Format<double>::kFractionBits).bitCast<std::int64_t>();
  const Vec<double> exponent = fromBits<double>(biased | kPow.exponentUnit) - kPow.exponentOffset;
  const Vec<double> one = kPow.one;
  const Vec<double> mantissa =
      fromBits<double>(toBits(x) - (moved & kPow.exponentBits) + toBits(one));
  const Vec<double> z = (mantissa - one) / (mantissa + one);
  const Vec<double> w = z * z;
  const Vec<double> w2 = w * w;
  const auto& c = kPow.log2;
  const Vec<double> even = c[0] + w2 * (c[2] + w2 * c[4]);
  const Vec<double> odd = c[1] + w2 * c[3];
  return exponent + z * (even + w * odd);
}

// 2^x = 2^n 2^f for the integer n nearest to x, which is added to the exponent of 2^f.
inline Vec<double> exp2ForFloats(Vec<double> x) {
  const Vec<double> within = pmax(pmin(x, kPow.highest), kPow.lowest);
  const Vec<double> shifted = within + kPow.magic;
  const Vec<double> f = within - (shifted - kPow.magic);
  const Vec<double> f2 = f * f;
  const auto& c = kPow.exp2;
  const Vec<double> even = c[0] + f2 * (c[2] + f2 * (c[4] + f2 * c[6]));
  const Vec<double> odd = c[1] + f2 * (c[3] + f2 * c[5]);
  return fromBits<double>(toBits(even + f * odd) +
                          (toBits(shifted) << Format<double>::kFractionBits));
}

// For positive finite x and finite y: accurate enough for rounding to float32.
inline Vec<double> positivePow(Vec<double> x, Vec<double> y) {
  return exp2ForFloats(y * log2ForFloats(x));
}

// For all operands; bit-identical to transcendentalPow below unless they are special.
[[nodiscard]] Vec<float> specialPow(Vec<float> x, Vec<float> y);

// pow(x, y) from pow(|x|, y) for finite x and y, x not 0: y is odd if it is an integer and its half
// is not.
inline Vec<float> powWithSign(Vec<float> x, Vec<float> y, Vec<float> magnitude) {
  using F = Format<float>;
  const Vec<float> half = y * Vec<float>(0.5F);
  const Mask<float> negative = hasSign(x);
  const Mask<float> odd = trunc(half) != half;
  const Mask<float> undefined = (trunc(y) != y) & negative;
  const Vec<float> sign = fromBits<float>(odd & negative) & Vec<float>(-0.0F);
  return (magnitude ^ sign) | (fromBits<float>(undefined) & Vec<float>(F::kNan));
}

// Within 1 ULP. The four lanes go the same way at once, in double; a vector with a zero, an
// infinity or a NaN goes out of line.
inline Vec<float> transcendentalPow(Vec<float> x, Vec<float> y) {
  using Words = Vec<std::uint32_t>;
  constexpr std::uint32_t kBitsOfInfinity = 0x7f800000;
  const Words magnitude = abs(x).bitCast<std::uint32_t>();
  // Unsigned: 0 minus 1 is above infinity as well.
  const Mask<float> special = magnitude - Words(1) >= Words(kBitsOfInfinity - 1);
  if (simd::any(special | (y - y != Vec<float>(0)))) [[unlikely]]
    return specialPow(x, y);
  const Vec<float> result = simd::viaDoubles<positivePow>(abs(x), y);
  return simd::any(x & Vec<float>(-0.0F)) ? powWithSign(x, y, result) : result;
}

// For vectors that have an exponent whose power is arithmetic.
[[nodiscard]] Vec<float> mixedPow(Vec<float> x, Vec<float> y);

inline Vec<float> pow(Vec<float> x, Vec<float> y) {
  return simd::any(isArithmetic(y)) ? mixedPow(x, y) : transcendentalPow(x, y);
}

}  // namespace simdcast::math
