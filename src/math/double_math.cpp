#include "double_math.hpp"

#include "doubles.hpp"
#include "remainder.hpp"

namespace simdcast::math {
namespace {

constexpr double kPi = 3.14159265358979323846;

// 2 atanh(z) = log((1 + z) / (1 - z)), by its series in z^2 up to `kTerms` terms.
template <int kTerms>
Doubles twiceAtanh(Doubles z) {
  const Doubles square = z * z;
  Doubles sum = splat(1.0 / (2 * kTerms - 1));
  for (int k = kTerms - 2; k >= 0; --k) sum = sum * square + splat(1.0 / (2 * k + 1));
  return splat(2.0) * z * sum;
}

// Saturates far outside of float32's range. The fraction lies in [-1/2, 1/2], where twelve terms of
// the series of exp reach 2^-47.
Doubles exp2(Doubles x) {
  constexpr double kRange = 1000.0;
  const Doubles clamped = simd::clamp(x, -kRange, kRange);
  const Doubles whole = simd::nearest(clamped);
  const Doubles u = (clamped - whole) * splat(kLn2);
  Doubles sum = splat(1.0);
  for (int k = 12; k >= 1; --k) sum = sum * u * splat(1.0 / k) + splat(1.0);
  const Doubles result = sum * powerOfTwo(wholeFromDouble(whole));
  return isNan(x) ? x : result;
}

Bits isOdd(Doubles y) { return isWhole(y) & ~isWhole(y * splat(0.5)); }

// x mod y for 0 < y < infinity and finite x from 0 on, by multiples of y from the largest down.
Doubles reduce(Doubles x, Doubles y) {
  constexpr double kStep = RemainderLimits<double>::kQuotients / 2;
  Doubles multiple = y;
  for (;;) {
    const Doubles next = multiple * splat(kStep);
    const Bits fits = next <= x;
    if (!simd::any(fits)) break;
    multiple = fits ? next : multiple;
  }
  for (;;) {
    x = restOf<double>(x, multiple, simd::trunc(x / multiple));
    const Bits above = multiple > y;
    if (!simd::any(above)) return x;
    multiple = above ? multiple * splat(1 / kStep) : multiple;
  }
}

// atan of t in [0, 1]: turned by an eighth of pi so that |u| < 0.415 and 18 terms reach 2^-49.
Doubles atanUnit(Doubles t) {
  const Bits turned = t > splat(0.41421356237309503);
  const Doubles u = turned ? (t - splat(1.0)) / (t + splat(1.0)) : t;
  const Doubles square = u * u;
  constexpr int kTerms = 18;
  Doubles sum = splat(0.0);
  for (int k = kTerms - 1; k >= 0; --k)
    sum = splat((k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1)) + sum * square;
  return u * sum + (turned ? splat(kPi / 4) : splat(0.0));
}

}  // namespace

Doubles powBase(Doubles x) {
  const Doubles ax = abs(x);
  return ((ax == splat(0.0)) | (ax == splat(kInfinity))) ? splat(1.0) : ax;
}

Doubles finishPow(Doubles x, Doubles y, Doubles regular) {
  const Doubles one = splat(1.0);
  const Doubles ax = abs(x);
  const Bits zero = ax == splat(0.0);
  const Bits extreme = zero | (ax == splat(kInfinity));
  const Bits grows = (y > splat(0.0)) ^ zero;
  const Doubles limit = grows ? splat(kInfinity) : splat(0.0);
  const Doubles magnitude = extreme ? limit : regular;
  const Bits negative = toBits(x) < Bits{};
  const Doubles withSign = (isOdd(y) & negative) ? -magnitude : magnitude;
  const Bits invalid = (x < splat(0.0)) & ~isWhole(y) & (ax != splat(kInfinity));
  const Doubles result = (invalid | isNan(x) | isNan(y)) ? splat(kNan) : withSign;
  const Bits unitToInfinity = (ax == one) & (abs(y) == splat(kInfinity));
  return ((y == splat(0.0)) | (x == one) | unitToInfinity) ? one : result;
}

Doubles atan2(Doubles y, Doubles x) {
  const Doubles ax = abs(x);
  const Doubles ay = abs(y);
  const Bits steep = ay > ax;
  const Doubles larger = steep ? ay : ax;
  const Doubles smaller = steep ? ax : ay;
  const Doubles defined = larger == splat(0.0) ? splat(0.0) : smaller / larger;
  const Doubles t = smaller == splat(kInfinity) ? splat(1.0) : defined;
  const Doubles first = atanUnit(t);
  const Doubles upright = steep ? splat(kPi / 2) - first : first;
  const Bits behind = toBits(x) < Bits{};
  const Doubles angle = behind ? splat(kPi) - upright : upright;
  return (isNan(x) | isNan(y)) ? splat(kNan) : copySign(angle, y);
}

Doubles anyRemainder(Doubles x, Doubles y) {
  const Bits invalid = (x == splat(kInfinity)) | (y == splat(0.0)) | isNan(x) | isNan(y);
  const Bits small = x < y;
  const Bits trivial = invalid | small;
  const Doubles rest = reduce(trivial ? splat(0.0) : x, trivial ? splat(1.0) : y);
  return invalid ? splat(kNan) : small ? x : rest;
}

simd::Vec<float> anyRemainder(simd::Vec<float> x, simd::Vec<float> y) {
  return simd::viaDoubles<remainderOfMagnitudes<double>>(x, y);
}

Doubles remainder(Doubles x, Doubles y) {
  const Doubles ax = abs(x);
  const Doubles ay = abs(y);
  // Modulo 2y first: what is left tells whether the quotient is even.
  Doubles rest = anyRemainder(ax, ay + ay);
  const Bits past = rest + rest > ay;
  rest = past ? rest - ay : rest;
  const Bits again = past & (rest + rest >= ay);
  rest = again ? rest - ay : rest;
  const Bits flip = toBits(x) & splatBits(kSign);
  return fromBits(toBits(rest) ^ flip);
}

Doubles logAddExp(Doubles x, Doubles y) {
  const Doubles max = x < y ? y : x;
  const Doubles min = y < x ? y : x;
  const Doubles e = exp2((min - max) * splat(kLog2E));
  // log1p(e) with |z| <= 1/3, where 17 terms reach 2^-54.
  return max + twiceAtanh<17>(e / (e + splat(2.0)));
}

}  // namespace simdcast::math
