// Equal, Less, LessOrEqual as lane masks, and Max and Min. Comparisons follow IEEE 754: NaN is
// equal to nothing and in no order, and -0 equals 0.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// In an order that can be compared.
template <class T>
auto ordered(Vec<T> x) {
  if constexpr (std::is_same_v<T, std::uint64_t> && !simd::kOneLane)
    return simd::signedOrder(x);
  else
    return x;
}

struct Equal {
  template <class T>
  static auto mask(Vec<T> a, Vec<T> b) {
    return a == b;
  }
};

struct Less {
  template <class T>
  static auto mask(Vec<T> a, Vec<T> b) {
    return ordered<T>(a) < ordered<T>(b);
  }
};

struct LessOrEqual {
  template <class T>
  static auto mask(Vec<T> a, Vec<T> b) {
    return ordered<T>(a) <= ordered<T>(b);
  }
};

// A float's bound where it is a zero or NaN, of which a comparison does not take care; else
// `other`.
template <class T>
Vec<T> zerosAndNaN(Vec<T> bound, Vec<T> other) {
  const Vec<T> zero{};
  return bound < zero || bound > zero ? other : bound;
}

// For floats NaN wins from either side, and 0 is above -0.
struct Max {
  static constexpr bool kCommutes = true;

  template <std::floating_point T>
  static auto holding(Vec<T> bound) {
    // Adding -0 changes nothing, 0 makes 0 of -0.
    const Vec<T> more = zerosAndNaN<T>(bound, -Vec<T>{});
    return [=](Vec<T> x) { return (x < bound ? bound : x) + more; };
  }

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (std::is_floating_point_v<T>)
      return simd::propagatingMax(a, b);
    else
      return ordered<T>(a) > ordered<T>(b) ? a : b;
  }
};

struct Min {
  static constexpr bool kCommutes = true;

  template <std::floating_point T>
  static auto holding(Vec<T> bound) {
    // Of zeros, and of what lies below, the bits of -0 make -0 and leave the rest.
    using B = simd::Bits<T>;
    const B more = reinterpret_cast<B>(zerosAndNaN<T>(bound, Vec<T>{}));
    return [=](Vec<T> x) {
      return reinterpret_cast<Vec<T>>(reinterpret_cast<B>(bound < x ? bound : x) | more);
    };
  }

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (std::is_floating_point_v<T>)
      return simd::propagatingMin(a, b);
    else
      return ordered<T>(a) < ordered<T>(b) ? a : b;
  }
};

// ncnn's, which are std::max and std::min: a NaN in a is kept, a NaN in b is dropped.
struct NcnnMax {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a < b ? b : a;
  }
};

struct NcnnMin {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return b < a ? b : a;
  }
};

}  // namespace simdcast::ops
