// log(1 + exp(x)).
#pragma once

#include "exp.hpp"

namespace simdcast::math {

template <class T>
struct Log1pCoefficients;

// (log(1 + f) - 2 s) / (2 s^3) for s = f / (2 + f), by s^2: the tail of atanh's series.
template <>
struct Log1pCoefficients<float> {
  static constexpr float kSeries[] = {0.666666687F, 0.399997056F, 0.28592357F, 0.217065752F,
                                      0.232243299F};
};
template <>
struct Log1pCoefficients<double> {
  static constexpr double kSeries[] = {
      0.6666666666666666,  0.39999999999999525, 0.285714285716001,   0.2222222219823677,
      0.18181819897962714, 0.1538454396486055,  0.13335178631449257, 0.11734279061303197,
      0.10845178394880015, 0.07492143795550767, 0.1563057780092285};
};

// x + log(1 + f + low) for 0 <= f <= 1, with a `low` below the precision of f. As in logOfSplit:
// log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R). The derivative at f, 1 / (1 + f), is approximated by
// 1 - f / 2. The rounding error of x + f is added again.
template <class T>
Vec<T> addLog1p(Vec<T> x, Vec<T> f, Vec<T> low) {
  const Vec<T> s = f / (f + Vec<T>(2));
  const Vec<T> square = s * s;
  const Vec<T> half = Vec<T>(T(0.5)) * f * f;
  const Vec<T> rest = s * (half + square * polynomial(Log1pCoefficients<T>::kSeries, square));
  const Vec<T> slope = Vec<T>(1) - Vec<T>(T(0.5)) * f;
  const Vec<T> larger = pmax(x, f);
  const Vec<T> sum = x + f;
  const Vec<T> lost = pmin(x, f) - (sum - larger);
  return sum - ((half - rest) - (low * slope + lost));
}

// As max(x, 0) + log(1 + exp(-|x|)), which neither overflows nor cancels: within 2 ULP, subnormal
// results included. 0 at -infinity, infinity at infinity.
template <class T>
Vec<T> softplus(Vec<T> x) {
  using C = ExpCoefficients<T>;
  const Vec<T> highest = C::kHighest;  // x itself from far below on
  const Exponential<T> e = exponential(pmax(-abs(x), Vec<T>(C::kLowest)));
  const auto [first, second] = powerFactors(e);
  // exp(-|x|) is power + part, and `low` is the rounding error of that sum.
  const Vec<T> power = first * second;
  const Vec<T> part = power * e.part;
  const Vec<T> sum = power + part;
  const Vec<T> low = (power - sum) + part;
  const Vec<T> result = addLog1p(clamp(x, T(0), C::kHighest), sum, low);
  return select(x > highest, x, result);
}

}  // namespace simdcast::math
