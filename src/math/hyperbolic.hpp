// Hyperbolic sine and cosine, and the inverses of the three functions. Out of line: they are long.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

// Within 1 ULP in float32, 4 in float64. Odd functions keep the sign of ±0. acosh(1) is +0 and NaN
// below 1; atanh(±1) is ±infinity and NaN past ±1.
[[nodiscard]] Vec<double> sinh(Vec<double> x);
[[nodiscard]] Vec<double> cosh(Vec<double> x);
[[nodiscard]] Vec<double> asinh(Vec<double> x);
[[nodiscard]] Vec<double> acosh(Vec<double> x);
[[nodiscard]] Vec<double> atanh(Vec<double> x);

}  // namespace simdcast::math
