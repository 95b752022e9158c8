#include "atan2.hpp"

#include "polynomial.hpp"

namespace simdcast::math {
namespace {

constexpr double kPi = 3.14159265358979323846;

// 1 - 1/3 + 1/5 - … : Taylor's series of atan(u) / u by u^2. For |u| < 0.415 this many reach 2^-49.
constexpr int kTerms = 18;
struct AtanSeries {
  double terms[kTerms];
  constexpr AtanSeries() : terms{} {
    for (int k = 0; k < kTerms; ++k) terms[k] = (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
  }
};
constexpr AtanSeries kAtan;

// atan(t) for t in [0, 1]. Past tan(pi / 8) it is pi / 4 + atan((t - 1) / (t + 1)), so that the
// series converges. For example atan(1) is pi / 4 + atan(0).
Vec<double> atanUnit(Vec<double> t) {
  constexpr double kTanPiOver8 = 0.41421356237309503;
  const Vec<double> one = 1.0;
  const Mask<double> turned = t > Vec<double>(kTanPiOver8);
  const Vec<double> u = select(turned, (t - one) / (t + one), t);
  return u * horner(kAtan.terms, u * u) + select(turned, Vec<double>(kPi / 4), Vec<double>(0));
}

}  // namespace

Vec<double> atan2(Vec<double> y, Vec<double> x) {
  const Vec<double> zero = 0.0;
  const Vec<double> ax = abs(x);
  const Vec<double> ay = abs(y);
  const Mask<double> steep = ay > ax;
  const Vec<double> larger = select(steep, ay, ax);
  const Vec<double> smaller = select(steep, ax, ay);
  const Vec<double> defined = select(larger == zero, zero, smaller / larger);
  const Vec<double> t =
      select(smaller == Vec<double>(Format<double>::kInfinity), Vec<double>(1), defined);
  const Vec<double> first = atanUnit(t);
  const Vec<double> upright = select(steep, Vec<double>(kPi / 2) - first, first);
  const Vec<double> angle = select(hasSign(x), Vec<double>(kPi) - upright, upright);
  return select(isNan(x) | isNan(y), Vec<double>(Format<double>::kNan), copySign(angle, y));
}

}  // namespace simdcast::math
