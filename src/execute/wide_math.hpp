// Functions of vectors of float64, which has no wider lane to compute in: within a few units in the
// last place (`npm run accuracy`). For speed there is float32.
#pragma once

#include "simd.hpp"

namespace simdcast::wide {

using Doubles = simd::Vec<double>;

[[nodiscard]] Doubles exp(Doubles x);
[[nodiscard]] Doubles log(Doubles x);
[[nodiscard]] Doubles sigmoid(Doubles x);
[[nodiscard]] Doubles tanh(Doubles x);
[[nodiscard]] Doubles erf(Doubles x);
[[nodiscard]] Doubles gelu(Doubles x);
[[nodiscard]] Doubles geluTanh(Doubles x);

}  // namespace simdcast::wide
