// Remainders of division: C's fmod, the floored one, and IEEE 754's.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

// For quotients below this, which half of a significand holds, both products in restOf are exact.
template <class T>
inline constexpr T kExactQuotients = sizeof(T) == sizeof(float) ? 0x1p12F : 0x1p26F;

// `first`, or `second` if the first is negative; not both are.
inline Vec<double> nonNegativeOf(Vec<double> first, Vec<double> second) {
  return select(first < Vec<double>(0), second, first);
}
// Compared as unsigned integers, negative floats are larger than all others, so the minimum is the
// one that is not negative. LLVM compiles this to i32x4.min_u.
inline Vec<float> nonNegativeOf(Vec<float> first, Vec<float> second) {
  using Words = Vec<std::uint32_t>;
  const Words a = first.bitCast<std::uint32_t>();
  const Words b = second.bitCast<std::uint32_t>();
  const Words less = (b < a).bitCast<std::uint32_t>();
  return ((b & less) | (a & ~less)).bitCast<float>();
}

// x mod y for magnitudes x and y from `quotient`, which is trunc(x / y) as the division rounded it:
// the true quotient q, or q + 1 if x / y is close enough below that to round up. With
// y = high + low:
// - quotient * high is exact, since each factor has half a significand's bits. So is its difference
//   from x, which is smaller than x and a multiple of the last bit of x or of a larger one.
// - quotient * low is exact as well, and so is the last difference, which is smaller than y and a
//   multiple of the last bit of y.
// - That difference is negative if the quotient was q + 1; then y is added back, exactly again.
// For example 1 mod 0.1 in float32, where 0.1 is 0.1000000015: 9.99999985 rounds to 10, which
// leaves -1.5e-8, and with y added 0.0999999866, the remainder.
template <class T>
Vec<T> restOf(Vec<T> x, Vec<T> y, Vec<T> quotient) {
  const auto [high, low] = halves(y);
  const Vec<T> rest = (x - quotient * high) - quotient * low;
  return nonNegativeOf(rest, rest + y);
}

// x mod y for any magnitudes x and y; NaN if it is undefined.
[[nodiscard]] Vec<double> anyRestOfMagnitudes(Vec<double> x, Vec<double> y);
[[nodiscard]] Vec<float> anyRestOfMagnitudes(Vec<float> x, Vec<float> y);

// The same, fast if all quotients are small.
template <class T>
Vec<T> restOfMagnitudes(Vec<T> x, Vec<T> y) {
  const Vec<T> quotient = trunc(x / y);
  const Vec<T> rest = restOf(x, y, quotient);
  // An infinite y leaves NaN, as do all that have no remainder.
  if (simd::any((quotient >= Vec<T>(kExactQuotients<T>)) | isNan(rest))) [[unlikely]]
    return anyRestOfMagnitudes(x, y);
  return rest;
}

// C's fmod, exact: the remainder with the sign of x, zeros included. NaN if x is infinite, y is 0,
// or either is NaN; x if y is infinite.
template <class T>
Vec<T> fmod(Vec<T> x, Vec<T> y) {
  return restOfMagnitudes(abs(x), abs(y)) | (x ^ abs(x));
}

// The remainder with the sign of y, zeros included, as ONNX Mod-28 defines it and Python's %
// returns it: exact, except for one rounding if signs differ and the remainder is subtracted from
// |y|.
template <class T>
Vec<T> floorMod(Vec<T> x, Vec<T> y) {
  const Vec<T> ay = abs(y);
  const Vec<T> rest = restOfMagnitudes(abs(x), ay);
  const Vec<T> zero = T{0};
  const Mask<T> signsDiffer = (x < zero) ^ (y < zero);
  return select(signsDiffer & (rest != zero), ay - rest, rest) | (y ^ ay);
}

// IEEE 754's remainder, whose quotient is the integer nearest to x / y, ties to even: exact for
// float32 values. Special values are those of fmod.
[[nodiscard]] Vec<double> remainder(Vec<double> x, Vec<double> y);
[[nodiscard]] inline Vec<float> remainder(Vec<float> x, Vec<float> y) {
  using Function = Vec<double> (*)(Vec<double>, Vec<double>);
  return simd::viaDoubles<Function{remainder}>(x, y);
}

}  // namespace simdcast::math
