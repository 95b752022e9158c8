// Pow and the remainders on float64, which has no wider lane to compute in.
#pragma once

#include <cmath>

#include "../double_math.hpp"

namespace simdcast::ops {

using simd::Vec;

template <class Function>
Vec<double> eachLane(Function function, Vec<double> a, Vec<double> b) {
  Vec<double> result{};
  for (int i = 0; i < simd::kLanes<double>; ++i) result[i] = function(a[i], b[i]);
  return result;
}

struct WidePow {
  template <class T>
  static Vec<double> apply(Vec<double> x, Vec<double> y) {
    return math::widePow(x, y);
  }
};

struct WideFmod {
  template <class T>
  static Vec<double> apply(Vec<double> x, Vec<double> y) {
    return eachLane([](double a, double b) { return std::fmod(a, b); }, x, y);
  }
};

// The remainder with the sign of y, as ONNX Mod-28 defines it for floats.
struct WideFlooredFmod {
  template <class T>
  static Vec<double> apply(Vec<double> x, Vec<double> y) {
    return eachLane(
        [](double a, double b) {
          const double rest = std::fmod(a, b);
          if (rest == 0) return std::copysign(0.0, b);
          return std::signbit(rest) != std::signbit(b) ? rest + b : rest;
        },
        x, y);
  }
};

}  // namespace simdcast::ops
