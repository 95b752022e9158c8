#include "hyperbolic.hpp"

#include "exp.hpp"
#include "log.hpp"

namespace simdcast::math {
namespace {

constexpr double kLn2 = 0.69314718055994530942;

// Above this, exp(-a) is less than half a unit in the last place of exp(a).
constexpr double kFar = 20;
// Past this both functions are infinite, and 2^n of exp(a) may not be.
constexpr double kEnd = 711;
// Above this, 1 + a and 1 + a^2 equal a and a^2, and squares do not overflow.
constexpr double kSquareEnd = 0x1p60;

// exp(a) / 2 for kFar <= a <= kEnd, which exceeds the range where exp(a) does not fit.
Vec<double> halfExp(const Exponential<double>& e) {
  const Vec<double> quarter = powerOfTwo<double>(e.bits - Mask<double>(2));
  return (Vec<double>(1) + e.part) * quarter * Vec<double>(2);
}

// log(1 + y) for y >= 0: the rounding error of 1 + y is added again, divided by the sum.
Vec<double> log1p(Vec<double> y) {
  const Vec<double> sum = Vec<double>(1) + y;
  const Vec<double> lost = (y - (sum - Vec<double>(1))) / sum;
  return log(sum) + select(y < Vec<double>(0x1p53), lost, Vec<double>(0));
}

// log1p(near), or log(2a) past kSquareEnd.
Vec<double> logOfDouble(Vec<double> a, Vec<double> near) {
  const Mask<double> isFar = a > Vec<double>(kSquareEnd);
  return log1p(select(isFar, a, near)) + select(isFar, Vec<double>(kLn2), Vec<double>(0));
}

}  // namespace

Vec<double> sinh(Vec<double> x) {
  const Vec<double> a = pmin(abs(x), Vec<double>(kEnd));
  const Exponential<double> e = exponential(a);
  const Vec<double> less1 = expLess1(e);
  const Vec<double> near = Vec<double>(0.5) * (less1 + less1 / (less1 + Vec<double>(1)));
  return copySign(select(a < Vec<double>(kFar), near, halfExp(e)), x);
}

Vec<double> cosh(Vec<double> x) {
  const Vec<double> a = pmin(abs(x), Vec<double>(kEnd));
  const Exponential<double> e = exponential(a);
  const Vec<double> whole = (Vec<double>(1) + e.part) * powerOfTwo<double>(e.bits);
  const Vec<double> near = Vec<double>(0.5) * (whole + Vec<double>(1) / whole);
  return select(a < Vec<double>(kFar), near, halfExp(e));
}

// log(a + sqrt(a^2 + 1)), minus 1 in the logarithm: a + a^2 / (1 + sqrt(a^2 + 1)).
Vec<double> asinh(Vec<double> x) {
  const Vec<double> one = 1.0;
  const Vec<double> a = abs(x);
  const Vec<double> square = a * a;
  const Vec<double> near = a + square / (one + sqrt(square + one));
  return copySign(logOfDouble(a, near), x);
}

// log(x + sqrt(x^2 - 1)), with t = x - 1: t + sqrt(t (t + 2)) minus 1 in the logarithm.
Vec<double> acosh(Vec<double> x) {
  const Vec<double> t = x - Vec<double>(1);
  const Vec<double> near = t + sqrt(t * (t + Vec<double>(2)));
  return select(x < Vec<double>(1), Vec<double>(Format<double>::kNan), logOfDouble(x, near));
}

// log((1 + a) / (1 - a)) / 2.
Vec<double> atanh(Vec<double> x) {
  const Vec<double> a = abs(x);
  return copySign(Vec<double>(0.5) * log1p((a + a) / (Vec<double>(1) - a)), x);
}

}  // namespace simdcast::math
