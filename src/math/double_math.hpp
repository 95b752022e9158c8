// Functions of vectors of two doubles, accurate enough for a float32 result: relative errors are
// below 2^-40. Special values are those of C's functions of the same names, except where noted.
#pragma once

#include "../simd/simd.hpp"

namespace simdcast::math {

using Doubles = simd::Vec<double>;

// |x| where that is above 0 and finite, or NaN; else 1.
[[nodiscard]] Doubles powBase(Doubles x);
// pow(x, y) from pow(powBase(x), y), which may be anything where x or y is NaN.
[[nodiscard]] Doubles finishPow(Doubles x, Doubles y, Doubles regular);
// As accurate as float64 allows: less than 0.7 ULP off, but for results below 2^-1022.
[[nodiscard]] Doubles widePow(Doubles x, Doubles y);

[[nodiscard]] Doubles atan2(Doubles y, Doubles x);

// IEEE 754's remainder, exact for operands that are float32 values.
[[nodiscard]] Doubles remainder(Doubles x, Doubles y);

// max + log1p(exp(min - max)), where max and min are std::max and std::min.
[[nodiscard]] Doubles logAddExp(Doubles x, Doubles y);

}  // namespace simdcast::math
