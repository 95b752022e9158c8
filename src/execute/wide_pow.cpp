// pow on float64. A logarithm has to be known to 2^-65 of itself, because the exponent magnifies
// its error up to 2^11 times: it is summed as pairs of doubles, of which the second holds what the
// first has no room for.
#include "double_math.hpp"
#include "doubles.hpp"

namespace simdcast::math {
namespace {

struct Pair {
  Doubles high;
  Doubles low;
};

// a + b without an error, for |a| >= |b|.
Pair sum(Doubles a, Doubles b) {
  const Doubles high = a + b;
  return {high, b - (high - a)};
}

// Halves of a whose products with other halves are exact (Dekker), for |a| < 2^996.
Pair halves(Doubles a) {
  const Doubles shifted = a * splat(134217729.0);  // 2^27 + 1
  const Doubles high = shifted - (shifted - a);
  return {high, a - high};
}

// a * b without an error.
Pair product(Doubles a, Doubles b) {
  const Doubles high = a * b;
  const Pair x = halves(a);
  const Pair y = halves(b);
  return {high, ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

Pair product(Pair a, Pair b) {
  const Pair exact = product(a.high, b.high);
  return sum(exact.high, exact.low + (a.high * b.low + a.low * b.high));
}

Pair sum(Pair a, Pair b) {
  const Pair exact = sum(a.high, b.high);
  return sum(exact.high, exact.low + (a.low + b.low));
}

Pair constant(double high, double low) { return {splat(high), splat(low)}; }

// 2 atanh(z) = log(mantissa), by its series; the terms past the third are too small for their
// errors to count.
Pair logOfMantissa(Doubles mantissa) {
  const Doubles one = splat(1.0);
  const Doubles difference = mantissa - one;
  const Doubles total = mantissa + one;
  const Doubles lost = mantissa - (total - one);
  const Doubles quotient = difference / total;
  const Pair back = product(quotient, total);
  const Doubles rest = ((difference - back.high) - back.low) - quotient * lost;
  const Pair z = sum(quotient, rest / total);
  const Pair square = product(z, z);
  constexpr int kTerms = 12;
  Doubles tail = splat(1.0 / (2 * kTerms - 1));
  for (int k = kTerms - 2; k >= 3; --k) tail = tail * square.high + splat(1.0 / (2 * k + 1));
  const Pair fifth = constant(0.2, -1.1102230246251566e-17);
  const Pair third = constant(0.3333333333333333, 1.850371707708594e-17);
  const Pair inner = sum(fifth, {square.high * tail, Doubles{}});
  const Pair outer = sum(third, product(square, inner));
  const Pair series = sum(constant(1.0, 0.0), product(square, outer));
  const Pair twice = {z.high + z.high, z.low + z.low};
  return product(twice, series);
}

// For x above 0 and finite.
Pair log2(Doubles x) {
  constexpr double kSmallestNormal = 0x1p-1022;
  const Bits tiny = x < splat(kSmallestNormal);
  const auto [mantissa, exponent] = partsOf(tiny ? x * splat(0x1p54) : x);
  const Bits whole = exponent - (tiny ? splatBits(54) : Bits{});
  const Pair log2e = constant(1.4426950408889634, 2.0355273740931033e-17);
  return sum({wholeToDouble(whole), Doubles{}}, product(logOfMantissa(mantissa), log2e));
}

// 2^x, also where the result is subnormal.
Doubles exp2(Pair x) {
  const Doubles whole = simd::nearest(x.high);
  const Pair ln2 = constant(0.6931471805599453, 2.3190468138462996e-17);
  const Pair u = product({x.high - whole, x.low}, ln2);
  // exp(u) = 1 + u + u^2 * q
  constexpr int kTerms = 13;
  Doubles q = splat(1.0);
  for (int k = kTerms; k >= 3; --k) q = q * u.high * splat(1.0 / k) + splat(1.0);
  const Pair first = sum(splat(1.0), u.high);
  const Doubles power = first.high + (first.low + (u.low + u.high * u.high * splat(0.5) * q));
  // Two factors, because one power of two does not reach from the ends of the range to a mantissa.
  const Bits exponent = wholeFromDouble(whole);
  const Bits half = exponent >> splatBits(1);
  return power * powerOfTwo(half) * powerOfTwo(exponent - half);
}

Doubles clamp(Doubles x, double limit) {
  const Doubles high = x > splat(limit) ? splat(limit) : x;
  return high < splat(-limit) ? splat(-limit) : high;
}

// For x above 0 and finite.
Doubles finitePow(Doubles x, Doubles y) {
  // No logarithm but that of 1 is below 2^-53, so that larger powers are 0 or infinite as well.
  const Doubles power = clamp(y, 0x1p66);
  const Pair logarithm = log2(x);
  const Pair exact = product(power, logarithm.high);
  const Pair exponent = sum(exact.high, exact.low + power * logarithm.low);
  constexpr double kRange = 1100.0;  // past the largest and the smallest number
  const Doubles high = clamp(exponent.high, kRange);
  return exp2({high, high == exponent.high ? exponent.low : Doubles{}});
}

}  // namespace

Doubles widePow(Doubles x, Doubles y) { return finishPow(x, y, finitePow(powBase(x), y)); }

}  // namespace simdcast::math
