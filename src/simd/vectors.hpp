// Vectors, and how they come from memory and go back. Vec<T> holds kLanes<T> lanes, which may be
// one; only Bytes and its like are 16 bytes everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace simdcast::simd {

inline constexpr int kVectorBytes = 16;

// Without SIMD a vector of one lane is half the code of four lanes one after the other, and as
// fast.
#if defined(__wasm__) && !defined(__wasm_simd128__)
inline constexpr bool kOneLane = true;
template <class T>
using Vec [[gnu::vector_size(sizeof(T))]] = T;
#else
inline constexpr bool kOneLane = false;
template <class T>
using Vec [[gnu::vector_size(kVectorBytes)]] = T;
#endif

template <class T>
inline constexpr int kLanes = kOneLane ? 1 : kVectorBytes / static_cast<int>(sizeof(T));

// Vectors that a cheap loop handles in one turn.
inline constexpr int kUnroll = kOneLane ? 1 : 4;

using Bytes [[gnu::vector_size(kVectorBytes)]] = std::uint8_t;
using HalfLanes [[gnu::vector_size(kVectorBytes)]] = std::uint16_t;
using WordLanes [[gnu::vector_size(kVectorBytes)]] = std::uint32_t;
using IntLanes [[gnu::vector_size(kVectorBytes)]] = std::int32_t;
using FloatLanes [[gnu::vector_size(kVectorBytes)]] = float;

// The type of a vector's lanes.
template <class V>
using LaneOf = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;

// The bits of the lanes of floats as integers of their width.
template <class T>
using Bits = Vec<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;

// A vector or a single element, at any address.
template <class V>
V load(const std::byte* from) {
  V value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class V>
void store(std::byte* to, V value) {
  std::memcpy(to, &value, sizeof value);
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

// As many of a vector's first bytes as there are; a vector of one lane is never cut.
template <class V>
V loadPart(const std::byte* from, std::size_t bytes) {
  if constexpr (sizeof(V) == kVectorBytes)
    return reinterpret_cast<V>(loadFew(from, bytes));
  else
    return load<V>(from);
}
template <class V>
void storePart(std::byte* to, V vector, std::size_t bytes) {
  if constexpr (sizeof(V) == kVectorBytes)
    storeFew(to, reinterpret_cast<Bytes>(vector), bytes);
  else
    store(to, vector);
}

}  // namespace simdcast::simd
