// Pow on float64, which has no wider lane to compute in.
#pragma once

#include "../../math/double_math.hpp"

namespace simdcast::ops {

using simd::Vec;

struct WidePow {
  template <class T>
  static Vec<double> apply(Vec<double> x, Vec<double> y) {
    return math::widePow(x, y);
  }
};

}  // namespace simdcast::ops
