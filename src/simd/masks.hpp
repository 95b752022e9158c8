// Masks, selections and the order of lanes.
#pragma once

#include "vectors.hpp"

namespace simdcast::simd {

// mask ? onTrue : onFalse, bit by bit, of which the compiler knows nothing: it rewrites some
// selections into operations that SIMD128 has not, and then takes the lanes one by one.
template <class Mask, class V>
V opaqueSelect(Mask mask, V onTrue, V onFalse) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<V>(wasm_v128_bitselect(reinterpret_cast<v128_t>(onTrue),
                                                 reinterpret_cast<v128_t>(onFalse),
                                                 reinterpret_cast<v128_t>(mask)));
#else
  return mask ? onTrue : onFalse;
#endif
}

// A mask that the compiler takes for any bits: of one that it knows to be a mask it shuffles single
// bits, and makes them lanes again after each shuffle.
template <class Mask>
Mask opaqueMask(Mask mask) {
  return opaqueSelect(mask, ~Mask{}, Mask{});
}

// The lanes of unsigned integers as signed ones in the same order. Only 64-bit lanes need it:
// SIMD128 orders those as signed ones alone.
inline Vec<std::int64_t> signedOrder(Vec<std::uint64_t> x) {
  const auto sign = Vec<std::uint64_t>{} + (std::uint64_t{1} << 63);
#if defined(__wasm_simd128__)
  return reinterpret_cast<Vec<std::int64_t>>(opaqueSelect(sign, ~x, x));
#else
  return reinterpret_cast<Vec<std::int64_t>>(x ^ sign);
#endif
}

// Lane masks are all ones or all zeros. Two masks of wide lanes become one of lanes half as wide;
// one becomes two of lanes twice as wide.
inline Bytes narrowMasks(Bytes low, Bytes high) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Bytes>(
      wasm_i8x16_narrow_i16x8(reinterpret_cast<v128_t>(low), reinterpret_cast<v128_t>(high)));
#else
  return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28,
                                 30);
#endif
}
inline Bytes widenMaskLow(Bytes mask) {
  return __builtin_shufflevector(mask, mask, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
}
inline Bytes widenMaskHigh(Bytes mask) {
  return __builtin_shufflevector(mask, mask, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15,
                                 15);
}

// Whether any bit is set.
template <class V>
bool any(V mask) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#else
  std::uint64_t words[2]{};
  std::memcpy(words, &mask, sizeof mask);
  return (words[0] | words[1]) != 0;
#endif
}

inline Bytes select(Bytes mask, Bytes onTrue, Bytes onFalse) {
  return (onTrue & mask) | (onFalse & ~mask);
}

}  // namespace simdcast::simd
