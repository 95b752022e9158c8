// Logarithms and powers of single numbers, with the same bits on every machine: the standard leaves
// the results of std::log and std::pow open. The error is below 1 ULP, for logarithm10 below 2.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace simdcast::math {
namespace detail {

// ln 2 in two parts. The first has 33 bits, so its products with exponents are exact.
inline constexpr double kLn2High = 0.6931471803691238;
inline constexpr double kLn2Low = 1.9082149292705877e-10;
// log10 2, likewise.
inline constexpr double kLog10Of2High = 0.30102999566361177;
inline constexpr double kLog10Of2Low = 3.694239077158931e-13;
// ln 10 minus its nearest double.
inline constexpr double kLn10Low = -2.1707562233822494e-16;

// 2^exponent, for normal numbers.
inline double powerOf2(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// A positive normal number, as fraction * 2^exponent with a fraction from 1 to 2.
struct Parts {
  int exponent;
  double fraction;
};
inline Parts partsOf(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  return {static_cast<int>(bits >> 52) - 1023,
          std::bit_cast<double>(fraction | std::uint64_t{1023} << 52)};
}

// (log((1 + s) / (1 - s)) - 2s) / s by Taylor's series, for z = s^2 up to 0.03.
inline double series(double z) {
  double sum = 0;
  for (int odd = 23; odd >= 3; odd -= 2) sum = z * (2.0 / odd + sum);
  return sum;
}

// The first half of the bits of x (Veltkamp).
inline double upper(double x) {
  const double scaled = 0x8000001 * x;
  return scaled - (scaled - x);
}

// The rounding error of a * b, exactly (Dekker).
inline double productError(double a, double b) {
  const double aHigh = upper(a);
  const double bHigh = upper(b);
  const double aLow = a - aHigh;
  const double bLow = b - bHigh;
  return aHigh * bHigh - a * b + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

// The nearest integer, the upper one of two.
inline double rounded(double x) {
  const double below = std::floor(x);
  return x - below < 0.5 ? below : below + 1;
}

}  // namespace detail

// The natural logarithm of a positive normal number.
inline double logarithm(double x) {
  // x = 2^exponent * (1 + f), with 1 + f from the root of 1/2 to that of 2.
  auto [exponent, fraction] = detail::partsOf(x);
  if (fraction > std::numbers::sqrt2) {
    fraction /= 2;
    exponent += 1;
  }
  const double f = fraction - 1;
  const double s = f / (2 + f);
  const double half = 0.5 * f * f;
  // 2s = f - s f, and s f = f^2 / 2 - s f^2 / 2: the first terms are the largest, and exact or
  // nearly so.
  const double rest = half - (s * (half + detail::series(s * s)) + exponent * detail::kLn2Low);
  return exponent * detail::kLn2High - (rest - f);
}

// The decimal logarithm.
inline double logarithm10(double x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (x == 0) return -kInfinity;
  if (!(x > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return kInfinity;
  const auto [exponent, fraction] = detail::partsOf(x);
  // For x < 1 the fraction is between 1/2 and 1, which avoids cancellation.
  const int own = exponent < 0 ? exponent + 1 : exponent;
  const double rest = std::numbers::log10e * logarithm(exponent < 0 ? fraction / 2 : fraction);
  return own * detail::kLog10Of2Low + rest + own * detail::kLog10Of2High;
}

// 10^x. Returns infinity for x >= 300 and 0 for x <= -300.
inline double power10(double x) {
  if (!(std::abs(x) < 300)) return x > 0 ? std::numeric_limits<double>::infinity() : x < 0 ? 0 : x;
  // 10^x = 2^k * e^r, with r up to ln 2 / 2 in two parts.
  const double k = detail::rounded(x * std::numbers::ln10 / std::numbers::ln2);
  const double high = x * std::numbers::ln10 - k * detail::kLn2High;
  const double low =
      detail::productError(x, std::numbers::ln10) + x * detail::kLn10Low - k * detail::kLn2Low;
  const double r = high + low;
  double sum = 0;
  for (int n = 14; n >= 2; --n) sum = r / n * (1 + sum);
  return detail::powerOf2(static_cast<int>(k)) * (1 + (r + (r * sum + (high - r + low) * (1 + r))));
}

}  // namespace simdcast::math
