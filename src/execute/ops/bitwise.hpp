// And, Or, Xor on bits and on truth values, and shifts.
#pragma once

#include <type_traits>

#include "../simd.hpp"

namespace simdcast::ops {

using simd::Vec;

struct BitAnd {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a & b;
  }
};

struct BitOr {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a | b;
  }
};

struct BitXor {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a ^ b;
  }
};

// A bool is a byte, true unless zero. The result is 0 or 1.
template <class Bits>
struct Logical {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    const auto truth = Bits::template apply<std::int8_t>(a != zero, b != zero);
    return reinterpret_cast<Vec<T>>(truth) & (zero + T{1});
  }
};

struct SameTruth {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    return Logical<BitXor>::apply<T>(a, b) ^ (zero + T{1});
  }
};

// ONNX BitShift-28, which every older test agrees with: an amount that is negative or at least the
// width leaves 0, or -1 for a right shift of a negative value. Shifts right keep the sign.
template <bool kLeft>
struct Shift {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> amount) {
    constexpr T kWidth = sizeof(T) * 8;
    using U = std::make_unsigned_t<T>;
    const Vec<U> count = reinterpret_cast<Vec<U>>(amount);
    const auto far = count >= (Vec<U>{} + U{kWidth});
    const Vec<U> near = count & (Vec<U>{} + U{kWidth - 1});
    const Vec<T> zero{};
    if constexpr (kLeft) {
      const auto shifted = reinterpret_cast<Vec<U>>(x) << near;
      return far ? zero : reinterpret_cast<Vec<T>>(shifted);
    } else {
      const auto sign = x < zero ? zero - (zero + T{1}) : zero;
      return far ? reinterpret_cast<Vec<T>>(sign) : x >> reinterpret_cast<Vec<T>>(near);
    }
  }
};

}  // namespace simdcast::ops
