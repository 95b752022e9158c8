// Bounds for the rounding error of layers.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/shape.hpp"

namespace simdcast::test {

// The maximum number of additions that an element of Softmax's sum takes part in. In columns: all
// others. In a long row: within an iteration of four, across the sixteen iterations of a block,
// across blocks, in the tail, and across lanes.
[[nodiscard]] inline Count softmaxAdditions(Count size, Count inner) {
  const Count all = std::max<Count>(0, size - 1);
  return inner > 1 ? all : std::min<Count>(all, 3 + 16 + size / 128 + 2 + 4);
}

// The rounding error of an element whose expected value is `distance` below the largest of its row:
// N. Higham, Accuracy and Stability of Numerical Algorithms, second edition, Lemma 3.1. The
// distances are exact.
template <class T>
[[nodiscard]] long double softmaxBound(long double expected, long double distance, Count additions,
                                       bool log) {
  constexpr long double kUnit = std::numeric_limits<T>::epsilon() / 2;
  // Tests of accuracy bound exp and log by two units in the last place, which are four roundings.
  constexpr int kOfFunction = 4;
  // One more for the long doubles that are compared with.
  const Count ofSum = kOfFunction + additions + 1;
  // Roundings of the logarithm's argument, of the logarithm, and of the difference; or of the
  // power, the sum, its reciprocal and the product with it.
  const long double roundings =
      log ? ofSum + kOfFunction * std::abs(distance + expected) + std::abs(expected)
          : static_cast<long double>(kOfFunction + ofSum + 2);
  return roundings * kUnit / (1 - roundings * kUnit) * (log ? 1 : expected);
}

}  // namespace simdcast::test
