// Functions of vectors of float32, in float32 arithmetic without fused multiply-adds, so that every
// build gives the same bits; within two units in the last place over all exponents, but for
// geluTanh (`npm run accuracy`). The polynomials interpolate the functions named beside them at
// Chebyshev's points; the first coefficient belongs to the highest power.
#pragma once

#include <cstdint>
#include <limits>

#include "../simd/simd.hpp"

namespace simdcast::math {

using simd::clamp;
using simd::minus;
using simd::plus;

using Floats = simd::Vec<float>;
using Ints = simd::Vec<std::int32_t>;

inline Floats floats(float value) { return Floats{} + value; }
inline Ints ints(std::int32_t value) { return Ints{} + value; }
inline Ints toBits(Floats x) { return reinterpret_cast<Ints>(x); }
inline Floats fromBits(Ints bits) { return reinterpret_cast<Floats>(bits); }
inline Floats abs(Floats x) { return fromBits(toBits(x) & ints(INT32_MAX)); }
inline Floats copySign(Floats positive, Floats sign) {
  return fromBits(toBits(positive) | (toBits(sign) & ints(INT32_MIN)));
}

template <int kCount>
Floats polynomial(const float (&coefficients)[kCount], Floats x) {
  Floats sum = floats(coefficients[0]);
  for (int i = 1; i < kCount; ++i) sum = sum * x + floats(coefficients[i]);
  return sum;
}

// ln 2 in two parts, the first short enough that its multiples by a power of a float are exact.
inline constexpr float kLn2High = 0.693359375F;
inline constexpr float kLn2Low = -2.12194440e-4F;

// exp(x) = 2^power * (1 + part), where |part| < 0.42.
struct Exponential {
  Floats part;
  Ints power;
};

// For |x| < 2^14. `low` is what x lacks, far smaller than x.
inline Exponential exponential(Floats x, Floats low = Floats{}) {
  constexpr float kWhole = 12582912.0F;  // 2^23 + 2^22: adding it rounds to a whole number
  constexpr float kLog2E = 1.44269504F;
  // (exp(r) - 1 - r) / r^2
  constexpr float kSeries[] = {0.0013926926614F, 0.0083637738744F, 0.0416665501103F,
                               0.1666657338190F, 0.5F};
  const Floats shifted = x * floats(kLog2E) + floats(kWhole);
  const Floats whole = shifted - floats(kWhole);
  const Floats r = ((x - whole * floats(kLn2High)) - whole * floats(kLn2Low)) + low;
  return {r + r * r * polynomial(kSeries, r), minus(toBits(shifted), toBits(floats(kWhole)))};
}

// 2^power, for the powers of normal numbers.
inline Floats powerOfTwo(Ints power) { return fromBits(plus(power, ints(127)) << ints(23)); }

// factor * exp(x + low). The power is applied last and in two steps, so that subnormal results and
// those at the top of the range come out.
inline Floats timesExp(Floats factor, Floats x, Floats low) {
  const Exponential e = exponential(clamp(x, -105.0F, 89.0F), low);
  const Ints half = e.power >> ints(1);
  return factor * (floats(1) + e.part) * powerOfTwo(half) * powerOfTwo(minus(e.power, half));
}

inline Floats exp(Floats x) { return timesExp(floats(1), x, Floats{}); }

inline Floats log(Floats x) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kSmallestNormal = std::numeric_limits<float>::min();
  constexpr std::int32_t kRootOfHalf = 0x3f3504f3;
  // (log(1 + f) - f + f^2 / 2) / f^3
  constexpr float kSeries[] = {0.0697161147145F,  -0.1147974383664F, 0.1168541992348F,
                               -0.1242568733145F, 0.1424905764570F,  -0.1666780231950F,
                               0.2000071574889F,  -0.2499999695795F, 0.3333333118003F};
  const Ints tiny = x < floats(kSmallestNormal);
  const Ints bits = toBits(tiny ? x * floats(0x1p23F) : x);
  const Ints power = minus(bits, ints(kRootOfHalf)) >> ints(23);
  const Floats f = fromBits(minus(bits, power << ints(23))) - floats(1);
  const Floats whole = __builtin_convertvector(power + (tiny & ints(-23)), Floats);
  const Floats square = f * f;
  const Floats rest =
      (f * square * polynomial(kSeries, f) + whole * floats(kLn2Low)) - floats(0.5F) * square;
  const Floats finite = (rest + f) + whole * floats(kLn2High);
  const Floats notNegative = x == Floats{} ? floats(-kInfinity) : x;
  const Floats special = x < Floats{} ? floats(kNan) : notNegative;
  const Ints regular = (x > Floats{}) & (x < floats(kInfinity));
  return regular ? finite : special;
}

// Of x + low, where `low` is what x lacks.
inline Floats sigmoidOf(Floats x, Floats low) {
  const Floats e = timesExp(floats(1), -abs(x), x < Floats{} ? low : -low);
  return (x < Floats{} ? e : floats(1)) / (floats(1) + e);
}

inline Floats sigmoid(Floats x) { return sigmoidOf(x, Floats{}); }

inline Floats tanh(Floats x) {
  // (tanh(x) / x - 1) / x^2, by x^2 below 0.4
  constexpr float kSeries[] = {-0.0060451650965F, 0.0209613291086F, -0.0538432631753F,
                               0.1333271884559F, -0.3333332843332F};
  const Floats a = clamp(abs(x), 0, 10);
  const Floats square = a * a;
  const Floats small = a + a * square * polynomial(kSeries, square);
  const Exponential e = exponential(a + a);
  const Floats power = powerOfTwo(e.power);
  const Floats less1 = power * e.part + (power - floats(1));
  const Floats large = less1 / (less1 + floats(2));
  return copySign(a < floats(0.625F) ? small : large, x);
}

// factor * exp(-scale * x^2) for 0 <= x, where `scale` is a power of two. The square is taken in
// two parts, because an error of the exponent is one of the result.
inline Floats timesGauss(Floats factor, Floats x, float scale) {
  constexpr std::int32_t kHighHalf = -0x1000;
  const Floats high = fromBits(toBits(x) & ints(kHighHalf));
  const Floats low = (x - high) * (x + high);
  return timesExp(factor, floats(-scale) * high * high, floats(-scale) * low);
}

// exp(x^2) * erfc(x) for 0 <= x <= 14.
inline Floats scaledErfc(Floats x) {
  // (1 + 2x) exp(x^2) erfc(x), by (x - 2) / (x + 2)
  constexpr float kSeries[] = {6.148218719508e-05F,  -2.974811944985e-04F, -1.255532382915e-03F,
                               1.209040971642e-03F,  8.620004158808e-03F,  -8.024363948988e-03F,
                               -5.419805955504e-02F, 1.640508395543e-01F,  -1.660320709664e-01F,
                               -9.276382565531e-02F, 1.276978402242F};
  const Floats t = (x - floats(2)) / (x + floats(2));
  return polynomial(kSeries, t) / (floats(1) + floats(2) * x);
}

// From 0.9375 on it is 1 - exp(-g(x)) with g = -log(erfc(x)), which is near to a parabola; from 3.9
// on it rounds to 1.
inline Floats erf(Floats x) {
  // erf(x) / x - 1, by x^2 below 0.9
  constexpr float kSeries[] = {8.212780533060e-05F,  -8.105054510809e-04F, 5.197684914460e-03F,
                               -2.685804248294e-02F, 1.128367104145e-01F,  -3.761263215401e-01F,
                               0.128379166476F};
  // g(x) / x from 0.9 to 3.95, weighted by how much of its error reaches the result
  constexpr float kExponent[] = {1.0434166717542e-5F,  -3.1486809216039e-4F, 3.6103802343852e-3F,
                                 -2.3694642077409e-2F, 1.0615913194231e-1F,  6.3519798487770e-1F,
                                 1.1286370859086F};
  const Floats a = clamp(abs(x), 0, 3.9375F);
  const Floats small = a + a * polynomial(kSeries, a * a);
  const Exponential e = exponential(-a * polynomial(kExponent, a));
  const Floats large = floats(1) - (floats(1) + e.part) * powerOfTwo(e.power);
  return copySign(a < floats(0.9375F) ? small : large, x);
}

// x times the normal distribution's function, which keeps its accuracy far below 0; -0 at
// -infinity, where ONNX's formula multiplies it by 0.
inline Floats gelu(Floats x) {
  constexpr float kRootOfHalf = 0.707106781F;
  const Floats a = clamp(abs(x), 0, 15);
  const Floats half = floats(0.5F) * scaledErfc(a * floats(kRootOfHalf));
  const Ints negative = x < Floats{};
  const Floats tail = timesGauss(negative ? -a * half : half, a, 0.5F);
  return negative ? tail : x * (floats(1) - tail);
}

// x sigmoid(2y) is ONNX's x (1 + tanh(y)) / 2. The exponent is computed in double, because an error
// of the exponent is one of the result.
inline Floats geluTanh(Floats x) {
  using Wide [[gnu::vector_size(2 * sizeof(Floats))]] = double;
  constexpr double kTwiceRoot = 1.59576912160573071176;  // 2 sqrt(2 / pi)
  const Wide wide = __builtin_convertvector(clamp(x, -20, 20), Wide);
  const Wide twice = wide * (kTwiceRoot + 0.044715 * kTwiceRoot * wide * wide);
  const Floats high = __builtin_convertvector(twice, Floats);
  const Floats low = __builtin_convertvector(twice - __builtin_convertvector(high, Wide), Floats);
  return (x < floats(-20) ? floats(-20) : x) * sigmoidOf(high, low);
}

}  // namespace simdcast::math
