// The logarithm of a sum of exponentials. Out of line: it is long.
#pragma once

#include "magic_rounding.hpp"

namespace simdcast::math {

// log(exp(x) + exp(y)) as max + log1p(exp(min - max)), where max and min are std::max and std::min.
// In double for a float32 result: within 2 ULP of float32, of 2^-52 at least where both logarithms
// cancel. NaN if x or y is NaN, and for two equal infinities.
[[nodiscard]] Vec<double> logAddExp(Vec<double> x, Vec<double> y);
[[nodiscard]] inline Vec<float> logAddExp(Vec<float> x, Vec<float> y) {
  using Function = Vec<double> (*)(Vec<double>, Vec<double>);
  return simd::viaDoubles<Function{logAddExp}>(x, y);
}

}  // namespace simdcast::math
