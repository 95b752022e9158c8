// Integer Div and Mod. Division truncates, x / 0 and x mod 0 are 0, and the lowest value divided by
// -1 is itself (NumPy's and the ONNX reference's answers where ONNX leaves it open).
//
// SIMD128 divides floats alone. A quotient of whole numbers that are exact in a float is never
// rounded up to a whole number: it lies 1 / divisor below it at least, which is more than half a
// unit of the float. So truncating it is exact; the product of quotient and divisor is not above
// the dividend, and exact as well.
#pragma once

#include <limits>

#include "../../math/doubles.hpp"
#include "arithmetic.hpp"

namespace simdcast::ops {

struct FloatQuotient {
  template <class V>
  static V apply(V a, V b) {
    return simd::trunc(a / b);
  }
};

struct FloatRest {
  template <class V>
  static V apply(V a, V b) {
    return a - simd::trunc(a / b) * b;
  }
};

// One lane at a time.
struct Quotient {
  using ViaFloats = FloatQuotient;
  template <class T>
  static T one(T a, T b) {
    if (b == 0) return 0;
    const bool overflows = std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1);
    return overflows ? a : static_cast<T>(a / b);
  }
};

struct Rest {
  using ViaFloats = FloatRest;
  template <class T>
  static T one(T a, T b) {
    const bool overflows = std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1);
    return b == 0 || overflows ? T(0) : static_cast<T>(a % b);
  }
};

template <class Part>
struct Division {
  template <Integer T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (simd::kOneLane) {
      return Vec<T>{Part::one(a[0], b[0])};
    } else if constexpr (sizeof(T) == 8) {
      return areShort<T>(a, b) ? shorts<T>(a, b) : lanes<T>(a, b);
    } else {
      return simd::viaFloats<typename Part::ViaFloats, T>(a, b);
    }
  }

 private:
  // Whether every lane lies within 2^50 of 0, so that a double holds it and math::Bits converts it.
  template <class T>
  static bool areShort(Vec<T> a, Vec<T> b) {
    using Unsigned = Vec<std::uint64_t>;
    constexpr std::uint64_t kLowest = std::is_signed_v<T> ? std::uint64_t{1} << 50 : 0;
    const auto x = reinterpret_cast<Unsigned>(a) + kLowest;
    const auto y = reinterpret_cast<Unsigned>(b) + kLowest;
    return !simd::any((x | y) >> 51);
  }

  template <class T>
  static Vec<T> shorts(Vec<T> a, Vec<T> b) {
    const math::Doubles divisor = math::wholeToDouble(reinterpret_cast<math::Bits>(b));
    const math::Doubles result =
        Part::ViaFloats::apply(math::wholeToDouble(reinterpret_cast<math::Bits>(a)), divisor);
    const auto whole = reinterpret_cast<Vec<T>>(math::wholeFromDouble(result));
    return b == Vec<T>{} ? Vec<T>{} : whole;
  }

  template <class T>
  static Vec<T> lanes(Vec<T> a, Vec<T> b) {
    for (int i = 0; i < simd::kLanes<T>; ++i) a[i] = Part::one(a[i], b[i]);
    return a;
  }
};

using IntegerDiv = Division<Quotient>;

// The remainder with the sign of the dividend.
using TruncatedMod = Division<Rest>;

// The remainder with the sign of the divisor, as Python's %.
struct FlooredMod {
  template <Integer T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> remainder = TruncatedMod::apply<T>(a, b);
    if constexpr (std::is_unsigned_v<T>) {
      return remainder;
    } else {
      const Vec<T> zero{};
      const auto wrongSign = (remainder != zero) & ((remainder ^ b) < zero);
      return wrongSign ? Add::apply<T>(remainder, b) : remainder;
    }
  }
};

}  // namespace simdcast::ops
