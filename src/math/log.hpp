// The natural logarithm: exponent and mantissa apart, then a series about 1.
#pragma once

#include "exp.hpp"

namespace simdcast::math {

// exponent * ln 2 + log(1 + f) with 1 + f from sqrt(1/2) to sqrt(2). Two algorithms: float32 does
// without a division, which float64 needs to keep its series short. The larger terms are added
// last.
inline Vec<float> logOfSplit(Vec<float> f, Vec<float> exponent) {
  using C = ExpCoefficients<float>;
  // (log(1 + f) - f + f^2 / 2) / f^3
  constexpr float kSeries[] = {0.333333313F,  -0.24999997F,  0.200007156F,
                               -0.166678026F, 0.142490581F,  -0.124256872F,
                               0.116854198F,  -0.114797436F, 0.0697161183F};
  const Vec<float> square = f * f;
  const Vec<float> rest =
      (f * square * polynomial(kSeries, f) + exponent * Vec<float>(C::kLn2Low)) -
      Vec<float>(0.5F) * square;
  return (rest + f) + exponent * Vec<float>(C::kLn2High);
}
// With s = f / (2 + f): log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R), where R is the tail of
// 2 atanh(s) / s, that is 2/3 s^2 + 2/5 s^4 + … up to s^22.
inline Vec<double> logOfSplit(Vec<double> f, Vec<double> exponent) {
  using C = ExpCoefficients<double>;
  constexpr double kSeries[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  const Vec<double> s = f / (f + Vec<double>(2));
  const Vec<double> z = s * s;
  const Vec<double> half = Vec<double>(0.5) * f * f;
  const Vec<double> rest =
      s * (half + z * polynomial(kSeries, z)) + exponent * Vec<double>(C::kLn2Low);
  return exponent * Vec<double>(C::kLn2High) - ((half - rest) - f);
}

// The natural logarithm: within 1 ULP in float32, 2 in float64, subnormal operands included.
// log(±0) is -infinity, log(infinity) infinity, and NaN below 0.
template <class T>
Vec<T> log(Vec<T> x) {
  using F = Format<T>;
  const Vec<T> zero = T{0};
  const auto [mantissa, exponent] = split(x);
  const Vec<T> finite = logOfSplit(mantissa - Vec<T>(1), exponent);
  const Vec<T> notNegative = select(x == zero, Vec<T>(-F::kInfinity), x);
  const Vec<T> special = select(x < zero, Vec<T>(F::kNan), notNegative);
  return select((x > zero) & (x < Vec<T>(F::kInfinity)), finite, special);
}

}  // namespace simdcast::math
