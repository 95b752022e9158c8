// Integer powers that wrap. A negative exponent gives what the power would be rounded towards zero:
// 1 for base 1, 1 or -1 for base -1, and 0 otherwise, also for base 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../simd.hpp"

namespace simdcast::ops {

// Bases and exponents in 64 bits; the base is read as T, the exponent as signed.
struct IntegerPow {
  template <class T>
  static simd::Vec<T> apply(simd::Vec<T> base, simd::Vec<T> exponent) {
    simd::Vec<T> result{};
    for (int i = 0; i < simd::kLanes<T>; ++i)
      result[i] = one<T>(base[i], static_cast<std::int64_t>(exponent[i]));
    return result;
  }

  static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1U) != 0) result *= base;
      base *= base;
    }
    return result;
  }

  template <class T>
  static T one(T base, std::int64_t exponent) {
    if (exponent >= 0)
      return static_cast<T>(
          power(static_cast<std::uint64_t>(base), static_cast<std::uint64_t>(exponent)));
    if (base == 1) return 1;
    const bool minusOne = std::is_signed_v<T> && base == static_cast<T>(-1);
    if (!minusOne) return 0;
    return static_cast<T>((exponent & 1) != 0 ? -1 : 1);
  }
};

// The exponent is read as unsigned.
struct IntegerPowUnsigned {
  template <class T>
  static simd::Vec<T> apply(simd::Vec<T> base, simd::Vec<T> exponent) {
    simd::Vec<T> result{};
    for (int i = 0; i < simd::kLanes<T>; ++i)
      result[i] = static_cast<T>(IntegerPow::power(static_cast<std::uint64_t>(base[i]),
                                                   static_cast<std::uint64_t>(exponent[i])));
    return result;
  }
};

}  // namespace simdcast::ops
