// And, Or, Xor on bits and on truth values, and shifts.
#pragma once

#include <type_traits>

#include "../simd.hpp"

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

// A bool is a byte, true unless zero. The result is 0 or 1.
template <class Bits>
struct Logical {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    const auto truth = Bits::template apply<std::int8_t>(a != zero, b != zero);
    return reinterpret_cast<Vec<T>>(truth) & (zero + T{1});
  }
};

struct SameTruth {
  static constexpr bool kCommutes = true;

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
    const Vec<T> zero{};
    if constexpr (kLeft) {
      const auto shifted = by<U, U>(reinterpret_cast<Vec<U>>(x), count);
      return far ? zero : reinterpret_cast<Vec<T>>(shifted);
    } else {
      const auto sign = x < zero ? zero - (zero + T{1}) : zero;
      return far ? reinterpret_cast<Vec<T>>(sign) : by<T, U>(x, count);
    }
  }

 private:
  // Each lane by the count's lowest bits. SIMD128 shifts all lanes by the same, so each bit of the
  // count decides on a shift of its own; two lanes are cheaper one after the other.
  template <class T, class U>
  static Vec<T> by(Vec<T> x, Vec<U> count) {
    constexpr int kWidth = sizeof(T) * 8;
    if constexpr (simd::kLanes<T> <= 2) {
      const Vec<T> near = reinterpret_cast<Vec<T>>(count & U(kWidth - 1));
      return kLeft ? x << near : x >> near;
    } else {
      using S = std::make_signed_t<T>;
      for (int bit = 1, place = kWidth - 1; bit < kWidth; bit *= 2, --place) {
        const auto chosen = reinterpret_cast<Vec<S>>(count << U(place)) < Vec<S>{};
        const Vec<T> shifted = kLeft ? x << T(bit) : x >> T(bit);
        x = simd::opaqueSelect(chosen, shifted, x);
      }
      return x;
    }
  }
};

}  // namespace simdcast::ops
