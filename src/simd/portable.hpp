// The functions of wasm.hpp for any target, bit-identical: native builds run the same kernels under
// sanitizers and a debugger.
#pragma once

#include <cmath>
#include <concepts>

#include "vec.hpp"

namespace simdcast::simd {

template <class T>
Vec<T> select(Mask<T> mask, Vec<T> onTrue, Vec<T> onFalse) {
  const Vec<T> bits = mask.template bitCast<T>();
  return (onTrue & bits) | (onFalse & ~bits);
}

template <class T>
Vec<T> opaqueMask(Vec<T> mask) {
  return mask;
}

template <class T>
bool any(Vec<T> bits) {
  std::uint64_t words[2];
  std::memcpy(words, &bits, sizeof words);
  return (words[0] | words[1]) != 0;
}

inline Vec<std::int64_t> signedOrder(Vec<std::uint64_t> x) {
  return (x ^ Vec<std::uint64_t>(std::uint64_t{1} << 63)).bitCast<std::int64_t>();
}

template <class T, class Function>
Vec<T> eachLane(Vec<T> x, Function function) {
  for (int i = 0; i < kLanes<T>; ++i) x.raw[i] = function(x.raw[i]);
  return x;
}

template <std::floating_point T>
Vec<T> floor(Vec<T> x) {
  return eachLane(x, [](T lane) { return std::floor(lane); });
}
template <std::floating_point T>
Vec<T> ceil(Vec<T> x) {
  return eachLane(x, [](T lane) { return std::ceil(lane); });
}
template <std::floating_point T>
Vec<T> trunc(Vec<T> x) {
  return eachLane(x, [](T lane) { return std::trunc(lane); });
}
template <std::floating_point T>
Vec<T> nearest(Vec<T> x) {
  return eachLane(x, [](T lane) { return std::nearbyint(lane); });
}
template <std::floating_point T>
Vec<T> sqrt(Vec<T> x) {
  return eachLane(x, [](T lane) { return std::sqrt(lane); });
}

inline Vec<std::int32_t> toInt32Saturated(Vec<float> x) {
  constexpr float kPast = 2147483648.0F;
  Vec<std::int32_t> result;
  for (int i = 0; i < kLanes<float>; ++i) {
    const float lane = x.raw[i];
    result.raw[i] = lane >= kPast    ? INT32_MAX
                    : lane >= -kPast ? static_cast<std::int32_t>(lane)
                    : lane != lane   ? 0
                                     : INT32_MIN;
  }
  return result;
}

template <class T>
Vec<T> pmax(Vec<T> a, Vec<T> b) {
  return select<T>(a < b, b, a);
}
template <class T>
Vec<T> pmin(Vec<T> a, Vec<T> b) {
  return select<T>(b < a, b, a);
}

// Equal lanes differ at most in the sign of zero, which the bits settle.
template <std::floating_point T>
Vec<T> max(Vec<T> a, Vec<T> b) {
  const Vec<T> larger = select<T>(a == b, a & b, pmax(a, b));
  return select<T>(a != a, a, select<T>(b != b, b, larger));
}
template <std::floating_point T>
Vec<T> min(Vec<T> a, Vec<T> b) {
  const Vec<T> smaller = select<T>(a == b, a | b, pmin(a, b));
  return select<T>(a != a, a, select<T>(b != b, b, smaller));
}

inline Bytes swizzle(Bytes table, Bytes index) {
  Bytes lanes;
  for (int i = 0; i < kVectorBytes; ++i)
    lanes.raw[i] = index.raw[i] < kVectorBytes ? table.raw[index.raw[i]] : 0;
  return lanes;
}

// Converts four lanes at once: GCC 12 takes some lane-by-lane conversions for exact if they are
// widened again.
inline Vec<float> demote(Vec<double> low, Vec<double> high) {
  using Doubles [[gnu::vector_size(2 * kVectorBytes)]] = double;
  const Doubles lanes = __builtin_shufflevector(low.raw, high.raw, 0, 1, 2, 3);
  return Vec<float>::of(__builtin_convertvector(lanes, Vec<float>::Raw));
}

inline Vec<std::int8_t> narrowMasks(Vec<std::int8_t> low, Vec<std::int8_t> high) {
  return Vec<std::int8_t>::of(__builtin_shufflevector(low.raw, high.raw, 0, 2, 4, 6, 8, 10, 12, 14,
                                                      16, 18, 20, 22, 24, 26, 28, 30));
}

inline Vec<std::uint8_t> narrowWrapping(Vec<std::uint16_t> low, Vec<std::uint16_t> high) {
  const Bytes a = low.bitCast<std::uint8_t>();
  const Bytes b = high.bitCast<std::uint8_t>();
  return Bytes::of(__builtin_shufflevector(a.raw, b.raw, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22,
                                           24, 26, 28, 30));
}
inline Vec<std::uint16_t> narrowWrapping(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  using Halves = Vec<std::uint16_t>;
  const Halves a = low.bitCast<std::uint16_t>();
  const Halves b = high.bitCast<std::uint16_t>();
  return Halves::of(__builtin_shufflevector(a.raw, b.raw, 0, 2, 4, 6, 8, 10, 12, 14));
}

inline Vec<std::uint32_t> dotPairs(Vec<std::uint32_t> a, Vec<std::uint32_t> b) {
  const auto low = [](Vec<std::uint32_t> x) { return (x << 16).bitCast<std::int32_t>() >> 16; };
  const auto high = [](Vec<std::uint32_t> x) { return x.bitCast<std::int32_t>() >> 16; };
  return (low(a) * low(b) + high(a) * high(b)).bitCast<std::uint32_t>();
}

template <class T>
Vec<std::int16_t> loadWidened(const T* from) {
  static_assert(sizeof(T) == 1);
  using Eight [[gnu::vector_size(kVectorBytes / 2)]] = T;
  Eight lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return Vec<std::int16_t>::of(__builtin_convertvector(lanes, Vec<std::int16_t>::Raw));
}

inline Vec<std::uint16_t> narrowSaturated(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  const Vec<std::uint32_t> most = 0xffffU;
  return narrowWrapping(select(low < most, low, most), select(high < most, high, most));
}

inline Vec<std::uint16_t> upperHalves(Vec<std::uint32_t> low, Vec<std::uint32_t> high) {
  return narrowWrapping(low >> 16, high >> 16);
}

}  // namespace simdcast::simd
