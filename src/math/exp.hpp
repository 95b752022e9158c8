// The exponential function, and its parts for others: Cody–Waite reduction, then a polynomial.
#pragma once

#include "magic_rounding.hpp"
#include "polynomial.hpp"

namespace simdcast::math {

template <class T>
struct ExpCoefficients;

template <>
struct ExpCoefficients<float> {
  static constexpr float kLog2E = 1.44269504F;
  // ln 2 in two parts, the first with 9 bits: its multiples by an integer below 2^15 are exact.
  static constexpr float kLn2High = 0.693359375F;
  static constexpr float kLn2Low = -2.12194440e-4F;
  // Past these the results are 0 and infinity.
  static constexpr float kLowest = -105;
  static constexpr float kHighest = 89;
  // (exp(r) - 1 - r) / r^2
  static constexpr float kSeries[] = {0.5F, 0.166665733F, 0.0416665487F, 0.00836377405F,
                                      0.00139269268F};
};

template <>
struct ExpCoefficients<double> {
  static constexpr double kLog2E = 1.44269504088896340736;
  // The first part has 32 bits: its multiples by an integer below 2^21 are exact.
  static constexpr double kLn2High = 0x1.62e42fee00000p-1;
  static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  static constexpr double kLowest = -746;
  static constexpr double kHighest = 710;
  // (exp(r) - 1 - r) / r^2 for |r| < 0.3467, minimax, to 2^-56 of exp(r)
  static constexpr double kSeries[] = {
      0.5,
      0.16666666666666685,
      0.04166666666660277,
      0.00833333333331396,
      0.0013888888927276717,
      0.00019841269904837108,
      2.480150808251922e-5,
      2.7557226144277006e-6,
      2.7625423127640247e-7,
      2.511507565962576e-8,
  };
};

// exp(x) = 2^whole * (1 + part), where |part| < 0.42.
template <class T>
struct Exponential {
  Vec<T> part;
  Vec<T> whole;
  Mask<T> bits;  // the lowest are those of `whole` + kOffset
};

// Cody–Waite reduction: r = x - n ln 2 for the integer n nearest to x / ln 2, with ln 2 in two
// parts: n times the first part and its difference from x are exact. For example exp(10): n = 14,
// r = 10 - 14 ln 2 = 0.296, and exp(10) = 2^14 * exp(0.296).
//
// For |x| < 2^14. `low` is the true operand minus x, and far smaller than x; adding -0 changes
// nothing.
template <class T, int kOffset = 0>
Exponential<T> exponential(Vec<T> x, Vec<T> low = T(-0.0)) {
  using C = ExpCoefficients<T>;
  const auto [whole, bits] = roundByMagic<T, kOffset>(x * Vec<T>(C::kLog2E));
  const Vec<T> r = ((x - whole * Vec<T>(C::kLn2High)) - whole * Vec<T>(C::kLn2Low)) + low;
  return {r + r * r * polynomial(C::kSeries, r), whole, bits};
}

// exp(x) - 1 if exp(x) is a normal number. 2^whole part + (2^whole - 1) does not cancel if x is
// small.
template <class T>
Vec<T> expLess1(const Exponential<T>& e) {
  const Vec<T> power = powerOfTwo<T>(e.bits);
  return power * e.part + (power - Vec<T>(1));
}

// exp(x + low) if that is a normal number.
template <class T>
Vec<T> normalExp(Vec<T> x, Vec<T> low = T(-0.0)) {
  const Exponential<T> e = exponential(x, low);
  return (Vec<T>(1) + e.part) * powerOfTwo<T>(e.bits);
}

// The factor of raisedExp: two to the number of bits of a significand.
template <class T>
inline constexpr T kRaise = 2 / std::numeric_limits<T>::epsilon();

// kRaise * exp(x) for x <= 0: a normal number, within 1.5 ULP in float32 and 2 in float64, unless
// exp(x) rounds to 0. Above kLowest it is 0 in that case: the integral exponent is one below those
// of normal numbers, and the power of two has no bits.
template <class T>
Vec<T> raisedExp(Vec<T> x) {
  using F = Format<T>;
  constexpr int kBiased = F::kBias + std::numeric_limits<T>::digits;
  const Exponential<T> e = exponential<T, kBiased>(pmax(x, Vec<T>(ExpCoefficients<T>::kLowest)));
  return (Vec<T>(1) + e.part) * fromBits<T>(e.bits << F::kFractionBits);
}

// 2^whole in two factors, because one reaches neither subnormal results nor the top of the range:
// 2^-149 is 2^-74 * 2^-75.
template <class T>
struct PowerFactors {
  Vec<T> first;
  Vec<T> second;
};
template <class T>
PowerFactors<T> powerFactors(const Exponential<T>& e) {
  const Mask<T> half = roundByMagic(e.whole * Vec<T>(T(0.5))).bits;
  return {powerOfTwo<T>(half), powerOfTwo<T>(e.bits - half)};
}

// factor * exp(x + low). The power of two comes last.
template <class T>
Vec<T> timesExp(Vec<T> factor, Vec<T> x, Vec<T> low = T(-0.0)) {
  using C = ExpCoefficients<T>;
  const Exponential<T> e = exponential(clamp(x, C::kLowest, C::kHighest), low);
  const auto [first, second] = powerFactors(e);
  return factor * (Vec<T>(1) + e.part) * first * second;
}

// exp(x + low): within 1.5 ULP in float32, 2 in float64, subnormal results included. exp(±0) is 1,
// exp(-infinity) 0, exp(infinity) infinity.
template <class T>
Vec<T> exp(Vec<T> x, Vec<T> low = T(-0.0)) {
  return timesExp(Vec<T>(1), x, low);
}

// -factor * x^2 as a sum of two, because an error of an exponent is one of the result. With x =
// high + low, x^2 is high^2, which is exact, and low * (x + high). `factor` is a power of two.
template <class T>
Halves<T> minusSquare(Vec<T> x, T factor) {
  const auto [high, low] = halves(x);
  return {Vec<T>(-factor) * high * high, Vec<T>(-factor) * (low * (x + high))};
}

}  // namespace simdcast::math
