// What a reduction makes of its elements. Of none it makes 0, NaN (0 for integers), the lowest or
// the highest value there is, and 1.
#pragma once

#include <cstdint>

namespace simdcast::tensor {

enum class Reduction : std::uint8_t { sum, mean, max, min, product, count };

}  // namespace simdcast::tensor
