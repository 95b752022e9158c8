// Polynomials. The first coefficient belongs to the power 0. fit.mjs computes the coefficients.
#pragma once

#include <bit>

#include "../simd/simd.hpp"

namespace simdcast::math {

// c0 + x (c1 + x (c2 + …)): the minimum number of operations, each waiting for the previous one.
template <class T, int kCount>
simd::Vec<T> horner(const T (&coefficients)[kCount], simd::Vec<T> x) {
  simd::Vec<T> sum = coefficients[kCount - 1];
  for (int i = kCount - 2; i >= 0; --i) sum = sum * x + simd::Vec<T>(coefficients[i]);
  return sum;
}

// The terms from kFirst, divided by x to the kFirst. `powers` are x to 1, 2, 4, …
template <int kFirst, int kCount, class T>
simd::Vec<T> estrinTerms(const T* coefficients, const simd::Vec<T>* powers) {
  if constexpr (kCount == 1) {
    return coefficients[kFirst];
  } else {
    constexpr int kLevel = std::bit_width(static_cast<unsigned>(kCount - 1)) - 1;
    constexpr int kLow = 1 << kLevel;
    return estrinTerms<kFirst, kLow>(coefficients, powers) +
           powers[kLevel] * estrinTerms<kFirst + kLow, kCount - kLow>(coefficients, powers);
  }
}

// Estrin's scheme: the lower half of the terms plus a power of x times the upper half, which do not
// wait for one another. For example (c0 + x c1) + x^2 (c2 + x c3).
template <class T, int kCount>
simd::Vec<T> estrin(const T (&coefficients)[kCount], simd::Vec<T> x) {
  static_assert(kCount <= 32);
  simd::Vec<T> powers[5];
  for (simd::Vec<T>& power : powers) {
    power = x;
    x = x * x;
  }
  return estrinTerms<0, kCount>(coefficients, powers);
}

// float32's polynomials are short, and four lanes wide; float64's are long chains otherwise.
template <class T, int kCount>
simd::Vec<T> polynomial(const T (&coefficients)[kCount], simd::Vec<T> x) {
  if constexpr (sizeof(T) == sizeof(float))
    return horner(coefficients, x);
  else
    return estrin(coefficients, x);
}

}  // namespace simdcast::math
