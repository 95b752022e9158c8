// Sin and Cos, of float32 and float64.
#pragma once

#include "../../math/sin_cos.hpp"

namespace simdcast::ops {

using simd::Vec;

struct Sin {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::sin(x);
  }
};

struct Cos {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::cos(x);
  }
};

}  // namespace simdcast::ops
