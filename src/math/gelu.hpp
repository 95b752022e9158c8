// The Gaussian error linear unit, and its approximation by tanh.
#pragma once

#include "double_double.hpp"
#include "erf.hpp"
#include "sigmoid.hpp"

namespace simdcast::math {

// x times the normal distribution's function: within 5 ULP, subnormal results included, far below 0
// as well, where ONNX's formula, x (1 + erf(x / sqrt(2))) / 2, cancels. gelu(±0) is ±0, infinity at
// infinity, and -0 at -infinity, where ONNX's formula multiplies -infinity by 0.
//
// The distribution's tail beyond |x| is exp(-x^2 / 2) times half the scaled erfc of |x| / sqrt(2).
// In float32 a factor of x comes before the power of two: the product is rounded once.
inline Vec<float> gelu(Vec<float> x) {
  constexpr float kSqrtHalf = 0.707106781F;
  constexpr float kEnd = 15;  // below -kEnd the result is -0
  const Vec<float> a = pmin(abs(x), Vec<float>(kEnd));
  const Vec<float> half = Vec<float>(0.5F) * scaledErfc(a * Vec<float>(kSqrtHalf));
  const Mask<float> negative = x < Vec<float>(0);
  const auto [high, low] = minusSquare(a, 0.5F);
  const Vec<float> tail = timesExp(select(negative, -a * half, half), high, low);
  return select(negative, tail, x * (Vec<float>(1) - tail));
}

// As above, within 5 ULP above -14. Near 0 the tail is (1 - erf) / 2.
inline Vec<double> gelu(Vec<double> x) {
  constexpr double kSqrtHalf = 0.70710678118654752440;
  constexpr double kEnd = 40;
  const Vec<double> one = 1.0;
  const Vec<double> a = pmin(abs(x), Vec<double>(kEnd));
  const Vec<double> scaled = a * Vec<double>(kSqrtHalf);
  const auto [high, low] = minusSquare(a, 0.5);
  const Vec<double> far = scaledErfcFar(scaled) * exp(high, low);
  const Vec<double> tail =
      Vec<double>(0.5) * select(scaled < Vec<double>(kErfNearEnd), one - erfNear(scaled), far);
  return select(x < Vec<double>(0), -a * tail, x * (one - tail));
}

// 2 sqrt(2 / pi), and the cubic term's factor in ONNX's formula.
inline constexpr double kTwiceSqrtTwoOverPi = 1.59576912160573071176;
inline constexpr double kCubic = 0.044715;

// x sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)), which is ONNX's x (1 + tanh(…)) / 2 without its
// cancellation: within 4 ULP, of 2^-145 at least, in float32. ±0 at ±0, -0 at -infinity, infinity
// at infinity.
//
// Float32 computes the exponent in double and passes it on as the sum of two floats: an absolute
// error of an exponent becomes a relative error of the result.
inline Vec<float> geluTanh(Vec<float> x) {
  constexpr float kEnd = 20;  // below -kEnd the result is -0
  const auto twiceInner = [](Vec<double> y) {
    return y *
           (Vec<double>(kTwiceSqrtTwoOverPi) + Vec<double>(kCubic * kTwiceSqrtTwoOverPi) * y * y);
  };
  const Vec<float> within = clamp(x, -kEnd, kEnd);
  const Vec<double> first = twiceInner(simd::widenLow(within));
  const Vec<double> second = twiceInner(simd::widenHigh(within));
  const Vec<float> high = simd::demote(first, second);
  const Vec<float> low = simd::demote(first - simd::widenLow(high), second - simd::widenHigh(high));
  const Vec<float> e = exp(-abs(high), select(high < Vec<float>(0), low, -low));
  return pmax(x, Vec<float>(-kEnd)) * sigmoidFromExp(high, e);
}

// Float64 has no wider lane for the exponent, and computes it in two doubles throughout: within 4
// ULP, or 2^-1070.
inline Vec<double> geluTanh(Vec<double> x) {
  constexpr double kEnd = 22;  // below -kEnd the result is -0
  // The low part of kTwiceSqrtTwoOverPi, and its product with kCubic.
  constexpr double kTwiceSqrtTwoOverPiLow = -9.96930880911092e-17;
  const DoubleDouble cubicFactor{0.07135481627260025, -6.175149918155315e-19};
  const Vec<double> y = clamp(x, -kEnd, kEnd);
  const DoubleDouble cubic = twoProduct(y, y) * cubicFactor;
  DoubleDouble factor = twoSum(kTwiceSqrtTwoOverPi, cubic.high);
  factor.low = factor.low + (cubic.low + Vec<double>(kTwiceSqrtTwoOverPiLow));
  const auto [high, low] = factor * DoubleDouble{y, 0.0};
  const Vec<double> e = exp(-abs(high), select(high < Vec<double>(0), low, -low));
  return pmax(x, Vec<double>(-kEnd)) * sigmoidFromExp(high, e);
}

}  // namespace simdcast::math
