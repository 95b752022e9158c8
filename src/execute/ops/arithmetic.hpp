// Add, Sub, Mul, Div, Mod, PRelu. Integers wrap; integer division truncates, x / 0 and x mod 0 are
// 0, and the lowest value divided by -1 is itself (NumPy's and the ONNX reference's answers where
// ONNX leaves it open).
#pragma once

#include <limits>
#include <type_traits>

#include "../simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// Unsigned arithmetic wraps by definition and gives the same bits.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

template <class T>
concept Integer = std::is_integral_v<T>;

struct Add {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    using W = Vec<Wrapping<T>>;
    return reinterpret_cast<Vec<T>>(reinterpret_cast<W>(a) + reinterpret_cast<W>(b));
  }
};

struct Sub {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    using W = Vec<Wrapping<T>>;
    return reinterpret_cast<Vec<T>>(reinterpret_cast<W>(a) - reinterpret_cast<W>(b));
  }
};

struct Mul {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    using W = Vec<Wrapping<T>>;
    return reinterpret_cast<Vec<T>>(reinterpret_cast<W>(a) * reinterpret_cast<W>(b));
  }
};

// The divisor with 1 in place of what would trap or overflow: 0, and -1 under the lowest value.
template <Integer T>
Vec<T> safeDivisor(Vec<T> a, Vec<T> b) {
  const Vec<T> zero{};
  const Vec<T> one = zero + T{1};
  Vec<T> divisor = b == zero ? one : b;
  if constexpr (std::is_signed_v<T>) {
    const auto overflows = (a == zero + std::numeric_limits<T>::min()) & (b == zero - one);
    divisor = overflows ? one : divisor;
  }
  return divisor;
}

struct Div {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (Integer<T>) {
      const Vec<T> zero{};
      const Vec<T> quotient = a / safeDivisor<T>(a, b);
      return b == zero ? zero : quotient;
    } else {
      return a / b;
    }
  }
};

// The remainder with the sign of the dividend.
struct TruncatedMod {
  template <Integer T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    const Vec<T> divisor = safeDivisor<T>(a, b);
    const Vec<T> remainder = a % divisor;
    return b == zero ? zero : remainder;
  }
};

// The remainder with the sign of the divisor, as Python's %.
struct FlooredMod {
  template <Integer T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    const Vec<T> remainder = TruncatedMod::apply<T>(a, b);
    if constexpr (std::is_unsigned_v<T>) {
      return remainder;
    } else {
      const auto wrongSign = (remainder != zero) & ((remainder < zero) != (b < zero));
      return wrongSign ? Add::apply<T>(remainder, b) : remainder;
    }
  }
};

// x for x >= 0 and for NaN, slope * x otherwise.
struct PRelu {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> slope) {
    const Vec<T> zero{};
    return x < zero ? Mul::apply<T>(x, slope) : x;
  }
};

}  // namespace simdcast::ops
