// Integer powers that wrap. A negative exponent gives what the power would be rounded towards zero:
// 1 for base 1, 1 or -1 for base -1, and 0 otherwise, also for base 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

// Of signed bases, by squaring in all lanes until the last of them has its power; exponents are
// signed, or unsigned ones of the same width.
template <bool kSignedExponents>
struct IntegerPow {
  template <class T>
  static simd::Vec<T> apply(simd::Vec<T> base, simd::Vec<T> exponent) {
    using U = simd::Vec<std::make_unsigned_t<T>>;
    const U zero{};
    const U one = zero + 1U;
    U rest = reinterpret_cast<U>(exponent);
    [[maybe_unused]] const auto negative = exponent < simd::Vec<T>{};
    // The powers of 1 and -1 are those of the lowest bit; the others' are dropped.
    if constexpr (kSignedExponents) rest = negative ? rest & one : rest;
    U square = reinterpret_cast<U>(base);
    U result = one;
    for (;;) {
      result = simd::opaqueSelect((rest & one) == zero, result, result * square);
      rest >>= 1;
      if (!simd::any(rest)) break;
      square *= square;
    }
    if constexpr (kSignedExponents) {
      const auto unit = (base == simd::Vec<T>{} + T{1}) | (base == simd::Vec<T>{} - T{1});
      result = negative & ~unit ? zero : result;
    }
    return reinterpret_cast<simd::Vec<T>>(result);
  }
};

}  // namespace simdcast::ops
