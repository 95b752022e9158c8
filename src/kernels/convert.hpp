// Conversions between the type an element is stored in and the lane it is computed in. Each
// converts `n` elements; source and destination must not overlap.
#pragma once

#include <cstddef>

#include "../base/dtype.hpp"

namespace simdcast {

using Convert = void (*)(std::ptrdiff_t n, std::byte* to, const std::byte* from);

// From a stored type to a lane: small floats and integers to f32, any number to f64, any integer to
// i64. Null where the type is the lane's own, or where there is no such conversion.
[[nodiscard]] Convert findWiden(DType from, Lane to) noexcept;

// Back, with one rounding: to the nearest, ties to even, for floats; towards zero, saturating and
// with 0 for NaN, from f64 to integers; wrapping from i64 to integers.
[[nodiscard]] Convert findNarrow(Lane from, DType to) noexcept;

// A cast between two types as ONNX Cast defines it, for any two different types of numbers or truth
// values: widened to a lane, then narrowed; null where there is nothing to do. Integers keep their
// low bits; floats become integers towards zero, saturating and with 0 for NaN, and round once to
// fewer bits; whatever is not zero is true.
struct Conversion {
  Lane lane{};
  Convert widen = nullptr;
  Convert narrow = nullptr;
};
[[nodiscard]] Conversion findConversion(DType from, DType to) noexcept;

}  // namespace simdcast
