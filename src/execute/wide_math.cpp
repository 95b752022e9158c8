#include "wide_math.hpp"

#include <cstdint>
#include <limits>

namespace simdcast::wide {
namespace {

using Longs = simd::Vec<std::int64_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLn2High = 0x1.62e42fee00000p-1;  // its multiples by a power are exact
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

Doubles splat(double value) { return Doubles{} + value; }
Longs splat(std::int64_t value) { return Longs{} + value; }
Longs toBits(Doubles x) { return reinterpret_cast<Longs>(x); }
Doubles fromBits(Longs bits) { return reinterpret_cast<Doubles>(bits); }

// Wrapping, for the bits of lanes that a select drops later on.
Longs plus(Longs a, Longs b) {
  using Words = simd::Vec<std::uint64_t>;
  return reinterpret_cast<Longs>(reinterpret_cast<Words>(a) + reinterpret_cast<Words>(b));
}
Longs minus(Longs a, Longs b) {
  using Words = simd::Vec<std::uint64_t>;
  return reinterpret_cast<Longs>(reinterpret_cast<Words>(a) - reinterpret_cast<Words>(b));
}

Doubles abs(Doubles x) { return fromBits(toBits(x) & splat(INT64_MAX)); }
Doubles copySign(Doubles positive, Doubles sign) {
  return fromBits(toBits(positive) | (toBits(sign) & splat(INT64_MIN)));
}

Doubles clamp(Doubles x, double low, double high) {
  const Doubles below = x > splat(high) ? splat(high) : x;
  return below < splat(low) ? splat(low) : below;
}

// exp(x) = 2^power * (1 + part), where |part| < 0.42.
struct Exponential {
  Doubles part;
  Longs power;
};

// For |x| < 2^16. Thirteen terms of the series reach 2^-58 of the part.
Exponential exponential(Doubles x, Doubles low) {
  constexpr double kWhole = 0x1.8p52;  // adding it rounds to a whole number
  constexpr double kLog2E = 1.44269504088896340736;
  const Doubles shifted = x * splat(kLog2E) + splat(kWhole);
  const Doubles whole = shifted - splat(kWhole);
  const Doubles r = ((x - whole * splat(kLn2High)) - whole * splat(kLn2Low)) + low;
  Doubles sum = splat(1.0);
#pragma GCC unroll 16
  for (int k = 13; k >= 2; --k) sum = sum * r * splat(1.0 / k) + splat(1.0);
  return {r * sum, minus(toBits(shifted), toBits(splat(kWhole)))};
}

Doubles powerOfTwo(Longs power) {
  return fromBits(plus(power, splat(std::int64_t{1023})) << splat(std::int64_t{52}));
}

Doubles expOf(Doubles x, Doubles low) {
  const Exponential e = exponential(clamp(x, -750.0, 710.0), low);
  const Longs half = e.power >> splat(std::int64_t{1});
  return (splat(1.0) + e.part) * powerOfTwo(half) * powerOfTwo(minus(e.power, half));
}

// exp(-factor * x^2), the square taken in two parts.
Doubles expOfMinusSquare(Doubles x, double factor) {
  const Doubles high = fromBits(toBits(x) & splat(~((std::int64_t{1} << 27) - 1)));
  const Doubles low = (x - high) * (x + high);
  return expOf(splat(-factor) * high * high, splat(-factor) * low);
}

// The first coefficient belongs to the highest power.
template <int kCount>
Doubles polynomial(const double (&coefficients)[kCount], Doubles x) {
  Doubles sum = splat(coefficients[0]);
  for (int i = 1; i < kCount; ++i) sum = sum * x + splat(coefficients[i]);
  return sum;
}

constexpr double kNear = 0.875;  // where erf gives way to erfc

// erf(x) of 0 <= x <= 0.9; the series is erf(x) / x - 1 by x^2, to 2^-60.
Doubles erfNear(Doubles x) {
  constexpr double kSeries[] = {
      -8.49399879708094358e-10, 1.40514827669899126e-8,  -1.62765267225862065e-7,
      1.64553287479380956e-6,   -1.49253075355085904e-5, 1.20553213824811216e-4,
      -8.54832676446654225e-4,  5.22397762177037237e-3,  -2.68661706448237307e-2,
      1.12837916709537939e-1,   -3.76126389031837299e-1, 1.28379167095512573e-1};
  return x + x * polynomial(kSeries, x * x);
}

// erfc(x) of 0.85 <= x <= 28.5, times exp(x^2); the series is that times 1 + 2x, by
// (x - 3) / (x + 3), to 2^-57. Both interpolate at Chebyshev's points.
Doubles scaledErfcFar(Doubles x) {
  constexpr double kSeries[] = {
      -2.07626668213239585e-8, 1.32758973319701702e-7,  -7.41609185908852921e-8,
      -6.78816327653346509e-7, 3.29698739490715941e-7,  3.51479811456464095e-6,
      -7.28798802839342711e-7, -2.01157937708503351e-5, 4.95082020582877188e-6,
      1.25102584388268038e-4,  -1.05160313408270022e-4, -7.79832690168111859e-4,
      1.88869043686128591e-3,  2.52939184844386911e-3,  -2.37705149244705539e-2,
      6.83080273425788169e-2,  -1.19273663415103383e-1, 1.29645158702789252e-1,
      -4.7562294353453419e-2,  -1.35621106124581353e-1, 1.25300805826972966};
  const Doubles t = (x - splat(3.0)) / (x + splat(3.0));
  return polynomial(kSeries, t) / (splat(1.0) + splat(2.0) * x);
}

}  // namespace

Doubles exp(Doubles x) { return expOf(x, Doubles{}); }

// The mantissa is 1 + f between sqrt(1/2) and sqrt(2). With s = f / (2 + f),
// log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R), where R = 2/3 s^2 + 2/5 s^4 + … up to s^22.
Doubles log(Doubles x) {
  constexpr double kSmallestNormal = std::numeric_limits<double>::min();
  const Longs shift = splat(std::int64_t{52});
  const Longs tiny = x < splat(kSmallestNormal);
  const Longs bits = toBits(tiny ? x * splat(0x1p52) : x);
  const Longs power = minus(bits, splat(std::int64_t{0x3fe6a09e667f3bcd})) >> shift;
  const Doubles f = fromBits(minus(bits, power << shift)) - splat(1.0);
  const Doubles whole =
      fromBits(plus(plus(power, tiny & splat(std::int64_t{-52})), toBits(splat(0x1.8p52)))) -
      splat(0x1.8p52);
  const Doubles s = f / (f + splat(2.0));
  const Doubles z = s * s;
  Doubles series{};
#pragma GCC unroll 16
  for (int k = 11; k >= 1; --k) series = (series + splat(2.0 / (2 * k + 1))) * z;
  const Doubles half = splat(0.5) * f * f;
  const Doubles rest = s * (half + series) + whole * splat(kLn2Low);
  const Doubles finite = whole * splat(kLn2High) - ((half - rest) - f);
  const Doubles notNegative = x == Doubles{} ? splat(-kInfinity) : x;
  const Doubles special = x < Doubles{} ? splat(kNan) : notNegative;
  const Longs regular = (x > Doubles{}) & (x < splat(kInfinity));
  return regular ? finite : special;
}

Doubles sigmoid(Doubles x) {
  const Doubles e = exp(-abs(x));
  return (x < Doubles{} ? e : splat(1.0)) / (splat(1.0) + e);
}

Doubles tanh(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 20);
  const Exponential e = exponential(a + a, Doubles{});
  const Doubles power = powerOfTwo(e.power);
  const Doubles less1 = power * e.part + (power - splat(1.0));
  return copySign(less1 / (less1 + splat(2.0)), x);
}

Doubles erf(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 7);
  const Doubles far = splat(1.0) - scaledErfcFar(a) * expOfMinusSquare(a, 1);
  return copySign(a < splat(kNear) ? erfNear(a) : far, x);
}

Doubles gelu(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 40);
  const Doubles scaled = a * splat(0.70710678118654752440);
  const Doubles far = scaledErfcFar(scaled) * expOfMinusSquare(a, 0.5);
  const Doubles tail = splat(0.5) * (scaled < splat(kNear) ? splat(1.0) - erfNear(scaled) : far);
  return x < Doubles{} ? -a * tail : x * (splat(1.0) - tail);
}

Doubles geluTanh(Doubles x) {
  constexpr double kTwiceRoot = 1.59576912160573071176;  // 2 sqrt(2 / pi)
  const Doubles inner = x + splat(0.044715) * x * x * x;
  return (x < splat(-40.0) ? splat(-40.0) : x) * sigmoid(splat(kTwiceRoot) * inner);
}

}  // namespace simdcast::wide
