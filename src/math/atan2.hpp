// The angle of a point. Out of line: it is long.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

// The angle of the point (x, y), with C's special values. Float32 is computed in double, with a
// relative error below 2^-40, so the result is within 2 ULP of float32.
[[nodiscard]] Vec<double> atan2(Vec<double> y, Vec<double> x);
[[nodiscard]] inline Vec<float> atan2(Vec<float> y, Vec<float> x) {
  using Function = Vec<double> (*)(Vec<double>, Vec<double>);
  return simd::viaDoubles<Function{atan2}>(y, x);
}

}  // namespace simdcast::math
