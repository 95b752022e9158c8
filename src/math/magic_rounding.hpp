// Magic-number rounding: 1.5 * 2^52 is so large that a double of its size has no bits for a
// fraction. Adding it rounds a number below 2^51 in magnitude to an integer, ties to even, and
// leaves that, in two's complement, in the lowest bits of the sum; subtracting it again yields the
// integer as a float. (The additional 2^51 keeps the sum with a negative number above 2^52.) In
// float32 the number is 1.5 * 2^23, for magnitudes below 2^22.
//
// For example -2.7 + 12582912 = 12582909, whose bits are 0x4b3ffffd: its lowest are those of -3.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

template <class T>
inline constexpr T kMagic = T(std::int64_t{3} << (Format<T>::kFractionBits - 1));
static_assert(kMagic<float> == 12582912.0F && kMagic<double> == 0x1.8p52);

template <class T>
struct Rounded {
  Vec<T> whole;
  Mask<T> bits;  // the lowest are those of `whole` + kOffset
};
template <class T, int kOffset = 0>
Rounded<T> roundByMagic(Vec<T> x) {
  const Vec<T> magic = kMagic<T> + kOffset;
  const Vec<T> shifted = x + magic;
  return {shifted - magic, toBits(shifted)};
}

// Integers below 2^51 in magnitude, which SIMD128 does not convert.
inline Vec<double> wholeToDouble(Vec<std::int64_t> whole) {
  const Vec<double> magic = kMagic<double>;
  return fromBits<double>(whole + toBits(magic)) - magic;
}
inline Vec<std::int64_t> wholeFromDouble(Vec<double> whole) {
  const Vec<double> magic = kMagic<double>;
  return toBits(whole + magic) - toBits(magic);
}

}  // namespace simdcast::math
