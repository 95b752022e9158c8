// Neg, Abs, Sign and Not.
#pragma once

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// Floats flip the sign bit, of zeros and NaN too; integers wrap.
struct Neg {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return -x;
  }
};

// The absolute value of the most negative integer wraps to itself.
struct Abs {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    if constexpr (std::is_floating_point_v<T>)
      return x & ~Vec<T>(T{-0.0});
    else
      return select(x < Vec<T>(0), -x, x);
  }
};

// -1, 0 or 1, as NumPy: 0 for zeros of either sign, NaN for NaN.
struct Sign {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    const Vec<T> zero = 0;
    const Vec<T> positive = select(x > zero, Vec<T>(1), zero);
    if constexpr (std::is_unsigned_v<T>) return positive;
    const Vec<T> sign = select(x < zero, Vec<T>(static_cast<T>(-1)), positive);
    if constexpr (std::is_floating_point_v<T>) return select(x != x, x, sign);
    return sign;
  }
};

struct Not {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return (x == Vec<T>(0)).template bitCast<T>() & Vec<T>(1);
  }
};

}  // namespace simdcast::ops
