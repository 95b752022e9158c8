// The vectors that kernels compute in, and the only place for SIMD intrinsics. Compiler vector
// types serve where their semantics agree with the operator's; they also compile natively and
// without SIMD. Vec<T> holds kLanes<T> lanes, which may be one; only Bytes is 16 bytes everywhere.
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

// The bits of the lanes of floats as integers of their width.
template <class T>
using Bits = Vec<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;

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

// Lane i is lane index[i] of `table`; every index must be below 16.
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
  for (int i = 0; i < kVectorBytes; ++i) to[i] = from[at[i]];
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

// A function of floats on the lanes of integers of up to 32 bits, whose every value the floats
// hold: float32 up to 16 bits, float64 from there. The result has to be whole, and wraps;
// infinities and NaN become 0.
template <class Function, class T>
Vec<T> viaFloats(Vec<T> a, Vec<T> b);  // not of vectors of one lane

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

// Whether any lane of a mask is set.
template <class V>
bool any(V mask) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#else
  bool set = false;
  for (std::size_t i = 0; i < sizeof(V) / sizeof(mask[0]); ++i) set |= mask[i] != 0;
  return set;
#endif
}

inline Bytes select(Bytes mask, Bytes onTrue, Bytes onFalse) {
  return (onTrue & mask) | (onFalse & ~mask);
}

}  // namespace simdcast::simd
