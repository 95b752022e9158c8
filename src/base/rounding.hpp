// Division and multiples, rounded up. Counts must not be negative, nor count + unit overflow.
#pragma once

#include "shape.hpp"

namespace simdcast {

[[nodiscard]] constexpr Count divideUp(Count count, Count unit) noexcept {
  return (count + unit - 1) / unit;
}

// The next multiple of the unit.
[[nodiscard]] constexpr Count roundUp(Count count, Count unit) noexcept {
  return divideUp(count, unit) * unit;
}

}  // namespace simdcast
