#include "pow.hpp"

#include "double_double.hpp"
#include "exp.hpp"

namespace simdcast::math {

constinit const PowConstants kPow = {
    .one = 1.0,
    .magic = kMagic<double>,
    .highest = 1000.0,
    .lowest = -1000.0,
    .sqrtHalf = Format<double>::kBitsOfSqrtHalf - Format<double>::kBitsOfOne,
    .exponentBits = ~std::int64_t{0} << Format<double>::kFractionBits,
    .exponentUnit = std::bit_cast<std::int64_t>(0x1p52),
    .exponentOffset = 0x1p52 + 1023,
    // log2((1 + z) / (1 - z)) / z in z^2 for |z| < 0.172: with a relative error of 2^-37
    .log2 = {2.885390081789987, 0.9617966734515485, 0.5770835660048659, 0.41167376623771057,
             0.3407120415619086},
    // 2^f for |f| <= 1/2, with an error of 2^-28
    .exp2 = {1.0, 0.6931472067028326, 0.24022650922288757, 0.05550327226670302,
             0.009618056678524637, 0.0013400428177615838, 0.0001546144469856913},
};

namespace {

Mask<double> isWhole(Vec<double> x) { return trunc(x) == x; }
Mask<double> isOdd(Vec<double> y) { return isWhole(y) & ~isWhole(y * Vec<double>(0.5)); }

// |x| if it is positive and finite, or NaN; otherwise 1.
Vec<double> regularBase(Vec<double> x) {
  const Vec<double> ax = abs(x);
  const Vec<double> one = 1.0;
  return select((ax == Vec<double>(0)) | (ax == Vec<double>(Format<double>::kInfinity)), one, ax);
}

// pow(x, y) from pow(regularBase(x), y), which may be anything if x or y is NaN.
Vec<double> withSpecialValues(Vec<double> x, Vec<double> y, Vec<double> regular) {
  const Vec<double> zero = 0.0;
  const Vec<double> one = 1.0;
  const Vec<double> infinity = Format<double>::kInfinity;
  const Vec<double> ax = abs(x);
  const Mask<double> isZero = ax == zero;
  const Mask<double> extreme = isZero | (ax == infinity);
  const Mask<double> grows = (y > zero) ^ isZero;
  const Vec<double> magnitude = select(extreme, select(grows, infinity, zero), regular);
  const Vec<double> withSign = select(isOdd(y) & hasSign(x), -magnitude, magnitude);
  const Mask<double> invalid = (x < zero) & ~isWhole(y) & (ax != infinity);
  const Vec<double> result =
      select(invalid | isNan(x) | isNan(y), Vec<double>(Format<double>::kNan), withSign);
  const Mask<double> unitToInfinity = (ax == one) & (abs(y) == infinity);
  return select((y == zero) | (x == one) | unitToInfinity, one, result);
}

Vec<double> powOfFloats(Vec<double> x, Vec<double> y) {
  return withSpecialValues(x, y, positivePow(regularBase(x), y));
}

// Float64's exponent amplifies an error of the logarithm up to 2^11 times, so the logarithm must be
// accurate to 2^-65: it is summed in double-doubles.

// 2 / ln 2 * atanh(z) = log2(mantissa), by its Taylor series; the terms past the second are too
// small for their rounding errors to count.
DoubleDouble log2OfMantissa(Vec<double> mantissa) {
  // 2 / ln 2 and 2 / (3 ln 2)
  constexpr double kFirst[] = {2.8853900817779268, 4.0710547481862066e-17};
  constexpr double kSecond[] = {0.9617966939259756, 5.0577616648125907e-17};
  // 2 / ln 2 / (2k + 1) from k = 2 on
  constexpr double kSeries[] = {0.5770780163555853,  0.4121985831111324,  0.3205988979753252,
                                0.2623081892525388,  0.22195308321368667, 0.19235933878519512,
                                0.16972882833987804, 0.15186263588304877, 0.1373995277037108,
                                0.12545174268599682};
  const Vec<double> one = 1.0;
  const Vec<double> difference = mantissa - one;
  const Vec<double> total = mantissa + one;
  const Vec<double> lost = mantissa - (total - one);
  const Vec<double> quotient = difference / total;
  const DoubleDouble back = twoProduct(quotient, total);
  const Vec<double> rest = ((difference - back.high) - back.low) - quotient * lost;
  const DoubleDouble z = fastTwoSum(quotient, rest / total);
  const DoubleDouble square = z * z;
  const Vec<double> tail = square.high * polynomial(kSeries, square.high);
  const DoubleDouble second = square * fastTwoSum(kSecond[0], Vec<double>(kSecond[1]) + tail);
  const DoubleDouble series = fastTwoSum(kFirst[0], second.high);
  return z * DoubleDouble{series.high, series.low + (second.low + Vec<double>(kFirst[1]))};
}

// For x above 0 and finite.
DoubleDouble log2(Vec<double> x) {
  const auto [mantissa, exponent] = split(x);
  const DoubleDouble fraction = log2OfMantissa(mantissa);
  const DoubleDouble exact = fastTwoSum(exponent, fraction.high);
  return fastTwoSum(exact.high, exact.low + fraction.low);
}

// 2^x, also if the result is subnormal.
Vec<double> exp2(DoubleDouble x) {
  const Vec<double> whole = nearest(x.high);
  constexpr double kLn2[] = {0.6931471805599453, 2.3190468138462996e-17};
  const DoubleDouble ln2 = {kLn2[0], kLn2[1]};
  const DoubleDouble u = DoubleDouble{x.high - whole, x.low} * ln2;
  const DoubleDouble first = fastTwoSum(1.0, u.high);
  const Vec<double> more = u.high * u.high * polynomial(ExpCoefficients<double>::kSeries, u.high);
  const Vec<double> power = first.high + (first.low + (u.low + more));
  const Mask<double> exponent = roundByMagic(whole).bits;
  const Mask<double> half = roundByMagic(whole * Vec<double>(0.5)).bits;
  return power * powerOfTwo<double>(half) * powerOfTwo<double>(exponent - half);
}

// For x above 0 and finite.
Vec<double> finitePow(Vec<double> x, Vec<double> y) {
  // No logarithm except that of 1 is below 2^-53, so larger powers are 0 or infinite as well.
  constexpr double kLargestPower = 0x1p66;
  constexpr double kRange = 1100.0;  // past the largest and the smallest number
  const Vec<double> power = clamp(y, -kLargestPower, kLargestPower);
  const DoubleDouble logarithm = log2(x);
  const DoubleDouble exact = twoProduct(power, logarithm.high);
  const DoubleDouble exponent = fastTwoSum(exact.high, exact.low + power * logarithm.low);
  const Vec<double> high = clamp(exponent.high, -kRange, kRange);
  return exp2({high, select(high == exponent.high, exponent.low, Vec<double>(0))});
}

template <class T>
Vec<T> mixed(Vec<T> x, Vec<T> y) {
  const bool isAll = !simd::any(~isArithmetic(y));
  return withArithmetic(x, y, isAll ? x : transcendentalPow(x, y));
}

}  // namespace

Vec<float> specialPow(Vec<float> x, Vec<float> y) { return simd::viaDoubles<powOfFloats>(x, y); }

Vec<double> transcendentalPow(Vec<double> x, Vec<double> y) {
  return withSpecialValues(x, y, finitePow(regularBase(x), y));
}

Vec<float> mixedPow(Vec<float> x, Vec<float> y) { return mixed(x, y); }

Vec<double> pow(Vec<double> x, Vec<double> y) { return mixed(x, y); }

}  // namespace simdcast::math
