// Random numbers like those of NumPy's RandomState: the Mersenne Twister, read in the same way.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>

#include "elementary.hpp"

namespace simdcast::math {

class RandomState {
 public:
  explicit RandomState(std::uint32_t seed) : words_(seed) {}

  // In [0, 1), with 53 bits.
  double uniform() {
    const std::uint64_t high = word() >> 5;
    return static_cast<double>(high << 26 | word() >> 6) * 0x1p-53;
  }

  // Normally distributed, by Marsaglia's polar method: a point within a circle makes two numbers.
  double normal() {
    if (kept_) return *std::exchange(kept_, std::nullopt);
    double x = 0;
    double y = 0;
    double square = 0;
    while (square >= 1 || square == 0) {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      square = x * x + y * y;
    }
    const double factor = std::sqrt(-2 * logarithm(square) / square);
    kept_ = factor * x;
    return factor * y;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(words_()); }

  std::mt19937 words_;
  std::optional<double> kept_;
};

}  // namespace simdcast::math
