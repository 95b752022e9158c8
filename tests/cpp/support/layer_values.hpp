// Elements that the tests of layers compute with.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/dtype.hpp"
#include "random.hpp"

namespace simdcast::test {

template <class T>
inline constexpr DType kType = DType::count;
template <>
inline constexpr DType kType<float> = DType::float32;
template <>
inline constexpr DType kType<double> = DType::float64;
template <>
inline constexpr DType kType<std::int8_t> = DType::int8;
template <>
inline constexpr DType kType<std::int16_t> = DType::int16;
template <>
inline constexpr DType kType<std::int32_t> = DType::int32;
template <>
inline constexpr DType kType<std::int64_t> = DType::int64;
template <>
inline constexpr DType kType<std::uint8_t> = DType::uint8;
template <>
inline constexpr DType kType<std::uint16_t> = DType::uint16;
template <>
inline constexpr DType kType<std::uint64_t> = DType::uint64;

// Small integers, which every type represents and whose sums are exact.
template <class T>
std::vector<T> wholeNumbers(Random& random, Count count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  const int lowest = std::is_signed_v<T> ? -3 : 0;
  for (T& value : values) value = static_cast<T>(random.between(lowest, 3));
  return values;
}

}  // namespace simdcast::test
