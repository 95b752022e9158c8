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

constexpr double kTwoOverRootOfPi = 1.12837916709551257390;
constexpr double kNear = 2;  // where the series gives way to the fraction

// erf(x) of 0 <= x <= 2 as a series of positive terms, times exp(x^2).
Doubles scaledErfNear(Doubles x) {
  const Doubles twiceSquare = splat(2.0) * x * x;
  Doubles sum = splat(1.0);
  for (int k = 45; k >= 1; --k) sum = splat(1.0) + twiceSquare * splat(1.0 / (2 * k + 1)) * sum;
  return x * sum * splat(kTwoOverRootOfPi);
}

// erfc(x) of x >= 2 as a continued fraction, times exp(x^2).
Doubles scaledErfcFar(Doubles x) {
  Doubles fraction = x;
  for (int k = 60; k >= 1; --k) fraction = x + splat(k * 0.5) / fraction;
  return splat(0.5 * kTwoOverRootOfPi) / fraction;
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
  const Doubles gauss = expOfMinusSquare(a, 1);
  const Doubles near = scaledErfNear(clamp(a, 0, kNear)) * gauss;
  const Doubles far = splat(1.0) - scaledErfcFar(clamp(a, kNear, 7)) * gauss;
  return copySign(a > splat(kNear) ? far : near, x);
}

Doubles gelu(Doubles x) {
  const Doubles a = clamp(abs(x), 0, 40);
  const Doubles scaled = a * splat(0.70710678118654752440);
  const Doubles gauss = expOfMinusSquare(a, 0.5);
  const Doubles near = splat(1.0) - scaledErfNear(clamp(scaled, 0, kNear)) * gauss;
  const Doubles far = scaledErfcFar(clamp(scaled, kNear, 40)) * gauss;
  const Doubles tail = splat(0.5) * (scaled > splat(kNear) ? far : near);
  return x < Doubles{} ? -a * tail : x * (splat(1.0) - tail);
}

Doubles geluTanh(Doubles x) {
  constexpr double kTwiceRoot = 1.59576912160573071176;  // 2 sqrt(2 / pi)
  const Doubles inner = x + splat(0.044715) * x * x * x;
  return (x < splat(-40.0) ? splat(-40.0) : x) * sigmoid(splat(kTwiceRoot) * inner);
}

}  // namespace simdcast::wide
