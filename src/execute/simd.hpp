// The 16-byte vectors that kernels compute in, and the only place for SIMD intrinsics. Compiler
// vector types serve where their semantics agree with the operator's; they also compile natively
// and without SIMD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace simdcast::simd {

inline constexpr int kVectorBytes = 16;

// Vectors that a cheap loop handles in one turn. Without SIMD a vector is many instructions
// already.
#if defined(__wasm_simd128__) || defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int kUnroll = 4;
#else
inline constexpr int kUnroll = 1;
#endif

template <class T>
using Vec [[gnu::vector_size(kVectorBytes)]] = T;

template <class T>
inline constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));

using Bytes = Vec<std::uint8_t>;

template <class V>
V load(const std::byte* from) {
  V vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class V>
void store(std::byte* to, V vector) {
  std::memcpy(to, &vector, sizeof vector);
}

// Every lane is `x`. From memory this is one instruction.
template <class T>
Vec<T> splat(T x) {
  Vec<T> vector{};
  for (int i = 0; i < kLanes<T>; ++i) vector[i] = x;
  return vector;
}

// a * b + c: with one rounding in the relaxed flavour, where the machine can, else with two.
template <class V>
V multiplyAdd(V a, V b, V c) {
#if defined(__wasm_relaxed_simd__)
  if constexpr (std::is_same_v<V, Vec<float>>)
    return reinterpret_cast<V>(wasm_f32x4_relaxed_madd(
        reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
  if constexpr (std::is_same_v<V, Vec<double>>)
    return reinterpret_cast<V>(wasm_f64x2_relaxed_madd(
        reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(c)));
#endif
  return a * b + c;
}

// Lane j of vector i becomes lane i of vector j, for as many vectors as a vector has lanes.
template <class T>
void transpose(Vec<T>* rows) {
  static_assert(kLanes<T> == 1 || kLanes<T> == 2 || kLanes<T> == 4);
  if constexpr (kLanes<T> == 2) {
    const Vec<T> first = __builtin_shufflevector(rows[0], rows[1], 0, 2);
    rows[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
    rows[0] = first;
  } else if constexpr (kLanes<T> == 4) {
    const Vec<T> low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const Vec<T> high = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const Vec<T> lowNext = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    const Vec<T> highNext = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(low, lowNext, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(low, lowNext, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(high, highNext, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(high, highNext, 2, 3, 6, 7);
  }
}

// Fewer than 16 bytes; the lanes past them are zero. Out of line, so that every kernel's tail
// shares one copy.
[[nodiscard]] Bytes loadFew(const std::byte* from, std::size_t bytes);
void storeFew(std::byte* to, Bytes vector, std::size_t bytes);

// Lane i is lane index[i] of `table`; every index must be below 16.
inline Bytes swizzle(Bytes table, Bytes index) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Bytes>(
      wasm_i8x16_swizzle(reinterpret_cast<v128_t>(table), reinterpret_cast<v128_t>(index)));
#else
  Bytes result;
  for (int i = 0; i < kVectorBytes; ++i) result[i] = table[index[i]];
  return result;
#endif
}

// Rounding of each lane.
#if defined(__wasm_simd128__)
inline Vec<float> floor(Vec<float> x) {
  return reinterpret_cast<Vec<float>>(wasm_f32x4_floor(reinterpret_cast<v128_t>(x)));
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
  const auto onEqual = reinterpret_cast<V>(reinterpret_cast<Bytes>(a) & reinterpret_cast<Bytes>(b));
  const V ordered = a == b ? onEqual : a > b ? a : b;
  return a != a ? a : b != b ? b : ordered;
}
template <class V>
V propagatingMin(V a, V b) {
  const auto onEqual = reinterpret_cast<V>(reinterpret_cast<Bytes>(a) | reinterpret_cast<Bytes>(b));
  const V ordered = a == b ? onEqual : a < b ? a : b;
  return a != a ? a : b != b ? b : ordered;
}
#endif

// Floats to doubles, two lanes at a time, and back.
inline Vec<double> promoteLow(Vec<float> x) { return Vec<double>{x[0], x[1]}; }
inline Vec<double> promoteHigh(Vec<float> x) { return Vec<double>{x[2], x[3]}; }
inline Vec<float> demote(Vec<double> low, Vec<double> high) {
  return Vec<float>{static_cast<float>(low[0]), static_cast<float>(low[1]),
                    static_cast<float>(high[0]), static_cast<float>(high[1])};
}

// Lane masks are all ones or all zeros. Two masks of wide lanes become one of lanes half as wide;
// one becomes two of lanes twice as wide.
inline Bytes narrowMasks(Bytes low, Bytes high) {
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
}
inline Bytes widenMaskLow(Bytes mask) {
  return __builtin_shufflevector(mask, mask, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
}
inline Bytes widenMaskHigh(Bytes mask) {
  return __builtin_shufflevector(mask, mask, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15,
                                 15);
}

// Whether any lane of a mask is set.
template <class V>
bool any(V mask) {
  std::uint64_t words[sizeof(V) / sizeof(std::uint64_t)];
  std::memcpy(words, &mask, sizeof mask);
  std::uint64_t together = 0;
  for (const std::uint64_t word : words) together |= word;
  return together != 0;
}

inline Bytes select(Bytes mask, Bytes onTrue, Bytes onFalse) {
  return (onTrue & mask) | (onFalse & ~mask);
}

}  // namespace simdcast::simd
