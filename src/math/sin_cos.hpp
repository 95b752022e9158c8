// Sine, cosine and tangent.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

// sin(x + quarters * pi / 2) for x >= 0. Out of line: it is long.
[[nodiscard]] Vec<float> sinAfter(int quarters, Vec<float> x);
[[nodiscard]] Vec<double> sinAfter(int quarters, Vec<double> x);

// tan(x) for x >= 0.
[[nodiscard]] Vec<float> tanOfMagnitude(Vec<float> x);
[[nodiscard]] Vec<double> tanOfMagnitude(Vec<double> x);

// Within 0.501 ULP in float32, 1 in float64, of every number. sin(±0) is ±0. NaN for infinities.
template <class T>
Vec<T> sin(Vec<T> x) {
  return sinAfter(0, abs(x)) ^ (x & Vec<T>(T(-0.0)));
}
template <class T>
Vec<T> cos(Vec<T> x) {
  return sinAfter(1, abs(x));
}

// Within 0.501 ULP in float32, 3 in float64, of every number. tan(±0) is ±0. NaN for infinities.
template <class T>
Vec<T> tan(Vec<T> x) {
  return tanOfMagnitude(abs(x)) ^ (x & Vec<T>(T(-0.0)));
}

}  // namespace simdcast::math
