// Equal, Less, LessOrEqual as lane masks, and Max and Min. Comparisons follow IEEE 754: NaN is
// equal to nothing and in no order, and -0 equals 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../simd.hpp"

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

// For floats NaN wins from either side, and 0 is above -0.
struct Max {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (std::is_floating_point_v<T>)
      return simd::propagatingMax(a, b);
    else
      return ordered<T>(a) > ordered<T>(b) ? a : b;
  }
};

struct Min {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (std::is_floating_point_v<T>)
      return simd::propagatingMin(a, b);
    else
      return ordered<T>(a) < ordered<T>(b) ? a : b;
  }
};

// The maximum of a float and a zero, which takes one comparison: NaN stays, and -0 becomes 0.
struct Relu {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> zero) {
    return (x < zero ? zero : x) + zero;
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
