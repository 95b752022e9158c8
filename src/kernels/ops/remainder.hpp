// Mod on floats.
#pragma once

#include "../../math/remainder.hpp"

namespace simdcast::ops {

using simd::Vec;

// With the sign of x as C's fmod, or with that of y, zeros included, as ONNX Mod-28 defines it.
template <bool kFloored>
struct FloatMod {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> y) {
    if constexpr (kFloored)
      return math::floorMod(x, y);
    else
      return math::fmod(x, y);
  }
};

}  // namespace simdcast::ops
