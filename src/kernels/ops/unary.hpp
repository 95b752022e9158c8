// Operators of one input whose results are exact or rounded once: signs, roundings, square roots,
// reciprocals, Not.
#pragma once

#include <type_traits>

#include "arithmetic.hpp"

namespace simdcast::ops {

// Floats turn their sign bit over, also that of a zero or a NaN; integers wrap.
struct Neg {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    if constexpr (std::is_floating_point_v<T>)
      return -x;
    else
      return Sub::apply<T>(Vec<T>{}, x);
  }
};

// The lowest integer is its own magnitude.
struct Abs {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    if constexpr (std::is_floating_point_v<T>) {
      const Vec<T> minusZero = -Vec<T>{};
      return reinterpret_cast<Vec<T>>(reinterpret_cast<simd::Bits<T>>(x) &
                                      ~reinterpret_cast<simd::Bits<T>>(minusZero));
    } else {
      return x < Vec<T>{} ? Neg::apply<T>(x) : x;
    }
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
    return (Vec<T>{} + T{1}) / x;
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
    return reinterpret_cast<Vec<T>>(x == Vec<T>{}) & (Vec<T>{} + T{1});
  }
};

}  // namespace simdcast::ops
