// Division and multiples, rounded up.
#pragma once

#include "shape.hpp"

namespace simdcast {

// Of counts that are not negative, and whose sum is a count.
[[nodiscard]] constexpr Count divideUp(Count count, Count unit) noexcept {
  return (count + unit - 1) / unit;
}

// The next multiple of the unit.
[[nodiscard]] constexpr Count roundUp(Count count, Count unit) noexcept {
  return divideUp(count, unit) * unit;
}

}  // namespace simdcast
