// Exp, Log, Sigmoid, Softplus, Tanh, Erf and Gelu, of float32 and float64.
#pragma once

#include "../../math/exp.hpp"
#include "../../math/gelu.hpp"
#include "../../math/log.hpp"
#include "../../math/softplus.hpp"
#include "../../math/tanh.hpp"

namespace simdcast::ops {

using simd::Vec;

struct Exp {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::exp(x);
  }
};

struct Log {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::log(x);
  }
};

struct Sigmoid {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::sigmoid(x);
  }
};

struct Softplus {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::softplus(x);
  }
};

struct Tanh {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::tanh(x);
  }
};

struct Erf {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::erf(x);
  }
};

struct Gelu {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::gelu(x);
  }
};

struct GeluTanh {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return math::geluTanh(x);
  }
};

}  // namespace simdcast::ops
