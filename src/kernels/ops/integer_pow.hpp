// Integer powers, which wrap. For negative exponents the power is rounded towards zero: 1 for base
// 1, 1 or -1 for base -1, and 0 for all others, including 0.
#pragma once

#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Vec;

// By squaring, in all lanes until the last one is done. Bases are signed; exponents have the same
// width, signed or unsigned.
template <bool kSignedExponents>
struct IntegerPow {
  template <class T>
  static Vec<T> apply(Vec<T> base, Vec<T> exponent) {
    using Word = std::make_unsigned_t<T>;
    const Vec<T> zero = 0;
    const Vec<T> one = 1;
    const auto negative = kSignedExponents ? exponent < zero : zero;
    // For a negative exponent the lowest bit suffices for bases 1 and -1; the result for others is
    // 0 below.
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
