// The remainder of floats, exact for all of them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "double_math.hpp"

namespace simdcast::math {

// For quotients below `kQuotients`, every operation on the lanes of T that finds a remainder is
// exact but the division.
template <class T>
struct RemainderLimits;
template <>
struct RemainderLimits<float> {
  static constexpr float kQuotients = 0x1p12F;
  static constexpr std::int32_t kHighBits = -0x1000;  // what is left of a number then fits 12 bits
};
template <>
struct RemainderLimits<double> {
  static constexpr double kQuotients = 0x1p26;
  static constexpr std::int64_t kHighBits = -0x8000000;  // 27 bits
};

// x mod y from `quotient`, which is trunc(x / y) as the division rounded it: the true one, or one
// more where that is closer than half a unit. Both parts of y have exact products with it. What the
// first leaves of x is smaller than x, and counts in units of x or larger ones; what the second
// leaves of that is smaller than y, in units of y. So both differences are exact, and adding y too.
template <class T>
simd::Vec<T> restOf(simd::Vec<T> x, simd::Vec<T> y, simd::Vec<T> quotient) {
  using V = simd::Vec<T>;
  using B = simd::Bits<T>;
  const V high =
      reinterpret_cast<V>(reinterpret_cast<B>(y) & (B{} + RemainderLimits<T>::kHighBits));
  const V rest = (x - quotient * high) - quotient * (y - high);
  const V fixed = rest + y;
  if constexpr (sizeof(T) == 4) {
    // Without a sign are the lower bits of the two, which is one instruction.
    using Words = simd::Vec<std::uint32_t>;
    const Words bits = reinterpret_cast<Words>(rest);
    const Words fixedBits = reinterpret_cast<Words>(fixed);
    return reinterpret_cast<V>(fixedBits < bits ? fixedBits : bits);
  } else {
    return rest < V{} ? fixed : rest;
  }
}

// x mod y for any magnitudes x and y; NaN where there is none.
[[nodiscard]] Doubles anyRemainder(Doubles x, Doubles y);
[[nodiscard]] simd::Vec<float> anyRemainder(simd::Vec<float> x, simd::Vec<float> y);

// The same, fast where all quotients are small.
template <class T>
simd::Vec<T> remainderOfMagnitudes(simd::Vec<T> x, simd::Vec<T> y) {
  using V = simd::Vec<T>;
  const V quotient = simd::trunc(x / y);
  const V rest = restOf<T>(x, y, quotient);
  // An infinite y leaves NaN, as do all that have no remainder.
  const auto special = (quotient >= V{} + RemainderLimits<T>::kQuotients) | (rest != rest);
  if (simd::any(special)) [[unlikely]]
    return anyRemainder(x, y);
  return rest;
}

}  // namespace simdcast::math
