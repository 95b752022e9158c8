#include "atan2.hpp"

#include "polynomial.hpp"

namespace simdcast::math {
namespace {

constexpr double kPi = 3.14159265358979323846;

// atan(u) / u by u^2, for u up to tan(pi / 8)
constexpr double kAtan[] = {1,
                            -0.3333333333333312,
                            0.19999999999940868,
                            -0.14285714279248055,
                            0.11111110744810647,
                            -0.09090896805912162,
                            0.07692045274291998,
                            -0.06662951162727927,
                            0.05846873503411509,
                            -0.05035080589113427,
                            0.03796469507021349,
                            -0.01780477396050943};

// atan(t) for t in [0, 1]. Above tan(pi / 8) it is pi / 4 + atan((t - 1) / (t + 1)), which keeps
// the polynomial short. For example atan(1) is pi / 4 + atan(0).
Vec<double> atanUnit(Vec<double> t) {
  constexpr double kTanPiOver8 = 0.41421356237309503;
  const Vec<double> one = 1.0;
  const Mask<double> turned = t > Vec<double>(kTanPiOver8);
  const Vec<double> u = select(turned, (t - one) / (t + one), t);
  return u * polynomial(kAtan, u * u) + select(turned, Vec<double>(kPi / 4), Vec<double>(0));
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
