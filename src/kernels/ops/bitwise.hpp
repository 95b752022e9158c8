// And, Or, Xor on bits and on bools, and Not on bits.
#pragma once

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

struct BitAnd {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a & b;
  }
};

struct BitOr {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a | b;
  }
};

struct BitXor {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a ^ b;
  }
};

struct BitNot {
  template <class T>
  static Vec<T> apply(Vec<T> x) {
    return ~x;
  }
};

// A bool is a byte, true unless zero. The result is 0 or 1.
template <class Bits>
struct Logical {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero = 0;
    const simd::Mask<T> truth = Bits::apply(a != zero, b != zero);
    return truth.template bitCast<T>() & Vec<T>(1);
  }
};

// Equal on bools.
struct LogicalEqual {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return Logical<BitXor>::apply(a, b) ^ Vec<T>(1);
  }
};

}  // namespace simdcast::ops
