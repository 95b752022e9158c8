// Integer Div and Mod. Division truncates, x / 0 and x mod 0 are 0, and the most negative integer
// divided by -1 is itself (as in NumPy and ONNX's reference; ONNX does not specify these).
//
// SIMD128 divides only floats. If dividend and divisor are exact as floats, a quotient that is not
// an integer is at least 1 / divisor below the next integer, which is more than half a unit in the
// last place: it is never rounded up to that integer, and truncation is exact. The product of
// quotient and divisor does not exceed the dividend, so it is exact as well. Lanes of up to 16 bits
// are computed in float32, wider ones in float64.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "../../math/magic_rounding.hpp"

namespace simdcast::ops {

using simd::Vec;

struct IntegerQuotient {
  // For integers.
  template <class T>
  static Vec<T> ofFloats(Vec<T> a, Vec<T> b) {
    return simd::trunc(a / b);
  }
  template <class T>
  static T ofOne(T a, T b) {
    if (b == 0) return 0;
    const bool overflows = std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1);
    return overflows ? a : static_cast<T>(a / b);
  }
};

struct IntegerRemainder {
  template <class T>
  static Vec<T> ofFloats(Vec<T> a, Vec<T> b) {
    return a - simd::trunc(a / b) * b;
  }
  template <class T>
  static T ofOne(T a, T b) {
    const bool overflows = std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1);
    return b == 0 || overflows ? T(0) : static_cast<T>(a % b);
  }
};

template <class Part>
struct Division {
  template <std::integral T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    if constexpr (sizeof(T) == 8) return areShort(a, b) ? shortLongs(a, b) : eachLane(a, b);
    if constexpr (sizeof(T) == 4) return words(a, b);
    if constexpr (sizeof(T) == 2) return halves(a, b);
    if constexpr (sizeof(T) == 1) return bytes(a, b);
  }

 private:
  // Magic-number rounding leaves integers in the lowest bits, and 0 for infinities and NaN.
  template <class T>
  static Vec<T> words(Vec<T> a, Vec<T> b) {
    const auto bits = [](Vec<double> result) {
      return math::roundByMagic(result).bits.template bitCast<T>();
    };
    return simd::evenLanes(
        bits(Part::ofFloats(simd::convertLow<double>(a), simd::convertLow<double>(b))),
        bits(Part::ofFloats(simd::convertHigh<double>(a), simd::convertHigh<double>(b))));
  }

  template <class T>
  static Vec<T> halves(Vec<T> a, Vec<T> b) {
    const auto bits = [](auto x, auto y) {
      return math::roundByMagic(Part::ofFloats(toFloat(x), toFloat(y)))
          .bits.template bitCast<std::uint32_t>();
    };
    return simd::narrowWrapping(bits(simd::widenLow(a), simd::widenLow(b)),
                                bits(simd::widenHigh(a), simd::widenHigh(b)))
        .template bitCast<T>();
  }

  // In 16-bit lanes.
  template <class T>
  static Vec<T> bytes(Vec<T> a, Vec<T> b) {
    const auto low = halves(simd::widenLow(a), simd::widenLow(b));
    const auto high = halves(simd::widenHigh(a), simd::widenHigh(b));
    return simd::narrowWrapping(low.template bitCast<std::uint16_t>(),
                                high.template bitCast<std::uint16_t>())
        .template bitCast<T>();
  }

  static Vec<float> toFloat(Vec<std::int32_t> x) { return simd::convert<float>(x); }
  // For x < 2^16, as the last bits of 2^23, because x86 converts only signed numbers.
  static Vec<float> toFloat(Vec<std::uint32_t> x) {
    return (x | Vec<std::uint32_t>(0x4b000000U)).bitCast<float>() - Vec<float>(0x1p23F);
  }

  // Whether every lane is within 2^50 of 0: then a double is exact, and magic-number rounding
  // converts it.
  template <class T>
  static bool areShort(Vec<T> a, Vec<T> b) {
    using Words = Vec<std::uint64_t>;
    const Words lowest = std::is_signed_v<T> ? std::uint64_t{1} << 50 : 0;
    const Words x = a.template bitCast<std::uint64_t>() + lowest;
    const Words y = b.template bitCast<std::uint64_t>() + lowest;
    return !simd::any((x | y) >> 51);
  }

  template <class T>
  static Vec<T> shortLongs(Vec<T> a, Vec<T> b) {
    const auto toDouble = [](Vec<T> x) {
      return math::wholeToDouble(x.template bitCast<std::int64_t>());
    };
    const Vec<double> result = Part::ofFloats(toDouble(a), toDouble(b));
    const Vec<T> whole = math::wholeFromDouble(result).template bitCast<T>();
    return select(b == Vec<T>(0), Vec<T>(0), whole);
  }

  template <class T>
  static Vec<T> eachLane(Vec<T> a, Vec<T> b) {
    for (int i = 0; i < simd::kLanes<T>; ++i)
      a.raw[i] = Part::template ofOne<T>(a.raw[i], b.raw[i]);
    return a;
  }
};

using IntegerDiv = Division<IntegerQuotient>;

// The remainder with the sign of the dividend.
using TruncatedMod = Division<IntegerRemainder>;

// The remainder with the sign of the divisor, as Python's %.
struct FlooredMod {
  template <std::integral T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> remainder = TruncatedMod::apply(a, b);
    if constexpr (std::is_unsigned_v<T>) {
      return remainder;
    } else {
      const Vec<T> zero = 0;
      const auto wrongSign = (remainder != zero) & ((remainder ^ b) < zero);
      return remainder + (b & wrongSign);
    }
  }
};

}  // namespace simdcast::ops
