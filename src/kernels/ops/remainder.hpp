// Mod on floats: exact, but for one rounding where the floored one adds y.
#pragma once

#include "../../math/remainder.hpp"
#include "unary.hpp"

namespace simdcast::ops {

// With the sign of x as C's fmod, or with that of y, zeros included, as ONNX Mod-28 defines it.
template <bool kFloored>
struct FloatMod {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> y) {
    using B = simd::Bits<T>;
    const Vec<T> ax = Abs::apply<T>(x);
    const Vec<T> ay = Abs::apply<T>(y);
    Vec<T> rest = math::remainderOfMagnitudes<T>(ax, ay);
    const auto signs = [](Vec<T> signedOne, Vec<T> magnitude) {
      return reinterpret_cast<B>(signedOne) ^ reinterpret_cast<B>(magnitude);
    };
    B sign = signs(x, ax);
    if constexpr (kFloored) {
      const B differs = (reinterpret_cast<B>(x) ^ reinterpret_cast<B>(y)) < B{};
      rest = (differs & (rest != Vec<T>{})) ? ay - rest : rest;
      sign = signs(y, ay);
    }
    return reinterpret_cast<Vec<T>>(reinterpret_cast<B>(rest) | sign);
  }
};

}  // namespace simdcast::ops
