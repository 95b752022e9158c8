// Equal, Less, LessOrEqual, IsNaN and IsInf as lane masks, and Max and Min. Comparisons follow IEEE
// 754: NaN is unordered, and -0 equals 0.
#pragma once

#include <concepts>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

struct Equal {
  template <class T>
  static simd::Mask<T> mask(Vec<T> a, Vec<T> b) {
    return a == b;
  }
};

struct Less {
  template <class T>
  static simd::Mask<T> mask(Vec<T> a, Vec<T> b) {
    return a < b;
  }
};

struct LessOrEqual {
  template <class T>
  static simd::Mask<T> mask(Vec<T> a, Vec<T> b) {
    return a <= b;
  }
};

struct IsNan {
  template <class T>
  static simd::Mask<T> mask(Vec<T> x) {
    return x != x;
  }
};

// IsInf: `one` and `other` are the infinities to detect, or NaN, which equals nothing.
struct EqualEither {
  template <class T>
  static simd::Mask<T> mask(Vec<T> x, Vec<T> one, Vec<T> other) {
    return (x == one) | (x == other);
  }
};

// `bound` if it is a zero or NaN, otherwise `other`. For these bounds `x < bound ? bound : x` alone
// is not the maximum, because comparisons ignore the sign of zero and are false for NaN.
template <class T>
Vec<T> zeroOrNan(Vec<T> bound, Vec<T> other) {
  const Vec<T> zero = 0;
  return select((bound < zero) | (bound > zero), other, bound);
}

// For floats NaN propagates from either side, and 0 is above -0.
struct Max {
  static constexpr bool kCommutes = true;

  // V8 takes eight instructions for f32x4.max on x86; these are three.
  template <std::floating_point T>
  static auto bindRight(Vec<T> bound) {
    // Added to the result: NaN yields NaN, 0 turns -0 into 0, and -0 changes nothing.
    const Vec<T> mend = zeroOrNan(bound, Vec<T>(T{-0.0}));
    return [=](Vec<T> x) { return simd::pmax(x, bound) + mend; };
  }

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return simd::max(a, b);
  }
};

struct Min {
  static constexpr bool kCommutes = true;

  template <std::floating_point T>
  static auto bindRight(Vec<T> bound) {
    // ORed into the result: NaN yields NaN, -0 turns 0 into -0, and 0 changes nothing.
    const Vec<T> mend = zeroOrNan(bound, Vec<T>(0));
    return [=](Vec<T> x) { return simd::pmin(x, bound) | mend; };
  }

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return simd::min(a, b);
  }
};

// At least `low`, then at most `high`.
struct Clip {
  template <class T>
  static auto bindRight(Vec<T> low, Vec<T> high) {
    const auto raise = Max::bindRight(low);
    const auto lower = Min::bindRight(high);
    return [=](Vec<T> x) { return lower(raise(x)); };
  }

  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> low, Vec<T> high) {
    return simd::min(simd::max(x, low), high);
  }
};

// ncnn's Max and Min are std::max and std::min: a NaN in a is kept, a NaN in b is dropped.
struct NcnnMax {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return simd::pmax(a, b);
  }
};

struct NcnnMin {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return simd::pmin(a, b);
  }
};

}  // namespace simdcast::ops
