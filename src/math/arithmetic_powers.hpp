// Powers that are arithmetic. Kernels use them if one exponent is repeated, and pow uses them for
// each element with such an exponent, so the bits of a power do not depend on how its exponent is
// stored.
#pragma once

#include <concepts>

#include "double_double.hpp"

namespace simdcast::math {

template <class T>
struct ArithmeticPower {
  T exponent;
  Vec<T> (*of)(Vec<T> x);
};

// Powers computed without this file: pow.hpp.
[[nodiscard]] Vec<double> transcendentalPow(Vec<double> x, Vec<double> y);

template <class T>
Vec<T> unit(Vec<T> /*x*/) {
  return 1;
}

template <class T>
Vec<T> same(Vec<T> x) {
  return x;
}

template <class T>
Vec<T> square(Vec<T> x) {
  return x * x;
}

template <class T>
Vec<T> reciprocal(Vec<T> x) {
  return Vec<T>(1) / x;
}

// As C's pow defines it: 0 for -0, and infinity for -infinity.
template <class T>
Vec<T> squareRoot(Vec<T> x) {
  const Vec<T> infinity = Format<T>::kInfinity;
  return simd::sqrt(select(x == -infinity, infinity, x) + Vec<T>(0));
}

// Integers wrap.
template <std::integral T>
Vec<T> cube(Vec<T> x) {
  return x * x * x;
}

// The square of a float is exact in double, so the only other rounding is to 53 bits.
inline Vec<float> cube(Vec<float> x) {
  const auto inDoubles = [](Vec<double> wide) { return wide * wide * wide; };
  return simd::demote(inDoubles(simd::widenLow(x)), inDoubles(simd::widenHigh(x)));
}
inline Vec<float> inverseSquare(Vec<float> x) {
  const auto inDoubles = [](Vec<double> wide) { return reciprocal(square(wide)); };
  return simd::demote(inDoubles(simd::widenLow(x)), inDoubles(simd::widenHigh(x)));
}

// `regular` if all parts of a cube or a square are normal numbers, otherwise pow.
inline Vec<double> powWithin(Vec<double> x, double exponent, Vec<double> regular) {
  const Vec<double> magnitude = abs(x);
  const Mask<double> isRegular =
      (magnitude > Vec<double>(0x1p-300)) & (magnitude < Vec<double>(0x1p300));
  if (!simd::any(~isRegular)) [[likely]]
    return regular;
  return select(isRegular, regular, transcendentalPow(x, exponent));
}

// In double-doubles: the rounding before the last is to about 105 bits.
inline Vec<double> cube(Vec<double> x) {
  const DoubleDouble squared = twoProduct(x, x);
  const DoubleDouble cubed = twoProduct(squared.high, x);
  return powWithin(x, 3, cubed.high + (cubed.low + squared.low * x));
}
inline Vec<double> inverseSquare(Vec<double> x) {
  const DoubleDouble squared = twoProduct(x, x);
  const Vec<double> quotient = reciprocal(squared.high);
  const DoubleDouble back = twoProduct(quotient, squared.high);
  const Vec<double> rest = ((Vec<double>(1) - back.high) - back.low) - quotient * squared.low;
  return powWithin(x, -2, quotient + quotient * rest);
}

template <class T>
inline constexpr ArithmeticPower<T> kArithmeticPowers[] = {
    {0, unit},        {1, same},           {2, square}, {3, cube}, {T(0.5), squareRoot},
    {-1, reciprocal}, {-2, inverseSquare},
};

template <std::integral T>
inline constexpr ArithmeticPower<T> kArithmeticPowers<T>[] = {
    {0, unit}, {1, same}, {2, square}, {3, cube}};

// Lanes in which the power is arithmetic.
template <class T>
Mask<T> isArithmetic(Vec<T> exponent) {
  Mask<T> found = 0;
  for (const auto& power : kArithmeticPowers<T>)
    found = found | (exponent == Vec<T>(power.exponent));
  return found;
}

// The powers in those lanes, and `others` elsewhere.
template <class T>
Vec<T> withArithmetic(Vec<T> x, Vec<T> exponent, Vec<T> others) {
  for (const auto& power : kArithmeticPowers<T>) {
    const Mask<T> chosen = exponent == Vec<T>(power.exponent);
    if (simd::any(chosen)) others = select(chosen, power.of(x), others);
  }
  return others;
}

}  // namespace simdcast::math
