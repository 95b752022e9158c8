// SIMD128 instructions beyond the compiler's vector types. portable.hpp has the same for other
// targets.
#pragma once

#include <wasm_simd128.h>

#include "vec.hpp"

namespace simdcast::simd {

namespace wasm {
template <class T>
v128_t in(Vec<T> x) {
  return reinterpret_cast<v128_t>(x.raw);
}
template <class T>
Vec<T> out(v128_t x) {
  return Vec<T>::of(reinterpret_cast<typename Vec<T>::Raw>(x));
}
}  // namespace wasm

// mask ? onTrue : onFalse, bit by bit. An intrinsic, because LLVM rewrites selections that it
// recognises into operations that SIMD128 lacks, and then takes the lanes one by one.
template <class T>
Vec<T> select(Mask<T> mask, Vec<T> onTrue, Vec<T> onFalse) {
  return wasm::out<T>(wasm_v128_bitselect(wasm::in(onTrue), wasm::in(onFalse), wasm::in(mask)));
}

// Hides from LLVM that lanes are the result of a comparison: it would shuffle a vector of single
// bits (i1), and expand it to lanes after each shuffle.
template <class T>
Vec<T> opaqueMask(Vec<T> mask) {
  return wasm::out<T>(
      wasm_v128_bitselect(wasm_i32x4_const_splat(-1), wasm_i32x4_const_splat(0), wasm::in(mask)));
}

// Whether any bit is set.
template <class T>
bool any(Vec<T> bits) {
  return wasm_v128_any_true(wasm::in(bits));
}

// Maps unsigned lanes to signed ones in the same order: SIMD128 compares 64-bit lanes only as
// signed. The sign flip is hidden from LLVM, which would turn it back into an unsigned comparison.
inline Vec<std::int64_t> signedOrder(Vec<std::uint64_t> x) {
  const Vec<std::uint64_t> sign = std::uint64_t{1} << 63;
  return wasm::out<std::int64_t>(wasm_v128_bitselect(wasm::in(~x), wasm::in(x), wasm::in(sign)));
}

// Rounding and square roots; `nearest` rounds ties to even.
template <std::floating_point T>
Vec<T> floor(Vec<T> x) {
  return Vec<T>::of(__builtin_elementwise_floor(x.raw));
}
template <std::floating_point T>
Vec<T> ceil(Vec<T> x) {
  return Vec<T>::of(__builtin_elementwise_ceil(x.raw));
}
template <std::floating_point T>
Vec<T> trunc(Vec<T> x) {
  return Vec<T>::of(__builtin_elementwise_trunc(x.raw));
}
template <std::floating_point T>
Vec<T> nearest(Vec<T> x) {
  return Vec<T>::of(__builtin_elementwise_roundeven(x.raw));
}
template <std::floating_point T>
Vec<T> sqrt(Vec<T> x) {
  return Vec<T>::of(__builtin_elementwise_sqrt(x.raw));
}

// The larger and the smaller lane; NaN wins from either side, and 0 is above -0.
inline Vec<float> max(Vec<float> a, Vec<float> b) {
  return wasm::out<float>(wasm_f32x4_max(wasm::in(a), wasm::in(b)));
}
inline Vec<float> min(Vec<float> a, Vec<float> b) {
  return wasm::out<float>(wasm_f32x4_min(wasm::in(a), wasm::in(b)));
}
inline Vec<double> max(Vec<double> a, Vec<double> b) {
  return wasm::out<double>(wasm_f64x2_max(wasm::in(a), wasm::in(b)));
}
inline Vec<double> min(Vec<double> a, Vec<double> b) {
  return wasm::out<double>(wasm_f64x2_min(wasm::in(a), wasm::in(b)));
}

// Towards zero, saturating, with 0 for NaN.
inline Vec<std::int32_t> toInt32Saturated(Vec<float> x) {
  return wasm::out<std::int32_t>(wasm_i32x4_trunc_sat_f32x4(wasm::in(x)));
}

// std::max and std::min, as SIMD128 names them: a < b ? b : a, and b < a ? b : a.
inline Vec<float> pmax(Vec<float> a, Vec<float> b) {
  return wasm::out<float>(wasm_f32x4_pmax(wasm::in(a), wasm::in(b)));
}
inline Vec<float> pmin(Vec<float> a, Vec<float> b) {
  return wasm::out<float>(wasm_f32x4_pmin(wasm::in(a), wasm::in(b)));
}
inline Vec<double> pmax(Vec<double> a, Vec<double> b) {
  return wasm::out<double>(wasm_f64x2_pmax(wasm::in(a), wasm::in(b)));
}
inline Vec<double> pmin(Vec<double> a, Vec<double> b) {
  return wasm::out<double>(wasm_f64x2_pmin(wasm::in(a), wasm::in(b)));
}

// Lane i is lane index[i] of `table`, and 0 where index[i] is 16 or more.
inline Bytes swizzle(Bytes table, Bytes index) {
  return wasm::out<std::uint8_t>(wasm_i8x16_swizzle(wasm::in(table), wasm::in(index)));
}

// Doubles rounded to the nearest floats. LLVM narrows lane by lane if it sees through the shuffle.
inline Vec<float> demote(Vec<double> low, Vec<double> high) {
  const v128_t first = wasm_f32x4_demote_f64x2_zero(wasm::in(low));
  const v128_t second = wasm_f32x4_demote_f64x2_zero(wasm::in(high));
  return wasm::out<float>(wasm_i64x2_shuffle(first, second, 0, 2));
}

// Half of the bytes of masks: masks of lanes half as wide.
inline Vec<std::int8_t> narrowMasks(Vec<std::int8_t> low, Vec<std::int8_t> high) {
  return wasm::out<std::int8_t>(wasm_i8x16_narrow_i16x8(wasm::in(low), wasm::in(high)));
}

// The lower halves of wide lanes.
inline Vec<std::uint8_t> narrowWrapping(Vec<std::uint16_t> low, Vec<std::uint16_t> high) {
  const v128_t kept = wasm_i16x8_const_splat(0xff);
  return wasm::out<std::uint8_t>(wasm_u8x16_narrow_i16x8(wasm_v128_and(wasm::in(low), kept),
                                                         wasm_v128_and(wasm::in(high), kept)));
}
inline Vec<std::uint16_t> narrowWrapping(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  const v128_t kept = wasm_i32x4_const_splat(0xffff);
  return wasm::out<std::uint16_t>(wasm_u16x8_narrow_i32x4(wasm_v128_and(wasm::in(low), kept),
                                                          wasm_v128_and(wasm::in(high), kept)));
}

// Products of signed 16-bit lanes, added in pairs of neighbours in 32 bits, wrapping.
inline Vec<std::uint32_t> dotPairs(Vec<std::uint32_t> a, Vec<std::uint32_t> b) {
  return wasm::out<std::uint32_t>(wasm_i32x4_dot_i16x8(wasm::in(a), wasm::in(b)));
}

// The next eight bytes as 16-bit lanes.
inline Vec<std::int16_t> loadWidened(const std::int8_t* from) {
  return wasm::out<std::int16_t>(wasm_i16x8_load8x8(from));
}
inline Vec<std::int16_t> loadWidened(const std::uint8_t* from) {
  return wasm::out<std::int16_t>(wasm_u16x8_load8x8(from));
}

// Words below 2^31 as 16-bit lanes, 2^16 - 1 at most.
inline Vec<std::uint16_t> narrowSaturated(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  return wasm::out<std::uint16_t>(wasm_u16x8_narrow_i32x4(wasm::in(low), wasm::in(high)));
}

// The upper halves of words.
inline Vec<std::uint16_t> upperHalves(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  return wasm::out<std::uint16_t>(wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(wasm::in(low), 16),
                                                          wasm_i32x4_shr(wasm::in(high), 16)));
}

}  // namespace simdcast::simd
