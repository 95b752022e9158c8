// Arithmetic of counts: division and multiples, rounded up. Counts must not be negative, nor
// count + unit overflow.
#pragma once

#include <cstddef>

#include "shape.hpp"

namespace simdcast {

[[nodiscard]] constexpr Count divideUp(Count count, Count unit) noexcept {
  return (count + unit - 1) / unit;
}

// A count of bytes or elements in memory, as the standard library takes it.
[[nodiscard]] constexpr std::size_t size(Count count) noexcept {
  return static_cast<std::size_t>(count);
}

// The next multiple of the unit.
[[nodiscard]] constexpr Count roundUp(Count count, Count unit) noexcept {
  return divideUp(count, unit) * unit;
}

// Bytes of a part of a workspace, rounded up to keep two parts off the same vector.
[[nodiscard]] constexpr Count padded(Count bytes) noexcept { return roundUp(bytes, 16); }

}  // namespace simdcast
