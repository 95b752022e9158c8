// Pow, atan2, remainder, logaddexp and floor division on float32. All but the last compute in
// double, pow all lanes at once, the others two at a time, by polynomials whose error is far below
// the result's last bit, so the rounding to float32 is the only error that counts: at most 1 ULP
// for pow, 2 for the rest (`npm run accuracy`).
#pragma once

#include "../../math/double_math.hpp"
#include "../../math/float_pow.hpp"

namespace simdcast::ops {

using simd::Vec;

// A function of doubles on the lanes of floats.
template <math::Doubles (*kFunction)(math::Doubles, math::Doubles)>
struct ViaDouble {
  template <class T>
  static Vec<float> apply(Vec<float> a, Vec<float> b) {
    return simd::viaDoubles<kFunction>(a, b);
  }
};

struct Pow {
  template <class T>
  static Vec<float> apply(Vec<float> x, Vec<float> y) {
    return math::floatPow(x, y);
  }
};

using Atan2 = ViaDouble<math::atan2>;
using Remainder = ViaDouble<math::remainder>;
using LogAddExp = ViaDouble<math::logAddExp>;

struct FloorDivide {
  template <class T>
  static Vec<float> apply(Vec<float> x, Vec<float> y) {
    return simd::floor(x / y);
  }
};

}  // namespace simdcast::ops
