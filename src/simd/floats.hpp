// Functions of float lanes.
#pragma once

#include "vectors.hpp"

namespace simdcast::simd {

// Rounding and square roots of each lane; `nearest` takes ties to the even whole number.
#if defined(__wasm_simd128__)
inline Vec<float> floor(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_floor(reinterpret_cast<v128_t>(x)));
}
inline Vec<float> trunc(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_trunc(reinterpret_cast<v128_t>(x)));
}
inline Vec<float> ceil(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_ceil(reinterpret_cast<v128_t>(x)));
}
inline Vec<float> nearest(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_nearest(reinterpret_cast<v128_t>(x)));
}
inline Vec<float> sqrt(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(x)));
}
inline Vec<double> floor(Vec<double> x) {
  return reinterpret_cast<Vec<double>>(wasm_f64x2_floor(reinterpret_cast<v128_t>(x)));
}
inline Vec<double> ceil(Vec<double> x) {
  return reinterpret_cast<Vec<double>>(wasm_f64x2_ceil(reinterpret_cast<v128_t>(x)));
}
inline Vec<double> sqrt(Vec<double> x) {
  return reinterpret_cast<Vec<double>>(wasm_f64x2_sqrt(reinterpret_cast<v128_t>(x)));
}
inline Vec<double> trunc(Vec<double> x) {
  return reinterpret_cast<Vec<double>>(wasm_f64x2_trunc(reinterpret_cast<v128_t>(x)));
}
inline Vec<double> nearest(Vec<double> x) {
  return reinterpret_cast<Vec<double>>(wasm_f64x2_nearest(reinterpret_cast<v128_t>(x)));
}
#else
template <class V, class Function>
V lanewise(V x, Function function) {
  for (std::size_t i = 0; i < sizeof(V) / sizeof(x[0]); ++i) x[i] = function(x[i]);
  return x;
}
inline Vec<float> floor(Vec<float> x) {
  return lanewise(x, [](float lane) { return __builtin_floorf(lane); });
}
inline Vec<float> trunc(Vec<float> x) {
  return lanewise(x, [](float lane) { return __builtin_truncf(lane); });
}
inline Vec<float> ceil(Vec<float> x) {
  return lanewise(x, [](float lane) { return __builtin_ceilf(lane); });
}
inline Vec<float> nearest(Vec<float> x) {
  return lanewise(x, [](float lane) { return __builtin_nearbyintf(lane); });
}
inline Vec<float> sqrt(Vec<float> x) {
  return lanewise(x, [](float lane) { return __builtin_sqrtf(lane); });
}
inline Vec<double> floor(Vec<double> x) {
  return lanewise(x, [](double lane) { return __builtin_floor(lane); });
}
inline Vec<double> ceil(Vec<double> x) {
  return lanewise(x, [](double lane) { return __builtin_ceil(lane); });
}
inline Vec<double> sqrt(Vec<double> x) {
  return lanewise(x, [](double lane) { return __builtin_sqrt(lane); });
}
inline Vec<double> trunc(Vec<double> x) {
  return lanewise(x, [](double lane) { return __builtin_trunc(lane); });
}
inline Vec<double> nearest(Vec<double> x) {
  return lanewise(x, [](double lane) { return __builtin_nearbyint(lane); });
}
#endif

// The larger and the smaller lane; NaN wins from either side, and 0 is above -0.
#if defined(__wasm_simd128__)
inline Vec<float> propagatingMax(Vec<float> a, Vec<float> b) {
  return reinterpret_cast<Vec<float>>(
      wasm_f32x4_max(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
inline Vec<float> propagatingMin(Vec<float> a, Vec<float> b) {
  return reinterpret_cast<Vec<float>>(
      wasm_f32x4_min(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
inline Vec<double> propagatingMax(Vec<double> a, Vec<double> b) {
  return reinterpret_cast<Vec<double>>(
      wasm_f64x2_max(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
inline Vec<double> propagatingMin(Vec<double> a, Vec<double> b) {
  return reinterpret_cast<Vec<double>>(
      wasm_f64x2_min(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
#else
// Equal lanes differ at most in the sign of zero, which the bits settle.
template <class V>
V propagatingMax(V a, V b) {
  using Mask = decltype(a == b);
  const auto onEqual = reinterpret_cast<V>(reinterpret_cast<Mask>(a) & reinterpret_cast<Mask>(b));
  const V ordered = a == b ? onEqual : a > b ? a : b;
  return a != a ? a : b != b ? b : ordered;
}
template <class V>
V propagatingMin(V a, V b) {
  using Mask = decltype(a == b);
  const auto onEqual = reinterpret_cast<V>(reinterpret_cast<Mask>(a) | reinterpret_cast<Mask>(b));
  const V ordered = a == b ? onEqual : a < b ? a : b;
  return a != a ? a : b != b ? b : ordered;
}
#endif

// NaN stays what it is.
template <class V>
V clamp(V x, LaneOf<V> low, LaneOf<V> high) {
  const V below = x > V{} + high ? V{} + high : x;
  return below < V{} + low ? V{} + low : below;
}

// A function of doubles on the lanes of floats.
#if defined(__wasm__) && !defined(__wasm_simd128__)
template <Vec<double> (*kFunction)(Vec<double>, Vec<double>)>
Vec<float> viaDoubles(Vec<float> a, Vec<float> b) {
  return Vec<float>{static_cast<float>(kFunction(Vec<double>{a[0]}, Vec<double>{b[0]})[0])};
}
#else
inline Vec<double> promoteLow(Vec<float> x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), Vec<double>);
}
inline Vec<double> promoteHigh(Vec<float> x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), Vec<double>);
}
inline Vec<float> demote(Vec<double> low, Vec<double> high) {
#if defined(__wasm_simd128__)
  // LLVM narrows lane by lane where it sees through the shuffle.
  const v128_t first = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(low));
  const v128_t second = wasm_f32x4_demote_f64x2_zero(reinterpret_cast<v128_t>(high));
  return reinterpret_cast<Vec<float>>(wasm_i64x2_shuffle(first, second, 0, 2));
#else
  return Vec<float>{static_cast<float>(low[0]), static_cast<float>(low[1]),
                    static_cast<float>(high[0]), static_cast<float>(high[1])};
#endif
}
template <Vec<double> (*kFunction)(Vec<double>, Vec<double>)>
Vec<float> viaDoubles(Vec<float> a, Vec<float> b) {
  return demote(kFunction(promoteLow(a), promoteLow(b)), kFunction(promoteHigh(a), promoteHigh(b)));
}
#endif

}  // namespace simdcast::simd
