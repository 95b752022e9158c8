// Permutes lanes.
#pragma once

#include <utility>

#include "target.hpp"

namespace simdcast::simd {

namespace detail {
// Lanes of a and b alternating, starting at `kFirst`: {a0, b0, a1, b1} for four lanes from the
// first.
template <int kFirst, class T, int... kLane>
Vec<T> interleaveFrom(Vec<T> a, Vec<T> b, std::integer_sequence<int, kLane...> /*lanes*/) {
  return Vec<T>::of(
      __builtin_shufflevector(a.raw, b.raw, (kFirst + kLane / 2 + kLane % 2 * kLanes<T>)...));
}
}  // namespace detail

// Interleaves the lower halves of a and b, and the upper halves.
template <class T>
Vec<T> interleaveLow(Vec<T> a, Vec<T> b) {
  return detail::interleaveFrom<0>(a, b, std::make_integer_sequence<int, kLanes<T>>{});
}
template <class T>
Vec<T> interleaveHigh(Vec<T> a, Vec<T> b) {
  return detail::interleaveFrom<kLanes<T> / 2>(a, b, std::make_integer_sequence<int, kLanes<T>>{});
}

// Lane i is the given lane of x.
template <int kFirst, int kSecond, int kThird, int kFourth, class T>
Vec<T> shuffle(Vec<T> x) {
  static_assert(kLanes<T> == 4);
  return Vec<T>::of(__builtin_shufflevector(x.raw, x.raw, kFirst, kSecond, kThird, kFourth));
}

// Every other lane: the lower halves of lanes twice as wide, and the upper ones.
template <class T>
Vec<T> evenLanes(Vec<T> low, Vec<T> high) {
  static_assert(kLanes<T> == 4);
  return Vec<T>::of(__builtin_shufflevector(low.raw, high.raw, 0, 2, 4, 6));
}
template <class T>
Vec<T> oddLanes(Vec<T> low, Vec<T> high) {
  static_assert(kLanes<T> == 4);
  return Vec<T>::of(__builtin_shufflevector(low.raw, high.raw, 1, 3, 5, 7));
}

// Lane j of vector i becomes lane i of vector j, for as many vectors as a vector has lanes. 32-bit
// lanes are interleaved to pairs, and these as 64-bit lanes.
template <class T>
void transpose(Vec<T>* rows) {
  static_assert(kLanes<T> == 2 || kLanes<T> == 4);
  if constexpr (kLanes<T> == 2) {
    const Vec<T> first = interleaveLow(rows[0], rows[1]);
    rows[1] = interleaveHigh(rows[0], rows[1]);
    rows[0] = first;
  } else {
    using Pair = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
    const auto pair = [](Vec<T> x) { return x.template bitCast<Pair>(); };
    const Vec<Pair> low = pair(interleaveLow(rows[0], rows[1]));
    const Vec<Pair> high = pair(interleaveHigh(rows[0], rows[1]));
    const Vec<Pair> lowNext = pair(interleaveLow(rows[2], rows[3]));
    const Vec<Pair> highNext = pair(interleaveHigh(rows[2], rows[3]));
    rows[0] = interleaveLow(low, lowNext).template bitCast<T>();
    rows[1] = interleaveHigh(low, lowNext).template bitCast<T>();
    rows[2] = interleaveLow(high, highNext).template bitCast<T>();
    rows[3] = interleaveHigh(high, highNext).template bitCast<T>();
  }
}

}  // namespace simdcast::simd
