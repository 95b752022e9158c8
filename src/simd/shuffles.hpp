// Bytes and 16-bit lanes in other places.
#pragma once

#include "vectors.hpp"

namespace simdcast::simd {

// Lane i is lane index[i] of `table`, and 0 where there is none.
inline Bytes swizzle(Bytes table, Bytes index) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Bytes>(
      wasm_i8x16_swizzle(reinterpret_cast<v128_t>(table), reinterpret_cast<v128_t>(index)));
#else
  std::uint8_t from[kVectorBytes];
  std::uint8_t at[kVectorBytes];
  std::uint8_t to[kVectorBytes];
  std::memcpy(from, &table, sizeof table);
  std::memcpy(at, &index, sizeof index);
  for (int i = 0; i < kVectorBytes; ++i) to[i] = at[i] < kVectorBytes ? from[at[i]] : 0;
  return load<Bytes>(reinterpret_cast<const std::byte*>(to));
#endif
}

// Eight 16-bit lanes as words, four at a time, and back; the sign bit fills a word. Words must be
// below 2^31 to be narrowed, and become 2^16 - 1 at most.
inline HalfLanes interleaveLow(HalfLanes low, HalfLanes high) {
  return __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline HalfLanes interleaveHigh(HalfLanes low, HalfLanes high) {
  return __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
}
inline WordLanes extendLow(HalfLanes halves) {
  using Signed [[gnu::vector_size(kVectorBytes)]] = std::int16_t;
  const auto lanes = reinterpret_cast<Signed>(halves);
  return reinterpret_cast<WordLanes>(
      __builtin_convertvector(__builtin_shufflevector(lanes, lanes, 0, 1, 2, 3), IntLanes));
}
inline WordLanes extendHigh(HalfLanes halves) {
  using Signed [[gnu::vector_size(kVectorBytes)]] = std::int16_t;
  const auto lanes = reinterpret_cast<Signed>(halves);
  return reinterpret_cast<WordLanes>(
      __builtin_convertvector(__builtin_shufflevector(lanes, lanes, 4, 5, 6, 7), IntLanes));
}
inline HalfLanes narrowWords(WordLanes low, WordLanes high) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<HalfLanes>(
      wasm_u16x8_narrow_i32x4(reinterpret_cast<v128_t>(low), reinterpret_cast<v128_t>(high)));
#else
  const WordLanes most = WordLanes{} + 0xffffU;
  return __builtin_shufflevector(reinterpret_cast<HalfLanes>(low < most ? low : most),
                                 reinterpret_cast<HalfLanes>(high < most ? high : most), 0, 2, 4, 6,
                                 8, 10, 12, 14);
#endif
}
// The upper halves of words.
inline HalfLanes highHalves(WordLanes low, WordLanes high) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<HalfLanes>(
      wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(reinterpret_cast<v128_t>(low), 16),
                              wasm_i32x4_shr(reinterpret_cast<v128_t>(high), 16)));
#else
  return narrowWords(low >> 16, high >> 16);
#endif
}

}  // namespace simdcast::simd
