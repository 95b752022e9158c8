// The error function, and the parts that it shares with gelu. Two algorithms: float32 uses a
// polynomial for -log(erfc), which is cheap, but far too inaccurate for float64.
#pragma once

#include "exp.hpp"

namespace simdcast::math {

// exp(x^2) erfc(x) for 0 <= x <= 14, where erfc itself would be far below 1.
inline Vec<float> scaledErfc(Vec<float> x) {
  // (1 + 2x) exp(x^2) erfc(x), by (x - 2) / (x + 2)
  constexpr float kScaledErfc[] = {1.27697837F,      -0.0927638263F, -0.166032076F,
                                   0.164050832F,     -0.0541980602F, -0.00802436378F,
                                   0.00862000417F,   0.00120904099F, -0.00125553238F,
                                   -0.000297481194F, 6.14821838e-05F};
  const Vec<float> t = (x - Vec<float>(2)) / (x + Vec<float>(2));
  return polynomial(kScaledErfc, t) / (Vec<float>(1) + Vec<float>(2) * x);
}

// The same for 0.85 <= x <= 28.5.
inline Vec<double> scaledErfcFar(Vec<double> x) {
  // (1 + 2x) exp(x^2) erfc(x), by (x - 3) / (x + 3), to 2^-57
  constexpr double kScaledErfcFar[] = {
      1.25300805826972966,     -1.35621106124581353e-1, -4.7562294353453419e-2,
      1.29645158702789252e-1,  -1.19273663415103383e-1, 6.83080273425788169e-2,
      -2.37705149244705539e-2, 2.52939184844386911e-3,  1.88869043686128591e-3,
      -7.79832690168111859e-4, -1.05160313408270022e-4, 1.25102584388268038e-4,
      4.95082020582877188e-6,  -2.01157937708503351e-5, -7.28798802839342711e-7,
      3.51479811456464095e-6,  3.29698739490715941e-7,  -6.78816327653346509e-7,
      -7.41609185908852921e-8, 1.32758973319701702e-7,  -2.07626668213239585e-8};
  const Vec<double> t = (x - Vec<double>(3)) / (x + Vec<double>(3));
  return polynomial(kScaledErfcFar, t) / (Vec<double>(1) + Vec<double>(2) * x);
}

// erf(x) of 0 <= x <= 0.9.
inline Vec<double> erfNear(Vec<double> x) {
  // erf(x) / x - 1, by x^2, to 2^-60
  constexpr double kErfNear[] = {
      1.28379167095512573e-1,  -3.76126389031837299e-1, 1.12837916709537939e-1,
      -2.68661706448237307e-2, 5.22397762177037237e-3,  -8.54832676446654225e-4,
      1.20553213824811216e-4,  -1.49253075355085904e-5, 1.64553287479380956e-6,
      -1.62765267225862065e-7, 1.40514827669899126e-8,  -8.49399879708094358e-10};
  return x + x * polynomial(kErfNear, x * x);
}

// The limit between erfNear and scaledErfcFar.
inline constexpr double kErfNearEnd = 0.875;

// Within 1.5 ULP. erf(±0) is ±0, erf(±infinity) ±1. Above 0.9375 it is 1 - exp(-g(x)) with g =
// -log(erfc(x)), which is nearly a parabola; above 3.9 it rounds to 1.
inline Vec<float> erf(Vec<float> x) {
  constexpr float kNear = 0.9375F;
  constexpr float kEnd = 3.9375F;
  // erf(x) / x - 1, by x^2 below 0.9
  constexpr float kErf[] = {0.128379166F,   -0.376126319F,    0.112836711F,   -0.0268580429F,
                            0.00519768475F, -0.000810505473F, 8.21278081e-05F};
  // g(x) / x from 0.9 to 3.95, weighted by how much of its error reaches the result
  constexpr float kExponent[] = {1.1286370859086F,     6.3519798487770e-1F, 1.0615913194231e-1F,
                                 -2.3694642077409e-2F, 3.6103802343852e-3F, -3.1486809216039e-4F,
                                 1.0434166717542e-5F};
  const Vec<float> a = pmin(abs(x), Vec<float>(kEnd));
  const Vec<float> small = a + a * polynomial(kErf, a * a);
  const Vec<float> large = Vec<float>(1) - normalExp(-a * polynomial(kExponent, a));
  return copySign(select(a < Vec<float>(kNear), small, large), x);
}

// Within 8 ULP. erf(±0) is ±0, erf(±infinity) ±1. Above 0.875 it is 1 - erfc(x).
inline Vec<double> erf(Vec<double> x) {
  constexpr double kEnd = 7;  // rounds to 1
  const Vec<double> a = pmin(abs(x), Vec<double>(kEnd));
  const auto [high, low] = minusSquare(a, 1.0);
  const Vec<double> far = Vec<double>(1) - scaledErfcFar(a) * normalExp(high, low);
  return copySign(select(a < Vec<double>(kErfNearEnd), erfNear(a), far), x);
}

}  // namespace simdcast::math
