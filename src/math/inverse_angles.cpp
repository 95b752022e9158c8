#include "inverse_angles.hpp"

namespace simdcast::math {
namespace {

// The other leg of a right triangle with hypotenuse 1: neither factor cancels next to ±1.
Vec<double> otherLeg(Vec<double> x) {
  const Vec<double> one = 1.0;
  return sqrt((one - x) * (one + x));
}

}  // namespace

Vec<double> asin(Vec<double> x) { return atan2(x, otherLeg(x)); }
Vec<double> acos(Vec<double> x) { return atan2(otherLeg(x), x); }
Vec<double> atan(Vec<double> x) { return atan2(x, Vec<double>(1)); }

}  // namespace simdcast::math
