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

// 26 bits of a and 27: their products with the parts of another number are exact, but for the last
// bit of the smallest.
Pair halves(Doubles a) {
  constexpr std::int64_t kLowBits = (std::int64_t{1} << 27) - 1;
  const Doubles high = fromBits(toBits(a) & splatBits(~kLowBits));
  return {high, a - high};
}

// a * b with an error below 2^-105 of it (Dekker).
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

// 2 / ln 2 * atanh(z) = log2(mantissa), by its series; the terms past the second are too small for
// their errors to count.
Pair log2OfMantissa(Doubles mantissa) {
  // 2 / ln 2 / (2k + 1) from k = 2 on
  constexpr double kSeries[] = {0.5770780163555853,  0.4121985831111324,  0.3205988979753252,
                                0.2623081892525388,  0.22195308321368667, 0.19235933878519512,
                                0.16972882833987804, 0.15186263588304877, 0.1373995277037108,
                                0.12545174268599682};
  const Doubles one = splat(1.0);
  const Doubles difference = mantissa - one;
  const Doubles total = mantissa + one;
  const Doubles lost = mantissa - (total - one);
  const Doubles quotient = difference / total;
  const Pair back = product(quotient, total);
  const Doubles rest = ((difference - back.high) - back.low) - quotient * lost;
  const Pair z = sum(quotient, rest / total);
  const Pair square = product(z, z);
  const Doubles tail = square.high * polynomial(kSeries, square.high);
  const Pair second =
      product(square, sum(splat(0.9617966939259756), splat(5.0577616648125907e-17) + tail));
  const Pair series = sum(splat(2.8853900817779268), second.high);
  return product(z, {series.high, series.low + (second.low + splat(4.0710547481862066e-17))});
}

// For x above 0 and finite.
Pair log2(Doubles x) {
  constexpr double kSmallestNormal = 0x1p-1022;
  const Bits tiny = x < splat(kSmallestNormal);
  const auto [mantissa, exponent] = partsOf(tiny ? x * splat(0x1p54) : x);
  const Doubles whole = wholeToDouble(exponent) - (tiny ? splat(54.0) : Doubles{});
  const Pair fraction = log2OfMantissa(mantissa);
  const Pair exact = sum(whole, fraction.high);
  return sum(exact.high, exact.low + fraction.low);
}

// 2^x, also where the result is subnormal.
Doubles exp2(Pair x) {
  const Doubles whole = simd::nearest(x.high);
  const Pair ln2 = {splat(0.6931471805599453), splat(2.3190468138462996e-17)};
  const Pair u = product({x.high - whole, x.low}, ln2);
  const Pair first = sum(splat(1.0), u.high);
  const Doubles more = u.high * u.high * polynomial(kExpSeries, u.high);
  const Doubles power = first.high + (first.low + (u.low + more));
  // Two factors, because one power of two does not reach from the ends of the range to a mantissa.
  const Bits exponent = toBits(whole + splat(kWholeShift));
  const Bits half = toBits(whole * splat(0.5) + splat(kWholeShift));
  return power * powerOfTwo(half) * powerOfTwo(exponent - half);
}

// For x above 0 and finite.
Doubles finitePow(Doubles x, Doubles y) {
  // No logarithm but that of 1 is below 2^-53, so that larger powers are 0 or infinite as well.
  const Doubles power = simd::clamp(y, -0x1p66, 0x1p66);
  const Pair logarithm = log2(x);
  const Pair exact = product(power, logarithm.high);
  const Pair exponent = sum(exact.high, exact.low + power * logarithm.low);
  constexpr double kRange = 1100.0;  // past the largest and the smallest number
  const Doubles high = simd::clamp(exponent.high, -kRange, kRange);
  return exp2({high, high == exponent.high ? exponent.low : Doubles{}});
}

}  // namespace

Doubles widePow(Doubles x, Doubles y) { return finishPow(x, y, finitePow(powBase(x), y)); }

}  // namespace simdcast::math
