// Functions of vectors of float64, which has no wider lane to compute in: within a few units in the
// last place (`npm run accuracy`). For speed there is float32. The polynomials interpolate the
// functions named beside them; the first coefficient belongs to the lowest power.
#pragma once

#include <cstdint>
#include <limits>

#include "doubles.hpp"

namespace simdcast::wide {

using math::abs;
using math::Doubles;
using math::fromBits;
using math::kInfinity;
using math::kLog2E;
using math::kNan;
using math::polynomial;
using math::splat;
using math::toBits;
using simd::clamp;
using simd::minus;
using simd::plus;
using Longs = math::Bits;

inline constexpr double kLn2High = 0x1.62e42fee00000p-1;  // its multiples by a power are exact
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

inline Longs splat(std::int64_t value) { return math::splatBits(value); }

// exp(x) = 2^whole * (1 + part), where |part| < 0.42.
struct Exponential {
  Doubles part;
  Doubles whole;
  Longs bits;  // whose lowest are those of `whole`
};

inline constexpr double kWhole = 0x1.8p52;  // adding it rounds to a whole number

// For |x| < 2^16; `low` is what x lacks, where it does.
template <class... Low>
Exponential exponential(Doubles x, Low... low) {
  const Doubles shifted = x * splat(kLog2E) + splat(kWhole);
  const Doubles whole = shifted - splat(kWhole);
  Doubles r = (x - whole * splat(kLn2High)) - whole * splat(kLn2Low);
  ((r = r + low), ...);
  return {r + r * r * polynomial(math::kExpSeries, r), whole, toBits(shifted)};
}

// From bits of which the lowest hold a power of a normal number.
inline Doubles powerOfTwo(Longs power) {
  return fromBits(plus(power << splat(std::int64_t{52}), toBits(splat(1.0))));
}

// For |x| < 708, whose results are normal.
template <class... Low>
Doubles normalExp(Doubles x, Low... low) {
  const Exponential e = exponential(x, low...);
  return (splat(1.0) + e.part) * powerOfTwo(e.bits);
}

// The power in two steps, so that subnormal results and those at the top of the range come out.
template <class... Low>
Doubles anyExp(Doubles x, Low... low) {
  const Exponential e = exponential(clamp(x, -750.0, 710.0), low...);
  const Longs half = toBits(e.whole * splat(0.5) + splat(kWhole));
  return (splat(1.0) + e.part) * powerOfTwo(half) * powerOfTwo(minus(e.bits, half));
}

// -factor * x^2 in two parts.
struct Square {
  Doubles high;
  Doubles low;
};
inline Square minusSquare(Doubles x, double factor) {
  const Doubles high = fromBits(toBits(x) & splat(~((std::int64_t{1} << 27) - 1)));
  const Doubles low = (x - high) * (x + high);
  return {splat(-factor) * high * high, splat(-factor) * low};
}

inline constexpr double kNear = 0.875;  // where erf gives way to erfc

// erf(x) of 0 <= x <= 0.9; the series is erf(x) / x - 1 by x^2, to 2^-60.
inline Doubles erfNear(Doubles x) {
  constexpr double kSeries[] = {
      1.28379167095512573e-1,  -3.76126389031837299e-1, 1.12837916709537939e-1,
      -2.68661706448237307e-2, 5.22397762177037237e-3,  -8.54832676446654225e-4,
      1.20553213824811216e-4,  -1.49253075355085904e-5, 1.64553287479380956e-6,
      -1.62765267225862065e-7, 1.40514827669899126e-8,  -8.49399879708094358e-10};
  return x + x * polynomial(kSeries, x * x);
}

// erfc(x) of 0.85 <= x <= 28.5, times exp(x^2); the series is that times 1 + 2x, by
// (x - 3) / (x + 3), to 2^-57. Both interpolate at Chebyshev's points.
inline Doubles scaledErfcFar(Doubles x) {
  constexpr double kSeries[] = {
      1.25300805826972966,     -1.35621106124581353e-1, -4.7562294353453419e-2,
      1.29645158702789252e-1,  -1.19273663415103383e-1, 6.83080273425788169e-2,
      -2.37705149244705539e-2, 2.52939184844386911e-3,  1.88869043686128591e-3,
      -7.79832690168111859e-4, -1.05160313408270022e-4, 1.25102584388268038e-4,
      4.95082020582877188e-6,  -2.01157937708503351e-5, -7.28798802839342711e-7,
      3.51479811456464095e-6,  3.29698739490715941e-7,  -6.78816327653346509e-7,
      -7.41609185908852921e-8, 1.32758973319701702e-7,  -2.07626668213239585e-8};
  const Doubles t = (x - splat(3.0)) / (x + splat(3.0));
  return polynomial(kSeries, t) / (splat(1.0) + splat(2.0) * x);
}

inline Doubles exp(Doubles x) { return anyExp(x); }

// The mantissa is 1 + f between sqrt(1/2) and sqrt(2). With s = f / (2 + f),
// log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R), where R = 2/3 s^2 + 2/5 s^4 + … up to s^22.
inline Doubles log(Doubles x) {
  constexpr double kSmallestNormal = std::numeric_limits<double>::min();
  constexpr double kSeries[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  const Longs tiny = x < splat(kSmallestNormal);
  const Longs bits = toBits(tiny ? x * splat(0x1p52) : x);
  // The exponent, biased, and the fraction of the mantissa's distance from sqrt(1/2).
  constexpr std::int64_t kHalfRoot = 0x3fe6a09e667f3bcd;
  constexpr std::int64_t kOne = 0x3ff0000000000000;
  const Longs moved = minus(bits, splat(kHalfRoot - kOne));
  const Longs exponent = moved & splat(-(std::int64_t{1} << 52));
  const Doubles f = fromBits(plus(minus(bits, exponent), splat(kOne))) - splat(1.0);
  using Words = simd::Vec<std::uint64_t>;
  const auto biased = reinterpret_cast<Longs>(reinterpret_cast<Words>(moved) >> 52);
  const Doubles whole = (fromBits(biased | toBits(splat(0x1p52))) - splat(0x1p52 + 1023)) -
                        fromBits(tiny & toBits(splat(52.0)));
  const Doubles s = f / (f + splat(2.0));
  const Doubles z = s * s;
  const Doubles half = splat(0.5) * f * f;
  const Doubles rest = s * (half + z * polynomial(kSeries, z)) + whole * splat(kLn2Low);
  const Doubles finite = whole * splat(kLn2High) - ((half - rest) - f);
  const Doubles notNegative = x == Doubles{} ? splat(-kInfinity) : x;
  const Doubles special = x < Doubles{} ? splat(kNan) : notNegative;
  const Longs regular = (x > Doubles{}) & (x < splat(kInfinity));
  return regular ? finite : special;
}

inline Doubles sigmoid(Doubles x) {
  const Doubles e = exp(-abs(x));
  return (x < Doubles{} ? e : splat(1.0)) / (splat(1.0) + e);
}

inline Doubles tanh(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 20);
  const Exponential e = exponential(a + a);
  const Doubles power = powerOfTwo(e.bits);
  const Doubles less1 = power * e.part + (power - splat(1.0));
  return math::copySign(less1 / (less1 + splat(2.0)), x);
}

inline Doubles erf(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 7);
  const Square square = minusSquare(a, 1);
  const Doubles far = splat(1.0) - scaledErfcFar(a) * normalExp(square.high, square.low);
  return math::copySign(a < splat(kNear) ? erfNear(a) : far, x);
}

inline Doubles gelu(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 40);
  const Doubles scaled = a * splat(0.70710678118654752440);
  const Square square = minusSquare(a, 0.5);
  const Doubles far = scaledErfcFar(scaled) * anyExp(square.high, square.low);
  const Doubles tail = splat(0.5) * (scaled < splat(kNear) ? splat(1.0) - erfNear(scaled) : far);
  return x < Doubles{} ? -a * tail : x * (splat(1.0) - tail);
}

inline Doubles geluTanh(Doubles x) {
  constexpr double kTwiceRoot = 1.59576912160573071176;  // 2 sqrt(2 / pi)
  const Doubles inner = x + splat(0.044715) * x * x * x;
  return (x < splat(-40.0) ? splat(-40.0) : x) * sigmoid(splat(kTwiceRoot) * inner);
}

}  // namespace simdcast::wide
