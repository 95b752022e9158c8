// Floats of 8 and 4 bits, each in a byte, as float32 and back. Widening is exact; narrowing rounds
// to the nearest, ties to even, once. Formats and what overflows becomes: ONNX's "Float stored in 8
// bits" and "in 4 bits", and for NaN as a float4e2m1, which has none, its node tests.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "convert.hpp"

namespace simdcast {

// Codes without the sign: `largest` is finite, and those above it are not numbers; `beyond` is what
// overflows where that does not saturate.
struct ByteFloat {
  int fraction = 0;  // bits
  int least = 0;     // exponent of the smallest normal number
  std::uint32_t largest = 0;
  std::uint32_t beyond = 0;
  std::uint32_t nan = 0;
  std::uint32_t sign = 0x80;
  bool oneZero = false;  // what would be -0 is the NaN
};

inline constexpr ByteFloat kE4M3Fn{3, -6, 0x7e, 0x7f, 0x7f};
inline constexpr ByteFloat kE4M3FnUz{3, -7, 0x7f, 0x80, 0x80, 0x80, true};
inline constexpr ByteFloat kE5M2{2, -14, 0x7b, 0x7c, 0x7e};
inline constexpr ByteFloat kE5M2FnUz{2, -15, 0x7f, 0x80, 0x80, 0x80, true};
inline constexpr ByteFloat kE2M1{1, 0, 7, 7, 8, 8};

namespace detail {
inline constexpr std::uint32_t kInfinityBits = 0x7f800000U;
inline constexpr int kExponentBias = 127;
inline constexpr int kFractionBits = 23;

// 2^exponent, of a normal number.
inline float powerOfTwo(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + kExponentBias)
                              << kFractionBits);
}
}  // namespace detail

[[nodiscard]] inline float widen(std::uint8_t byte, const ByteFloat& format) {
  const std::uint32_t negative = byte & format.sign;
  const std::uint32_t code = byte & (format.sign - 1);
  // Multiplying by a power of two rebiases the exponent, and makes subnormals normal.
  const float finite = std::bit_cast<float>(code << (detail::kFractionBits - format.fraction)) *
                       detail::powerOfTwo(detail::kExponentBias - 1 + format.least);
  const bool isInfinite = code == format.beyond && format.beyond != format.nan;
  const bool isNumber = code <= format.largest && !(format.oneZero && code == 0 && negative != 0);
  const std::uint32_t special = detail::kInfinityBits | (isInfinite ? 0 : 1U << 22);
  const std::uint32_t bits = isNumber ? std::bit_cast<std::uint32_t>(finite) : special;
  return std::bit_cast<float>(bits | (negative != 0 ? 1U << 31 : 0));
}

[[nodiscard]] inline std::uint8_t narrow(float value, const ByteFloat& format, bool saturates) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t size = bits & 0x7fffffffU;
  const std::uint32_t sign = bits >> 31 != 0 ? format.sign : 0;
  if (size > detail::kInfinityBits) return static_cast<std::uint8_t>(format.nan | sign);
  std::uint32_t code = format.largest + 1;
  if (size != detail::kInfinityBits) {
    // Units in the last place. The code that follows the last of an exponent is the first of the
    // next.
    const int own = static_cast<int>(size >> detail::kFractionBits) - detail::kExponentBias;
    const int exponent = own > format.least ? own : format.least;
    const float units =
        std::rint(std::bit_cast<float>(size) * detail::powerOfTwo(format.fraction - exponent));
    code = static_cast<std::uint32_t>(units) +
           (static_cast<std::uint32_t>(exponent - format.least) << format.fraction);
  }
  if (code > format.largest) code = saturates ? format.largest : format.beyond;
  if (code == 0 && format.oneZero) return 0;
  return static_cast<std::uint8_t>(code | sign);
}

// float8e8m0: powers of two from 2^-127 on, without a sign, which is dropped; 0xff is NaN. There is
// no 0 and no infinity: the first becomes the smallest, the other NaN, as ONNX's reference has it.
[[nodiscard]] inline float widenPower(std::uint8_t byte) {
  if (byte == 0) return 0x1p-127F;
  const std::uint32_t nan = detail::kInfinityBits | 1U << 22;
  return std::bit_cast<float>(
      byte == 0xff ? nan : static_cast<std::uint32_t>(byte) << detail::kFractionBits);
}

[[nodiscard]] inline std::uint8_t narrowPower(float value, RoundMode mode, bool saturates) {
  constexpr std::uint8_t kLargest = 0xfe;
  constexpr std::uint8_t kNan = 0xff;
  const std::uint32_t size = std::bit_cast<std::uint32_t>(value) & 0x7fffffffU;
  if (size >= detail::kInfinityBits) return kNan;
  const auto below = static_cast<std::uint8_t>(size >> detail::kFractionBits);
  const float power = widenPower(below);
  const float number = std::bit_cast<float>(size);
  const bool goesUp = (mode == RoundMode::up && number > power) ||
                      (mode == RoundMode::nearest && number >= 1.5F * power);
  if (!goesUp) return below;
  return below == kLargest && saturates ? kLargest : static_cast<std::uint8_t>(below + 1);
}

// Loops, by the lane that is converted from or to.
struct ByteFloatLoops {
  Convert toF32;
  Convert toF64;
  Convert fromF32;
  Convert fromF64;
};

// Null for other types. Of a type that has no such choice, every narrowing is the same.
[[nodiscard]] const ByteFloatLoops* findByteFloatLoops(DType type, Narrowing narrowing) noexcept;

}  // namespace simdcast
