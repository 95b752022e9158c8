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

// Lane j of vector i becomes lane i of vector j, for as many vectors as a vector has lanes, by
// perfect shuffles: each round interleaves the first half of the vectors with the second. For two
// lanes {a0, a1}, {b0, b1} one round suffices: {a0, b0}, {a1, b1}.
template <class T>
void transpose(Vec<T>* rows) {
  constexpr int kHalf = kLanes<T> / 2;
#pragma GCC unroll 16
  for (int round = 1; round <= kHalf; round *= 2) {
    Vec<T> next[2 * kHalf];
#pragma GCC unroll 16
    for (int i = 0; i < kHalf; ++i) {
      next[2 * i] = interleaveLow(rows[i], rows[i + kHalf]);
      next[2 * i + 1] = interleaveHigh(rows[i], rows[i + kHalf]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 2 * kHalf; ++i) rows[i] = next[i];
  }
}

}  // namespace simdcast::simd
