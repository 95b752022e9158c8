// Indices, positions and lengths in inputs of int32 or int64.
#pragma once

#include <algorithm>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"
#include "../simd/simd.hpp"

namespace simdcast {

[[nodiscard]] constexpr bool isIndexType(DType type) noexcept {
  return type == DType::int32 || type == DType::int64;
}

// The index at a position. One beyond ±2^40, far from any size, becomes that, so that sums with
// sizes do not overflow.
[[nodiscard]] inline Count loadIndex(DType type, const std::byte* from, Count position) {
  constexpr Count kFar = Count{1} << 40;
  if (type == DType::int32)
    return simd::load<std::int32_t>(from + position * Count{sizeof(std::int32_t)});
  return std::clamp(Count{simd::load<std::int64_t>(from + position * Count{sizeof(std::int64_t)})},
                    -kFar, kFar);
}

}  // namespace simdcast
