// The parts that functions of vectors of doubles are made of.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "../simd/simd.hpp"

namespace simdcast::math {

using Doubles = simd::Vec<double>;
using Bits = simd::Vec<std::int64_t>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kLn2 = 0.69314718055994530942;
inline constexpr double kLog2E = 1.44269504088896340736;

constexpr Doubles splat(double value) { return Doubles{} + value; }
constexpr Bits splatBits(std::int64_t value) { return Bits{} + value; }

inline Doubles fromBits(Bits bits) { return reinterpret_cast<Doubles>(bits); }
inline Bits toBits(Doubles value) { return reinterpret_cast<Bits>(value); }

inline constexpr std::int64_t kSign = INT64_MIN;

inline Doubles abs(Doubles x) { return fromBits(toBits(x) & splatBits(~kSign)); }
inline Doubles copySign(Doubles magnitude, Doubles sign) {
  return fromBits((toBits(magnitude) & splatBits(~kSign)) | (toBits(sign) & splatBits(kSign)));
}
inline Bits isNan(Doubles x) { return x != x; }
inline Bits isWhole(Doubles x) { return simd::trunc(x) == x; }

// Whole numbers below 2^51 in magnitude, by adding a number whose last bit counts ones.
inline constexpr double kWholeShift = 6755399441055744.0;  // 2^52 + 2^51

inline Doubles wholeToDouble(Bits whole) {
  return fromBits(whole + toBits(splat(kWholeShift))) - splat(kWholeShift);
}
inline Bits wholeFromDouble(Doubles whole) {
  return toBits(whole + splat(kWholeShift)) - toBits(splat(kWholeShift));
}

// 2^whole, for exponents of normal numbers.
inline Doubles powerOfTwo(Bits whole) {
  return fromBits((whole + splatBits(1023)) << splatBits(52));
}

// x = mantissa * 2^exponent with the mantissa between sqrt(1/2) and sqrt(2), for normal x.
struct Parts {
  Doubles mantissa;
  Bits exponent;
};
inline Parts partsOf(Doubles x) {
  constexpr std::int64_t kHalfRoot = 0x3fe6a09e667f3bcd;
  const Bits bits = toBits(x);
  const Bits exponent = (bits - splatBits(kHalfRoot)) >> splatBits(52);
  return {fromBits(bits - (exponent << splatBits(52))), exponent};
}

// A polynomial in Estrin's order: halves that do not wait for one another. `powers` are x to 1, 2,
// 4, …
template <int kFirst, int kCount>
Doubles termsOf(const double* coefficients, const Doubles* powers) {
  if constexpr (kCount == 1) {
    return splat(coefficients[kFirst]);
  } else {
    constexpr int kLevel = std::bit_width(static_cast<unsigned>(kCount - 1)) - 1;
    constexpr int kLow = 1 << kLevel;
    return termsOf<kFirst, kLow>(coefficients, powers) +
           powers[kLevel] * termsOf<kFirst + kLow, kCount - kLow>(coefficients, powers);
  }
}
template <int kCount>
Doubles polynomial(const double (&coefficients)[kCount], Doubles x) {
  Doubles powers[5];
  for (Doubles& power : powers) {
    power = x;
    x = x * x;
  }
  static_assert(kCount <= 32);
  return termsOf<0, kCount>(coefficients, powers);
}

// (exp(r) - 1 - r) / r^2 for |r| < 0.3467, to 2^-56 of exp(r)
inline constexpr double kExpSeries[] = {0.5,
                                        0.16666666666666685,
                                        0.04166666666660277,
                                        0.00833333333331396,
                                        0.0013888888927276717,
                                        0.00019841269904837108,
                                        2.480150808251922e-5,
                                        2.7557226144277006e-6,
                                        2.7625423127640247e-7,
                                        2.511507565962576e-8};

}  // namespace simdcast::math
