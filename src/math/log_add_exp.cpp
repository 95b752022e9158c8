#include "log_add_exp.hpp"

namespace simdcast::math {
namespace {

constexpr double kLn2 = 0.69314718055994530942;
constexpr double kLog2E = 1.44269504088896340736;

// 2 atanh(z) = log((1 + z) / (1 - z)), by kTerms of its Taylor series, 1 + z^2 / 3 + z^4 / 5 + …
template <int kTerms>
Vec<double> twiceAtanh(Vec<double> z) {
  const Vec<double> square = z * z;
  Vec<double> sum = 1.0 / (2 * kTerms - 1);
  for (int k = kTerms - 2; k >= 0; --k) sum = sum * square + Vec<double>(1.0 / (2 * k + 1));
  return Vec<double>(2) * z * sum;
}

// Saturates far outside float32's range. The fraction is in [-1/2, 1/2], where twelve terms of
// Taylor's series, 1 + u (1 + u/2 (1 + u/3 (…))), reach 2^-47.
Vec<double> exp2(Vec<double> x) {
  constexpr double kRange = 1000.0;
  const Vec<double> one = 1.0;
  const Vec<double> clamped = clamp(x, -kRange, kRange);
  const Vec<double> whole = nearest(clamped);
  const Vec<double> u = (clamped - whole) * Vec<double>(kLn2);
  Vec<double> sum = one;
  for (int k = 12; k >= 1; --k) sum = sum * u * Vec<double>(1.0 / k) + one;
  return select(isNan(x), x, sum * powerOfTwo<double>(wholeFromDouble(whole)));
}

}  // namespace

Vec<double> logAddExp(Vec<double> x, Vec<double> y) {
  const Vec<double> max = pmax(x, y);
  const Vec<double> min = pmin(x, y);
  const Vec<double> e = exp2((min - max) * Vec<double>(kLog2E));
  // log1p(e) = 2 atanh(e / (e + 2)), where |z| <= 1/3: 17 terms reach 2^-54.
  return max + twiceAtanh<17>(e / (e + Vec<double>(2)));
}

}  // namespace simdcast::math
