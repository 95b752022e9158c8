// Exp, Log, Sigmoid, Tanh, Erf and Gelu.
#pragma once

#include "../../math/float_math.hpp"
#include "../../math/wide_math.hpp"

namespace simdcast::ops {

using simd::Vec;

// A function of floats and the one of doubles that goes with it.
template <math::Floats (*kSingle)(math::Floats), wide::Doubles (*kDouble)(wide::Doubles)>
struct FloatFunction {
  static constexpr bool kIsLong = true;

  template <class T>
  static Vec<T> apply(Vec<T> x) {
    if constexpr (sizeof(T) == sizeof(float))
      return kSingle(x);
    else
      return kDouble(x);
  }
};

using Exp = FloatFunction<math::exp, wide::exp>;
using Log = FloatFunction<math::log, wide::log>;
using Sigmoid = FloatFunction<math::sigmoid, wide::sigmoid>;
using Tanh = FloatFunction<math::tanh, wide::tanh>;
using Erf = FloatFunction<math::erf, wide::erf>;
using Gelu = FloatFunction<math::gelu, wide::gelu>;
using GeluTanh = FloatFunction<math::geluTanh, wide::geluTanh>;

}  // namespace simdcast::ops
