// The float types by their definitions: significant digits and the smallest exponent, in doubles.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "base/dtype.hpp"

namespace simdcast::test {

// For numbers ±1.f · 2^e: bits of f plus the implicit one, the smallest e, and the largest.
struct FloatFormat {
  int digits = 0;
  int least = 0;
  int greatest = 0;
};

[[nodiscard]] inline FloatFormat formatOf(DType type) {
  if (type == DType::float16) return {11, -14, 15};
  if (type == DType::bfloat16) return {8, -126, 127};
  return type == DType::float32 ? FloatFormat{24, -126, 127} : FloatFormat{53, -1022, 1023};
}

// To the nearest number of the type, ties to even.
[[nodiscard]] inline double rounded(DType type, double x) {
  const FloatFormat format = formatOf(type);
  if (type == DType::float64 || x == 0 || !std::isfinite(x)) return x;
  const double unit = std::ldexp(1, std::max(std::ilogb(x), format.least) - (format.digits - 1));
  const double nearest = std::nearbyint(x / unit) * unit;
  const bool overflows = std::abs(nearest) >= std::ldexp(1, format.greatest + 1);
  return overflows ? std::copysign(std::numeric_limits<double>::infinity(), x) : nearest;
}

// The bits of a number of the type, in the low ones.
[[nodiscard]] inline std::uint64_t bitsOf(DType type, double x) {
  const FloatFormat format = formatOf(type);
  const int fraction = format.digits - 1;
  const std::uint64_t special = std::uint64_t(format.greatest - format.least + 2) << fraction;
  const int width = simdcast::width(type) * 8;
  const std::uint64_t sign = std::signbit(x) ? std::uint64_t{1} << (width - 1) : 0;
  if (std::isnan(x)) return special | std::uint64_t{1} << (fraction - 1);
  if (std::isinf(x)) return sign | special;
  if (x == 0) return sign;
  const int exponent = std::max(std::ilogb(x), format.least);
  const auto steps = static_cast<std::uint64_t>(std::ldexp(std::abs(x), fraction - exponent));
  // The leading one of a normal number adds one to the exponent.
  return sign | (steps + (static_cast<std::uint64_t>(exponent - format.least) << fraction));
}

[[nodiscard]] inline double valueOf(DType type, std::uint64_t bits) {
  const FloatFormat format = formatOf(type);
  const int fraction = format.digits - 1;
  const int width = simdcast::width(type) * 8;
  const double sign = (bits >> (width - 1) & 1) != 0 ? -1 : 1;
  const auto biased = static_cast<int>((bits & ~(std::uint64_t{1} << (width - 1))) >> fraction);
  const std::uint64_t rest = bits & ((std::uint64_t{1} << fraction) - 1);
  if (biased == format.greatest - format.least + 2)
    return rest != 0 ? std::numeric_limits<double>::quiet_NaN()
                     : sign * std::numeric_limits<double>::infinity();
  const std::uint64_t steps = biased == 0 ? rest : rest | std::uint64_t{1} << fraction;
  return sign *
         std::ldexp(static_cast<double>(steps), std::max(biased - 1, 0) + format.least - fraction);
}

// As stored, low byte first.
[[nodiscard]] inline std::vector<std::byte> encoded(DType type, const std::vector<double>& values) {
  const auto width = static_cast<std::size_t>(simdcast::width(type));
  std::vector<std::byte> bytes(values.size() * width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bits = bitsOf(type, values[i]);
    std::memcpy(bytes.data() + i * width, &bits, width);
  }
  return bytes;
}

[[nodiscard]] inline std::vector<double> decoded(DType type, const std::vector<std::byte>& bytes) {
  const auto width = static_cast<std::size_t>(simdcast::width(type));
  std::vector<double> values(bytes.size() / width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    values[i] = valueOf(type, bits);
  }
  return values;
}

}  // namespace simdcast::test
