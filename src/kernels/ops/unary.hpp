// Operators of one input whose results are exact or rounded once: signs, roundings, square roots,
// reciprocals, Not.
#pragma once

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// Floats turn their sign bit over, also that of a zero or a NaN; integers wrap.
struct Neg {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return -x;
  }
};

// The lowest integer is its own magnitude.
struct Abs {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    if constexpr (std::is_floating_point_v<T>)
      return x & ~Vec<T>(T{-0.0});
    else
      return select(x < Vec<T>(0), -x, x);
  }
};

// -1, 0 or 1, as np.sign has it: 0 for a zero of either sign, NaN for NaN.
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

struct Sqrt {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return simd::sqrt(x);
  }
};

struct Reciprocal {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return Vec<T>(1) / x;
  }
};

struct Floor {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return simd::floor(x);
  }
};

struct Ceil {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return simd::ceil(x);
  }
};

// Halves go to the even neighbour.
struct Round {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return simd::nearest(x);
  }
};

struct Not {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return (x == Vec<T>(0)).template bitCast<T>() & Vec<T>(1);
  }
};

}  // namespace simdcast::ops
