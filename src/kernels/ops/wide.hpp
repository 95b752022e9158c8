// Pow on float64.
#pragma once

#include "../../math/pow.hpp"

namespace simdcast::ops {

using simd::Vec;

struct WidePow {
  template <class T>
  static Vec<double> apply(Vec<double> x, Vec<double> y) {
    return math::pow(x, y);
  }
};

}  // namespace simdcast::ops
