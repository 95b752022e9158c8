#include "sin_cos.hpp"

#include <algorithm>
#include <cmath>

#include "double_double.hpp"
#include "magic_rounding.hpp"
#include "polynomial.hpp"

namespace simdcast::math {
namespace {

// The accuracy that a result of T requires.
template <class T>
struct SinCosCoefficients;

template <>
struct SinCosCoefficients<float> {
  // pi / 2 in two parts, the first with 33 bits: its multiples by an integer below 2^20 are exact.
  static constexpr double kHalfPi[] = {1.5707963267341256, 6.077100506506192e-11};
  // Magnitudes below it are reduced by the parts.
  static constexpr double kEnd = 0x1p20;
  // (sin(r) / r - 1) / r^2, and (cos(r) - 1 + r^2 / 2) / r^4, by r^2
  static constexpr double kSin[] = {-0.16666666663853044, 0.008333331873837089,
                                    -0.00019840086263755443, 0.0000027249864655139585};
  static constexpr double kCos[] = {0.04166666666431933, -0.0013888887671288108,
                                    0.00002480059998353171, -2.7300908167996537e-7};
};

template <>
struct SinCosCoefficients<double> {
  // In three parts, the first two with 39 bits: for integers below 2^14.
  static constexpr double kHalfPi[] = {1.5707963267923333, 2.5633441515905732e-12,
                                       3.9455541665632055e-24};
  static constexpr double kEnd = 0x1p14;
  static constexpr double kSin[] = {-0.16666666666666666,   0.008333333333333331,
                                    -0.0001984126984126506, 0.0000027557319219335453,
                                    -2.5052106231157904e-8, 1.605853141458901e-10,
                                    -7.586685070091267e-13};
  static constexpr double kCos[] = {0.041666666666666664,    -0.0013888888888887395,
                                    0.000024801587298763433, -2.7557317270560326e-7,
                                    2.0876146024689747e-9,   -1.1382614868556325e-11};
};

// x = quarters * pi / 2 + high + low with |high| of at most pi / 4, or hardly more. Only the lowest
// bits of `quarters` are right.
struct Angle {
  Vec<double> high;
  Vec<double> low;
  Mask<double> quarters;
};

// 2 / pi, the first word's highest bit being 1/2.
constexpr std::uint32_t kTwoOverPi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};

// pi / 2 as a double-double.
constexpr double kHalfPi[] = {1.5707963267948966, 6.123233995736766e-17};

// A quotient minus the nearest integer (as two doubles), and the lowest bits of that integer.
struct Quotient {
  std::uint32_t whole;
  double high;
  double low;
};

constexpr int kWordBits = 32;

// Words of 2 / pi that are multiplied. The product has at least 138 fraction bits, and 128 are
// used: up to 62 are lost if x is next to a multiple of pi / 2.
constexpr int kWords = 7;

// Words of a product, the lowest first, and one to read past the last.
struct Product {
  std::uint32_t words[kWords + 3]{};

  void add(std::uint64_t factor, int place, const std::uint32_t* window) {
    std::uint64_t carry = 0;
    for (int i = 0; i < kWords; ++i) {
      const std::uint64_t sum = factor * window[kWords - 1 - i] + words[place + i] + carry;
      words[place + i] = static_cast<std::uint32_t>(sum);
      carry = sum >> kWordBits;
    }
    words[place + kWords] = static_cast<std::uint32_t>(carry);
  }

  [[nodiscard]] std::uint32_t wordAt(int bit) const {
    const int at = bit / kWordBits;
    const std::uint64_t pair = std::uint64_t{words[at + 1]} << kWordBits | words[at];
    return static_cast<std::uint32_t>(pair >> bit % kWordBits);
  }
  [[nodiscard]] std::uint64_t twoWordsAt(int bit) const {
    return std::uint64_t{wordAt(bit + kWordBits)} << kWordBits | wordAt(bit);
  }
};

// high * 2^-64 + low * 2^-128, below 1/2.
Quotient quotientOf(std::uint32_t whole, bool negative, std::uint64_t high, std::uint64_t low) {
  // Removes leading zeros, so two doubles represent its first 106 bits.
  const int zeros = std::countl_zero(high | 1);
  if (zeros > 0) {
    high = high << zeros | low >> (64 - zeros);
    low <<= zeros;
  }
  const auto upper = static_cast<double>(high >> 11);
  const auto lower = static_cast<double>((high & 0x7ff) << 42 | low >> 22);
  const double sign = negative ? -1 : 1;
  return {whole, sign * std::ldexp(upper, -53 - zeros), sign * std::ldexp(lower, -106 - zeros)};
}

// x / (pi / 2) for a finite x of at least 2^14. With x = m * 2^exponent and an integer m, words of
// 2 / pi so high that their products with x are multiples of 4 are omitted.
Quotient divideByHalfPi(double x) {
  using F = Format<double>;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> F::kFractionBits) - F::kBias - F::kFractionBits;
  constexpr std::uint64_t kHidden = std::uint64_t{1} << F::kFractionBits;
  const std::uint64_t significand = (bits & (kHidden - 1)) | kHidden;
  const int skipped = std::max(0, exponent - 2) / kWordBits;
  Product product;
  product.add(significand & UINT32_MAX, 0, kTwoOverPi + skipped);
  product.add(significand >> kWordBits, 1, kTwoOverPi + skipped);
  // The bit of the quotient that counts ones.
  const int ones = kWordBits * (kWords + skipped) - exponent;
  const std::uint64_t high = product.twoWordsAt(ones - 64);
  const std::uint64_t low = product.twoWordsAt(ones - 128);
  const std::uint32_t whole = product.wordAt(ones);
  const bool roundsUp = (high >> 63) != 0;
  return roundsUp ? quotientOf(whole + 1, true, ~high + (low == 0 ? 1 : 0), 0 - low)
                  : quotientOf(whole, false, high, low);
}

// Reduces the `huge` lanes with Payne and Hanek's algorithm: with the bits of 2 / pi that each
// needs.
[[gnu::noinline]] Angle withHugeAngles(const Angle& angle, Vec<double> x, Mask<double> huge) {
  DoubleDouble quotient{0.0, 0.0};
  Mask<double> quarters = 0;
  for (int i = 0; i < simd::kLanes<double>; ++i) {
    if (huge.raw[i] == 0) continue;
    if (x.raw[i] == Format<double>::kInfinity) {
      quotient.high.raw[i] = Format<double>::kNan;
      continue;
    }
    const auto [whole, high, low] = divideByHalfPi(x.raw[i]);
    quotient.high.raw[i] = high;
    quotient.low.raw[i] = low;
    quarters.raw[i] = whole;
  }
  const DoubleDouble rest = quotient * DoubleDouble{kHalfPi[0], kHalfPi[1]};
  return {select(huge, rest.high, angle.high), select(huge, rest.low, angle.low),
          select(huge, quarters, angle.quarters)};
}

// Cody–Waite reduction for 0 <= x < kEnd. Float32 values there are at least 2^-28 from multiples of
// pi / 2, and the roundings add up to 2^-65; doubles are at least 2^-61 from them, and since all
// products but the last are exact, the roundings add up to 2^-117.
template <class T>
Angle reduceByParts(Vec<double> x) {
  constexpr double kTwoOverPi = 0.63661977236758134308;
  const auto& halfPi = SinCosCoefficients<T>::kHalfPi;
  const auto [whole, bits] = roundByMagic(x * Vec<double>(kTwoOverPi));
  const Vec<double> first = x - whole * Vec<double>(halfPi[0]);
  if constexpr (sizeof(T) == sizeof(float)) {
    return {first - whole * Vec<double>(halfPi[1]), 0.0, bits};
  } else {
    const DoubleDouble second = twoSum(first, -(whole * Vec<double>(halfPi[1])));
    const auto [high, low] = fastTwoSum(second.high, second.low - whole * Vec<double>(halfPi[2]));
    return {high, low, bits};
  }
}

// sin(high + low), by sin(high) + low cos(high).
template <class T>
Vec<double> sinNear(const Angle& angle) {
  const Vec<double> square = angle.high * angle.high;
  const Vec<double> rest = angle.high * (square * polynomial(SinCosCoefficients<T>::kSin, square));
  if constexpr (sizeof(T) == sizeof(float)) return angle.high + rest;
  const Vec<double> slope = Vec<double>(1) - Vec<double>(0.5) * square;
  return angle.high + (rest + angle.low * slope);
}

// cos(high + low), by cos(high) - low sin(high). The rounding error of 1 - r^2 / 2 is added again.
template <class T>
Vec<double> cosNear(const Angle& angle) {
  const Vec<double> one = 1.0;
  const Vec<double> square = angle.high * angle.high;
  const Vec<double> half = Vec<double>(0.5) * square;
  const Vec<double> rest = square * square * polynomial(SinCosCoefficients<T>::kCos, square);
  const Vec<double> most = one - half;
  if constexpr (sizeof(T) == sizeof(float)) return most + rest;
  return most + (((one - most) - half) + (rest - angle.high * angle.low));
}

template <class T>
Angle reduce(Vec<double> x) {
  const Angle angle = reduceByParts<T>(x);
  const Mask<double> huge = x >= Vec<double>(SinCosCoefficients<T>::kEnd);
  if (simd::any(huge)) [[unlikely]]
    return withHugeAngles(angle, x, huge);
  return angle;
}

// sin(x + quarters * pi / 2) for x >= 0, with the accuracy that a result of T requires.
template <class T>
Vec<double> sinFor(int quarters, Vec<double> x) {
  const Angle angle = reduce<T>(x);
  const Mask<double> quarter = angle.quarters + Mask<double>(quarters);
  const Mask<double> one = 1;
  const Vec<double> magnitude =
      select((quarter & one) == one, cosNear<T>(angle), sinNear<T>(angle));
  return magnitude ^ fromBits<double>((quarter & Mask<double>(2)) << 62);
}

// tan(x) for x >= 0. In an odd quarter it is -cos / sin.
template <class T>
Vec<double> tanFor(Vec<double> x) {
  const Angle angle = reduce<T>(x);
  const Mask<double> one = 1;
  const Mask<double> isOdd = (angle.quarters & one) == one;
  const Vec<double> sine = sinNear<T>(angle);
  const Vec<double> cosine = cosNear<T>(angle);
  const Vec<double> magnitude = select(isOdd, cosine, sine) / select(isOdd, sine, cosine);
  return select(isOdd, -magnitude, magnitude);
}

}  // namespace

Vec<float> sinAfter(int quarters, Vec<float> x) {
  return simd::demote(sinFor<float>(quarters, simd::widenLow(x)),
                      sinFor<float>(quarters, simd::widenHigh(x)));
}
Vec<double> sinAfter(int quarters, Vec<double> x) { return sinFor<double>(quarters, x); }

Vec<float> tanOfMagnitude(Vec<float> x) { return simd::viaDoubles<tanFor<float>>(x); }
Vec<double> tanOfMagnitude(Vec<double> x) { return tanFor<double>(x); }

}  // namespace simdcast::math
