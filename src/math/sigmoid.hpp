// The logistic function.
#pragma once

#include "exp.hpp"

namespace simdcast::math {

// The sigmoid of x, given e = exp(-|x|): the exponential of a positive number would overflow, and
// lose precision far below 1.
template <class T>
Vec<T> sigmoidFromExp(Vec<T> x, Vec<T> e) {
  const Vec<T> one = T{1};
  return select(x < Vec<T>(0), e, one) / (one + e);
}

// 1 / (1 + exp(-x)): within 2.5 ULP in float32, 3 in float64, subnormal results included. 0 at
// -infinity, 1 at infinity.
template <class T>
Vec<T> sigmoid(Vec<T> x) {
  return sigmoidFromExp(x, exp(-abs(x)));
}

}  // namespace simdcast::math
