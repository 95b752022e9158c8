// Rounding to odd, on the way to a format of fewer bits.
#pragma once

#include <bit>
#include <cstdint>

namespace simdcast {

// A float whose last bit is set if the double was not exact. Rounding it again, to fewer bits, has
// the same result as rounding the double directly.
inline float roundToOdd(double value) {
  const float nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || nearest != nearest) return nearest;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(nearest);
  const bool away = __builtin_fabs(static_cast<double>(nearest)) > __builtin_fabs(value);
  return std::bit_cast<float>((away ? bits - 1 : bits) | 1U);
}

}  // namespace simdcast
