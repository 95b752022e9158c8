// Integer lanes that wrap, and integer lanes computed as floats and as wider or narrower integers.
#pragma once

#include "floats.hpp"

namespace simdcast::simd {

// Sums and differences that wrap: those of unsigned lanes do by definition, and have the same bits.
template <class V>
V plus(V a, V b) {
  using Words = Vec<std::make_unsigned_t<LaneOf<V>>>;
  return reinterpret_cast<V>(reinterpret_cast<Words>(a) + reinterpret_cast<Words>(b));
}
template <class V>
V minus(V a, V b) {
  using Words = Vec<std::make_unsigned_t<LaneOf<V>>>;
  return reinterpret_cast<V>(reinterpret_cast<Words>(a) - reinterpret_cast<Words>(b));
}

// A function of floats on the lanes of integers of up to 32 bits, whose every value the floats
// hold: float32 up to 16 bits, float64 from there. The result has to be whole, and wraps;
// infinities and NaN become 0.
template <class Function, class T>
Vec<T> viaFloats(Vec<T> a, Vec<T> b);  // not of vectors of one lane

// Bits 15 to 30 of the products of unsigned 16-bit lanes.
inline Vec<std::uint16_t> middleOfProduct(Vec<std::uint16_t> a,
                                          Vec<std::uint16_t> b);  // not of one lane

// Integer lanes as twice as wide ones: the lower half of the lanes, and the upper half.
template <class T>
using Wider = std::conditional_t<std::is_signed_v<T>,
                                 std::conditional_t<sizeof(T) == 1, std::int16_t, std::int32_t>,
                                 std::conditional_t<sizeof(T) == 1, std::uint16_t, std::uint32_t>>;

#if !(defined(__wasm__) && !defined(__wasm_simd128__))
template <class T>
Vec<Wider<T>> widenLow(Vec<T> x) {
  if constexpr (sizeof(T) == 1)
    return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7),
                                   Vec<Wider<T>>);
  else
    return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1, 2, 3), Vec<Wider<T>>);
}
template <class T>
Vec<Wider<T>> widenHigh(Vec<T> x) {
  if constexpr (sizeof(T) == 1)
    return __builtin_convertvector(__builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15),
                                   Vec<Wider<T>>);
  else
    return __builtin_convertvector(__builtin_shufflevector(x, x, 4, 5, 6, 7), Vec<Wider<T>>);
}

// The low halves of wide lanes.
inline Bytes narrowLanes(Vec<std::uint16_t> low, Vec<std::uint16_t> high) {
#if defined(__wasm_simd128__)
  const v128_t bytes = wasm_i16x8_const_splat(0xff);
  return reinterpret_cast<Bytes>(
      wasm_u8x16_narrow_i16x8(wasm_v128_and(reinterpret_cast<v128_t>(low), bytes),
                              wasm_v128_and(reinterpret_cast<v128_t>(high), bytes)));
#else
  return __builtin_shufflevector(reinterpret_cast<Bytes>(low), reinterpret_cast<Bytes>(high), 0, 2,
                                 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
#endif
}
inline Vec<std::uint16_t> narrowLanes(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  using Words = Vec<std::uint16_t>;
#if defined(__wasm_simd128__)
  const v128_t words = wasm_i32x4_const_splat(0xffff);
  return reinterpret_cast<Words>(
      wasm_u16x8_narrow_i32x4(wasm_v128_and(reinterpret_cast<v128_t>(low), words),
                              wasm_v128_and(reinterpret_cast<v128_t>(high), words)));
#else
  return __builtin_shufflevector(reinterpret_cast<Words>(low), reinterpret_cast<Words>(high), 0, 2,
                                 4, 6, 8, 10, 12, 14);
#endif
}

inline Vec<std::uint16_t> middleOfProduct(Vec<std::uint16_t> a, Vec<std::uint16_t> b) {
  using T = std::uint16_t;
  return narrowLanes((widenLow<T>(a) * widenLow<T>(b)) >> 15,
                     (widenHigh<T>(a) * widenHigh<T>(b)) >> 15);
}

template <class Function, class T>
Vec<T> viaFloats(Vec<T> a, Vec<T> b) {
  if constexpr (sizeof(T) == 4 && std::is_integral_v<T>) {
    // Adding this number leaves a whole number's lowest bits in the float's.
    constexpr double kWhole = 6755399441055744.0;  // 2^52 + 2^51
    const auto low = [](Vec<T> x) {
      return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), Vec<double>);
    };
    const auto high = [](Vec<T> x) {
      return __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), Vec<double>);
    };
    const Vec<double> first = Function::apply(low(a), low(b)) + kWhole;
    const Vec<double> second = Function::apply(high(a), high(b)) + kWhole;
    return __builtin_shufflevector(reinterpret_cast<Vec<T>>(first),
                                   reinterpret_cast<Vec<T>>(second), 0, 2, 4, 6);
  } else if constexpr (sizeof(T) == 2) {
    constexpr float kWhole = 12582912.0F;  // 2^23 + 2^22
    const auto toFloat = [](Vec<Wider<T>> x) {
      // x86 converts only signed numbers; those without a sign are made the last bits of 2^23.
      constexpr std::uint32_t kUnits = 0x4b000000;
      if constexpr (std::is_signed_v<T>)
        return __builtin_convertvector(x, Vec<float>);
      else
        return reinterpret_cast<Vec<float>>(x | kUnits) - 0x1p23F;
    };
    const auto part = [&](Vec<Wider<T>> x, Vec<Wider<T>> y) {
      const Vec<float> result = Function::apply(toFloat(x), toFloat(y));
      return reinterpret_cast<Vec<std::uint32_t>>(result + kWhole);
    };
    return reinterpret_cast<Vec<T>>(
        narrowLanes(part(widenLow<T>(a), widenLow<T>(b)), part(widenHigh<T>(a), widenHigh<T>(b))));
  } else {
    using Words = Vec<std::uint16_t>;
    const auto low = viaFloats<Function, Wider<T>>(widenLow<T>(a), widenLow<T>(b));
    const auto high = viaFloats<Function, Wider<T>>(widenHigh<T>(a), widenHigh<T>(b));
    return reinterpret_cast<Vec<T>>(
        narrowLanes(reinterpret_cast<Words>(low), reinterpret_cast<Words>(high)));
  }
}
#endif

}  // namespace simdcast::simd
