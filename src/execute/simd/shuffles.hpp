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

// Whether any bit is set.
inline bool anyTrue(Bytes mask) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#else
  using Words [[gnu::vector_size(kVectorBytes)]] = std::uint64_t;
  const auto words = reinterpret_cast<Words>(mask);
  return (words[0] | words[1]) != 0;
#endif
}

// Eight 16-bit lanes as words, four at a time, and back; the sign bit fills a word. Words must be
// below 2^31 to be narrowed, and become 2^16 - 1 at most.
using HalfLanes [[gnu::vector_size(kVectorBytes)]] = std::uint16_t;
using WordLanes [[gnu::vector_size(kVectorBytes)]] = std::uint32_t;
inline HalfLanes interleaveLow(HalfLanes low, HalfLanes high) {
  return __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline HalfLanes interleaveHigh(HalfLanes low, HalfLanes high) {
  return __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
}
#if defined(__wasm_simd128__)
inline WordLanes extendLow(HalfLanes halves) {
  return reinterpret_cast<WordLanes>(wasm_i32x4_extend_low_i16x8(reinterpret_cast<v128_t>(halves)));
}
inline WordLanes extendHigh(HalfLanes halves) {
  return reinterpret_cast<WordLanes>(
      wasm_i32x4_extend_high_i16x8(reinterpret_cast<v128_t>(halves)));
}
inline HalfLanes narrowWords(WordLanes low, WordLanes high) {
  return reinterpret_cast<HalfLanes>(
      wasm_u16x8_narrow_i32x4(reinterpret_cast<v128_t>(low), reinterpret_cast<v128_t>(high)));
}
// The upper halves of words.
inline HalfLanes highHalves(WordLanes low, WordLanes high) {
  return reinterpret_cast<HalfLanes>(
      wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(reinterpret_cast<v128_t>(low), 16),
                              wasm_i32x4_shr(reinterpret_cast<v128_t>(high), 16)));
}
#else
inline WordLanes extendLow(HalfLanes halves) {
  WordLanes words;
  for (int i = 0; i < 4; ++i)
    words[i] = static_cast<std::uint32_t>(static_cast<std::int16_t>(halves[i]));
  return words;
}
inline WordLanes extendHigh(HalfLanes halves) {
  WordLanes words;
  for (int i = 0; i < 4; ++i)
    words[i] = static_cast<std::uint32_t>(static_cast<std::int16_t>(halves[i + 4]));
  return words;
}
inline HalfLanes narrowWords(WordLanes low, WordLanes high) {
  HalfLanes halves;
  for (int i = 0; i < 4; ++i) {
    halves[i] = static_cast<std::uint16_t>(low[i] < 0xffff ? low[i] : 0xffff);
    halves[i + 4] = static_cast<std::uint16_t>(high[i] < 0xffff ? high[i] : 0xffff);
  }
  return halves;
}
inline HalfLanes highHalves(WordLanes low, WordLanes high) {
  return narrowWords(low >> 16, high >> 16);
}
#endif

}  // namespace simdcast::simd
