// The inverses of sine, cosine and tangent.
#pragma once

#include "atan2.hpp"

namespace simdcast::math {

// Within 1 ULP in float32, 3 in float64. asin(±0) is ±0, atan(±infinity) ±pi / 2, and acos(1) +0.
// NaN for sines and cosines past ±1.
[[nodiscard]] Vec<double> asin(Vec<double> x);
[[nodiscard]] Vec<double> acos(Vec<double> x);
[[nodiscard]] Vec<double> atan(Vec<double> x);

}  // namespace simdcast::math
