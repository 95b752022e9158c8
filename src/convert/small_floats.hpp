// float16 and bfloat16 as float32 and back. Widening is exact; narrowing rounds to the nearest,
// ties to even, and keeps NaN a NaN.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "convert.hpp"

namespace simdcast {

struct Half {
  std::uint16_t bits;
};
struct BFloat {
  std::uint16_t bits;
};

template <class T>
concept SmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

// Multiplying by a power of two rebiases the exponent and normalises subnormals.
inline float widen(Half half) {
  constexpr float kExponentShift = 0x1p112F;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half.bits & 0x7fffU) << 13;
  const float scaled = std::bit_cast<float>(magnitude) * kExponentShift;
  const bool special = (half.bits & 0x7c00U) == 0x7c00U;
  const std::uint32_t value =
      special ? magnitude | 0x7f800000U : std::bit_cast<std::uint32_t>(scaled);
  return std::bit_cast<float>(value | static_cast<std::uint32_t>(half.bits & 0x8000U) << 16);
}

inline float widen(BFloat value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

// Shifts `dropped` bits out, rounding to nearest, ties to even.
inline std::uint32_t roundOff(std::uint32_t bits, int dropped) {
  const std::uint32_t half = (std::uint32_t{1} << (dropped - 1)) - 1;
  return (bits + half + (bits >> dropped & 1U)) >> dropped;
}

inline void narrow(float value, Half& result) {
  constexpr std::uint32_t kSmallestNormal = 0x38800000;  // 2^-14
  constexpr std::uint32_t kOverflow = 0x477ff000;        // 65520: half way past the largest
  constexpr float kSubnormalUnit = 0x1p-1F;              // adding it aligns 2^-24 with the last bit
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  const float aligned = std::bit_cast<float>(magnitude) + kSubnormalUnit;
  const std::uint32_t subnormal =
      std::bit_cast<std::uint32_t>(aligned) - std::bit_cast<std::uint32_t>(kSubnormalUnit);
  const std::uint32_t normal = roundOff(magnitude - (std::uint32_t{112} << 23), 13);
  const std::uint32_t finite = magnitude < kSmallestNormal ? subnormal : normal;
  const std::uint32_t nan = 0x7e00U | (magnitude >> 13 & 0x3ffU);
  const std::uint32_t special = magnitude > 0x7f800000U ? nan : 0x7c00U;
  result.bits = static_cast<std::uint16_t>(sign | (magnitude >= kOverflow ? special : finite));
}

inline void narrow(float value, BFloat& result) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t nan = bits >> 16 | 0x40U;
  const bool isNan = (bits & 0x7fffffffU) > 0x7f800000U;
  result.bits = static_cast<std::uint16_t>(isNan ? nan : roundOff(bits, 16));
}

// Loops over eight elements at a time, with the same bits.
template <SmallFloat T>
void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from);
template <SmallFloat T>
void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from);

}  // namespace simdcast
