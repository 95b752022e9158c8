// Add, Sub, Mul, Mean, PRelu, and Div on floats. Integers wrap.
#pragma once

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

struct Add {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a + b;
  }
};

struct Sub {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a - b;
  }
};

struct Mul {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a * b;
  }
};

struct Div {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a / b;
  }
};

// The last addition of a mean, and its division.
struct Mean {
  template <class T>
  static Vec<T> apply(Vec<T> sum, Vec<T> last, Vec<T> count) {
    return (sum + last) / count;
  }
};

// x for x >= 0 and for NaN, slope * x otherwise.
struct PRelu {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> slope) {
    return select(x < Vec<T>(0), x * slope, x);
  }
};

}  // namespace simdcast::ops
