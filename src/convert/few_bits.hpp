// Integers of 4 and 2 bits, each in a byte. Only a byte's low bits count; stored values are
// sign-extended, so an int4 is an int8, and a uint4 a uint8.
#pragma once

#include <cstddef>

namespace simdcast {

struct FewBits {
  int bits;
  bool isSigned;
};

inline constexpr FewBits kInt4{4, true};
inline constexpr FewBits kUint4{4, false};
inline constexpr FewBits kInt2{2, true};
inline constexpr FewBits kUint2{2, false};

// Conversions from and to a compute type. Integers keep their low bits. Floats are rounded to the
// nearest, ties to even, as ONNX's "4 bit integer types" specifies; values outside int32 saturate,
// and NaN becomes 0.
template <const FewBits& format>
struct FewBitsLoops {
  static void toF32(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void toF64(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void toI32(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void toI64(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void fromF32(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void fromF64(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void fromI32(std::ptrdiff_t n, std::byte* to, const std::byte* from);
  static void fromI64(std::ptrdiff_t n, std::byte* to, const std::byte* from);
};

}  // namespace simdcast
