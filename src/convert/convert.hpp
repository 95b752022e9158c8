// Conversions between the type in which elements are stored and the lane in which they are
// computed. Each converts `n` elements; source and destination must not overlap.
#pragma once

#include <cstddef>

#include "../base/dtype.hpp"

namespace simdcast {

using Convert = void (*)(std::ptrdiff_t n, std::byte* to, const std::byte* from);

// From a stored type to a lane: narrower floats and integers to f32, any number to f64, any integer
// to i64, and those of up to 32 bits to i32. Null if the type is the lane's own, or there is no
// such conversion.
[[nodiscard]] Convert findWiden(DType from, Lane to) noexcept;

// ONNX's round_mode for float8e8m0: away from zero, towards zero, or to the nearest, ties away.
enum class RoundMode : std::uint8_t { up, down, nearest, count };

// Options of casts to 8-bit floats: whether overflow yields the largest number instead of infinity
// or NaN, and how powers of two are chosen.
struct Narrowing {
  bool saturates = true;
  RoundMode mode = RoundMode::up;
};

// From a lane to a stored type, with one rounding: to nearest, ties to even, for floats; towards
// zero, saturating, with 0 for NaN, from f64 to integers, and from f32 to those that int32 holds;
// wrapping from i64 to integers, and from i32 to those of up to 32 bits. Integers of 4 and 2 bits
// keep their low bits, and are the nearest to a float, ties to even.
[[nodiscard]] Convert findNarrow(Lane from, DType to, Narrowing narrowing = {}) noexcept;

// The conversions between a stored type and each compute type; null if they do not exist.
struct Format {
  struct ByLane {
    Convert f32 = nullptr;
    Convert f64 = nullptr;
    Convert i32 = nullptr;
    Convert i64 = nullptr;

    [[nodiscard]] constexpr Convert of(Lane lane) const noexcept {
      return lane == Lane::f32   ? f32
             : lane == Lane::f64 ? f64
             : lane == Lane::i32 ? i32
             : lane == Lane::i64 ? i64
                                 : nullptr;
    }
  };
  ByLane widen{};
  ByLane narrow{};
};

// The cast between two different types of numbers or bools, as ONNX Cast defines it: widened to a
// lane, then narrowed; either is null if it is not needed. Integers wrap; floats become integers
// towards zero, saturating, with 0 for NaN (those of 4 and 2 bits as above), and are rounded once
// to narrower floats; anything but 0 is true.
struct Conversion {
  Lane lane{};
  Convert widen = nullptr;
  Convert narrow = nullptr;
};
[[nodiscard]] Conversion findConversion(DType from, DType to, Narrowing narrowing = {}) noexcept;

}  // namespace simdcast
