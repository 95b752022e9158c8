// The hyperbolic tangent.
#pragma once

#include "exp.hpp"

namespace simdcast::math {

// Past 10 (20) every tanh rounds to 1.
template <class T>
inline constexpr T kTanhEnd = sizeof(T) == sizeof(float) ? 10 : 20;

// (e - 1) / (e + 1) for e = exp(2a) and 0 <= a <= kTanhEnd.
template <class T>
Vec<T> tanhByExp(Vec<T> a) {
  const Vec<T> less1 = expLess1(exponential(a + a));
  return less1 / (less1 + Vec<T>(2));
}

// Within 2 ULP in float32, 4 in float64. tanh(±0) is ±0, tanh(±infinity) ±1.
template <class T>
Vec<T> tanh(Vec<T> x) {
  const Vec<T> a = pmin(abs(x), Vec<T>(kTanhEnd<T>));
  Vec<T> magnitude = tanhByExp(a);
  if constexpr (sizeof(T) == sizeof(float)) {
    // Float32 has no bits to spare for the quotient's three roundings where |x| < 0.625.
    // (tanh(x) / x - 1) / x^2, by x^2 below 0.4
    constexpr T kSeries[] = {-0.333333284F, 0.133327186F, -0.0538432635F, 0.0209613293F,
                             -0.00604516501F};
    const Vec<T> square = a * a;
    const Vec<T> small = a + a * square * polynomial(kSeries, square);
    magnitude = select(a < Vec<T>(0.625F), small, magnitude);
  }
  return copySign(magnitude, x);
}

}  // namespace simdcast::math
