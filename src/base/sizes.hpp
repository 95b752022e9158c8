// Products of sizes that may be any numbers.
#pragma once

#include <initializer_list>

#include "shape.hpp"

namespace simdcast {

// Multiplies by a size; returns false if it is not a valid size, or the product exceeds kMaxCount.
// Zeros are skipped, so no product of a subset of the sizes overflows.
[[nodiscard]] constexpr bool multiply(Count& product, Count size) {
  if (size < 0 || size > INT32_MAX) return false;
  if (size == 0) return true;
  if (product > kMaxCount / size) return false;
  product *= size;
  return true;
}

[[nodiscard]] constexpr bool areSizes(std::initializer_list<Count> sizes) {
  Count product = 1;
  for (Count size : sizes)
    if (!multiply(product, size)) return false;
  return true;
}

}  // namespace simdcast
