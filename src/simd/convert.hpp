// Lanes as lanes of another type or width.
#pragma once

#include <utility>

#include "target.hpp"

namespace simdcast::simd {

template <class T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double,
                                 std::conditional_t<std::is_signed_v<T>, SignedOf<2 * sizeof(T)>,
                                                    std::make_unsigned_t<SignedOf<2 * sizeof(T)>>>>;

// Lane by lane, to a type of the same width.
template <class To, class From>
Vec<To> convert(Vec<From> x) {
  static_assert(sizeof(To) == sizeof(From));
  return Vec<To>::of(__builtin_convertvector(x.raw, typename Vec<To>::Raw));
}

namespace detail {
// The lanes of x starting at `kFirst`, one per index.
template <class To, int kFirst, class From, int... kLane>
Vec<To> convertFrom(Vec<From> x, std::integer_sequence<int, kLane...> /*lanes*/) {
  return Vec<To>::of(__builtin_convertvector(
      __builtin_shufflevector(x.raw, x.raw, (kFirst + kLane)...), typename Vec<To>::Raw));
}
}  // namespace detail

// The lower and the upper half of the lanes, as lanes of To, which are twice as wide.
template <class To, class From>
Vec<To> convertLow(Vec<From> x) {
  static_assert(sizeof(To) == 2 * sizeof(From));
  return detail::convertFrom<To, 0>(x, std::make_integer_sequence<int, kLanes<To>>{});
}
template <class To, class From>
Vec<To> convertHigh(Vec<From> x) {
  static_assert(sizeof(To) == 2 * sizeof(From));
  return detail::convertFrom<To, kLanes<To>>(x, std::make_integer_sequence<int, kLanes<To>>{});
}

template <class T>
Vec<Wider<T>> widenLow(Vec<T> x) {
  return convertLow<Wider<T>>(x);
}
template <class T>
Vec<Wider<T>> widenHigh(Vec<T> x) {
  return convertHigh<Wider<T>>(x);
}

// A function of doubles on the lanes of floats.
template <auto kFunction, class... Floats>
Vec<float> viaDoubles(Floats... x) {
  return demote(kFunction(widenLow(x)...), kFunction(widenHigh(x)...));
}

}  // namespace simdcast::simd
