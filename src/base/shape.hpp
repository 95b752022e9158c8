// Shapes and the limits of the engine. A shape lists sizes outermost first; rank 0 is one element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "small_vector.hpp"

namespace simdcast {

using Size = std::int32_t;   // of one axis
using Count = std::int64_t;  // of elements or bytes

inline constexpr int kMaxRank = 16;
inline constexpr int kMaxOperands = 32;

// The largest integer up to which JavaScript numbers are exact.
inline constexpr Count kMaxCount = (Count{1} << 53) - 1;

// Inline capacities, which most shapes and calls do not exceed.
inline constexpr int kUsualRank = 6;
inline constexpr int kUsualOperands = 3;

using Shape = SmallVector<Size, kUsualRank>;
using Index = SmallVector<Size, kUsualRank>;
using Strides = SmallVector<Count, kUsualRank>;
using Shapes = SmallVector<Shape, kUsualOperands>;

using AxisMask = std::uint32_t;
using OperandMask = std::uint32_t;
static_assert(kMaxRank <= 32 && kMaxOperands <= 32);

// Nothing if there are more than kMaxRank sizes, or one is negative or exceeds Size.
[[nodiscard]] inline std::optional<Shape> toShape(std::span<const std::int64_t> sizes) {
  if (sizes.size() > kMaxRank) return std::nullopt;
  Shape shape;
  for (std::int64_t size : sizes) {
    if (size < 0 || size > INT32_MAX) return std::nullopt;
    shape.push(static_cast<Size>(size));
  }
  return shape;
}

[[nodiscard]] constexpr bool has(std::uint32_t mask, int bit) noexcept {
  return (mask >> bit & 1U) != 0;
}
[[nodiscard]] constexpr std::uint32_t bit(int index) noexcept { return std::uint32_t{1} << index; }

// The first `count` axes.
[[nodiscard]] inline Shape leading(const Shape& shape, int count) {
  Shape kept;
  for (int axis = 0; axis < count; ++axis) kept.push(shape[axis]);
  return kept;
}

// A mask of the lowest `count` bits, at most 32.
[[nodiscard]] constexpr std::uint32_t firstBits(int count) noexcept {
  return count >= 32 ? ~std::uint32_t{0} : bit(count) - 1;
}

// Nothing if the count exceeds kMaxCount; 0 if any size is 0, whatever the others are.
[[nodiscard]] inline std::optional<Count> elementCount(const Shape& shape) noexcept {
  for (Size size : shape)
    if (size == 0) return 0;
  Count count = 1;
  for (Size size : shape) {
    if (count > kMaxCount / size) return std::nullopt;
    count *= size;
  }
  return count;
}

[[nodiscard]] inline bool hasOneElement(const Shape& shape) noexcept {
  return elementCount(shape) == 1;
}

}  // namespace simdcast
