// IEEE 754's bits of floating-point lanes: the facts of each format, signs, exponents, halves of a
// significand. `T` is float or double throughout.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "../simd/simd.hpp"

namespace simdcast::math {

using simd::Mask;
using simd::select;
using simd::Vec;

// binary32 and binary64: sign, biased exponent, fraction.
template <class T>
struct Format {
  using Int = simd::SignedOf<sizeof(T)>;
  static constexpr int kFractionBits = std::numeric_limits<T>::digits - 1;
  static constexpr int kBias = std::numeric_limits<T>::max_exponent - 1;
  static constexpr T kSmallestNormal = std::numeric_limits<T>::min();
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();
  static constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  static constexpr Int kBitsOfOne = std::bit_cast<Int>(T{1});
  static constexpr Int kBitsOfSqrtHalf = std::bit_cast<Int>(static_cast<T>(0.70710678118654752440));
};

template <class T>
Mask<T> toBits(Vec<T> x) {
  return x.template bitCast<typename Format<T>::Int>();
}
template <class T>
Vec<T> fromBits(Mask<T> bits) {
  return bits.template bitCast<T>();
}

// -0 is only the sign bit.
template <class T>
Vec<T> abs(Vec<T> x) {
  return x & ~Vec<T>(T(-0.0));
}
template <class T>
Vec<T> copySign(Vec<T> nonNegative, Vec<T> sign) {
  return nonNegative | (sign & Vec<T>(T(-0.0)));
}
// Also for -0. Compares with -1 instead of 0: for 0, LLVM generates a signed shift, which V8
// compiles to five instructions in 64-bit lanes. The single NaN with bits of -1 is ignored.
template <class T>
Mask<T> hasSign(Vec<T> x) {
  return toBits(x) < Mask<T>(-1);
}
template <class T>
Mask<T> isNan(Vec<T> x) {
  return x != x;
}
// NaN is unchanged.
template <class T>
Vec<T> clamp(Vec<T> x, T low, T high) {
  return pmax(pmin(x, Vec<T>(high)), Vec<T>(low));
}

// 2^n for normal numbers. Only the lowest bits of `whole` must be right: 9 for float, 12 for
// double. The shift drops the others, and adding the bits of 1 adds the bias. For example in float,
// n = 3: 3 << 23 is 0x01800000, plus 0x3f800000 is 0x41000000, which is 8.
template <class T>
Vec<T> powerOfTwo(Mask<T> whole) {
  return fromBits<T>((whole << Format<T>::kFractionBits) + Mask<T>(Format<T>::kBitsOfOne));
}

// x = mantissa * 2^exponent with the mantissa from sqrt(1/2) to sqrt(2), where a logarithm's series
// converges best. For example 3 = 0.75 * 2^2.
template <class T>
struct Split {
  Vec<T> mantissa;
  Vec<T> exponent;
};

// By this power of two a subnormal number becomes a normal one.
template <class T>
inline constexpr int kScale = Format<T>::kFractionBits;

// Splits x * 2^-kScale if `scaled`, otherwise x, for normal x above 0. After subtracting the bits
// of sqrt(1/2), the exponent field counts from there instead of from a power of two.
inline Split<float> splitNormal(Vec<float> x, Mask<float> scaled) {
  using F = Format<float>;
  const Mask<float> bits = toBits(x);
  const Mask<float> exponent = (bits - Mask<float>(F::kBitsOfSqrtHalf)) >> F::kFractionBits;
  return {fromBits<float>(bits - (exponent << F::kFractionBits)),
          simd::convert<float>(exponent + (scaled & Mask<float>(-kScale<float>)))};
}
// SIMD128 neither converts 64-bit lanes nor shifts signed ones quickly: the biased exponent is
// shifted as unsigned, and becomes the last bits of 2^52.
inline Split<double> splitNormal(Vec<double> x, Mask<double> scaled) {
  using F = Format<double>;
  constexpr double kUnits = 0x1p52;
  const Mask<double> bits = toBits(x);
  const Mask<double> moved = bits - Mask<double>(F::kBitsOfSqrtHalf - F::kBitsOfOne);
  const Mask<double> exponentBits = moved & Mask<double>(~std::int64_t{0} << F::kFractionBits);
  const Vec<double> biased =
      (moved.bitCast<std::uint64_t>() >> F::kFractionBits).bitCast<double>() | Vec<double>(kUnits);
  const Vec<double> offset = fromBits<double>(scaled & toBits(Vec<double>(kScale<double>)));
  return {fromBits<double>(bits - exponentBits + Mask<double>(F::kBitsOfOne)),
          biased - Vec<double>(kUnits + F::kBias) - offset};
}

// For finite x above 0; unspecified for others.
template <class T>
Split<T> split(Vec<T> x) {
  const Mask<T> tiny = x < Vec<T>(Format<T>::kSmallestNormal);
  const Vec<T> scale = T(std::int64_t{1} << kScale<T>);
  return splitNormal(select(tiny, x * scale, x), tiny);
}

// x = high + low, where `high` has the upper half of the significand's bits: 12 of 24, 26 of 53.
// Then high * high has no rounding error, and high * low next to none. Dekker's split takes
// three operations; a mask is one, and leaves `low` the sign of x.
template <class T>
struct Halves {
  Vec<T> high;
  Vec<T> low;
};
template <class T>
Halves<T> halves(Vec<T> x) {
  using Int = typename Format<T>::Int;
  constexpr int kLowBits = (Format<T>::kFractionBits + 2) / 2;  // 12, 27
  const Vec<T> high = fromBits<T>(toBits(x) & Mask<T>(~Int{0} << kLowBits));
  return {high, x - high};
}

}  // namespace simdcast::math
