// Add, Sub, Mul, PRelu, and Div on floats. Integers wrap.
#pragma once

#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// Unsigned arithmetic wraps by definition and gives the same bits.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

template <class T>
concept Integer = std::is_integral_v<T>;

struct Add {
  static constexpr bool kCommutes = true;

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
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (sizeof(T) == 1 && !simd::kOneLane) return bytes<T>(a, b);
    using W = Vec<Wrapping<T>>;
    return reinterpret_cast<Vec<T>>(reinterpret_cast<W>(a) * reinterpret_cast<W>(b));
  }

 private:
  // SIMD128 multiplies no bytes: as halves of 16-bit lanes.
  template <class T, class Words = Vec<std::uint16_t>>
  static Vec<T> bytes(Vec<T> a, Vec<T> b) {
    const auto x = reinterpret_cast<Words>(a);
    const auto y = reinterpret_cast<Words>(b);
    const Words low = Words{} + std::uint16_t{0xff};
    return reinterpret_cast<Vec<T>>(((x * y) & low) | ((x >> 8) * (y & ~low)));
  }
};

struct Div {
  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a / b;
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
