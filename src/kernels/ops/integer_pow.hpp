// Integer powers that wrap. A negative exponent gives what the power would be rounded towards zero:
// 1 for base 1, 1 or -1 for base -1, and 0 otherwise, also for base 0.
#pragma once

#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// Of signed bases, by squaring in all lanes until the last of them has its power; exponents are
// signed, or unsigned ones of the same width.
template <bool kSignedExponents>
struct IntegerPow {
  template <class T>
  static Vec<T> apply(Vec<T> base, Vec<T> exponent) {
    using Word = std::make_unsigned_t<T>;
    const Vec<T> zero = 0;
    const Vec<T> one = 1;
    const auto negative = kSignedExponents ? exponent < zero : zero;
    // The powers of 1 and -1 are those of the lowest bit; the others' are dropped.
    Vec<Word> rest = select(negative, exponent & one, exponent).template bitCast<Word>();
    Vec<T> square = base;
    Vec<T> result = one;
    for (;;) {
      const auto isEven = (rest & Vec<Word>(1)) == Vec<Word>(0);
      result = select(isEven, result, result * square);
      rest = rest >> 1;
      if (!simd::any(rest)) break;
      square = square * square;
    }
    if constexpr (!kSignedExponents) return result;
    const auto isUnit = (base == one) | (base == -one);
    return select(negative & ~isUnit, zero, result);
  }
};

}  // namespace simdcast::ops
