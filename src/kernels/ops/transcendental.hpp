// Pow on floats; atan2, remainder, logaddexp and floor division on float32. On float32 all but the
// last compute in double, by polynomials whose error is far below the result's last bit, so that
// the rounding to float32 is the only error that counts: at most 1 ULP for pow, 2 for the rest
// (`npm run accuracy`).
#pragma once

#include "../../math/atan2.hpp"
#include "../../math/log_add_exp.hpp"
#include "../../math/pow.hpp"
#include "../../math/remainder.hpp"

namespace simdcast::ops {

using simd::Vec;

struct Pow {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> y) {
    return math::pow(x, y);
  }
};

struct Atan2 {
  template <class T>
  static Vec<float> apply(Vec<float> y, Vec<float> x) {
    return math::atan2(y, x);
  }
};

struct Remainder {
  template <class T>
  static Vec<float> apply(Vec<float> x, Vec<float> y) {
    return math::remainder(x, y);
  }
};

struct LogAddExp {
  template <class T>
  static Vec<float> apply(Vec<float> x, Vec<float> y) {
    return math::logAddExp(x, y);
  }
};

struct FloorDivide {
  template <class T>
  static Vec<float> apply(Vec<float> x, Vec<float> y) {
    return simd::floor(x / y);
  }
};

}  // namespace simdcast::ops
