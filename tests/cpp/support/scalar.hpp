// Arithmetic on one element, and the values worth testing. Integers are computed modulo 2^64, whose
// low bits are those of any narrower type.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/dtype.hpp"
#include "kernels/registry.hpp"
#include "random.hpp"

namespace simdcast::test {

template <class T>
[[nodiscard]] T scalarDiv(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a / b;
  } else {
    if (b == 0) return 0;
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(0 - static_cast<std::uint64_t>(a));
    return static_cast<T>(a / b);
  }
}

template <class T>
[[nodiscard]] T scalar(KernelOp op, T a, T b) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
  const auto x = static_cast<Wide>(a);
  const auto y = static_cast<Wide>(b);
  if (op == KernelOp::add) return static_cast<T>(x + y);
  if (op == KernelOp::sub) return static_cast<T>(x - y);
  if (op == KernelOp::mul) return static_cast<T>(x * y);
  return scalarDiv(a, b);
}

// The same bits, or any NaN for NaN: no specification defines which.
template <class T>
[[nodiscard]] bool sameValue(T a, T b) {
  if (a != a) return b != b;
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// The position of the first element that differs; -1 if none does.
template <class T>
[[nodiscard]] std::ptrdiff_t firstDifference(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!sameValue(a[i], b[i])) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

template <class T>
[[nodiscard]] std::vector<T> notableValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{0, 1, 2, 3, 7, Limits::max(), Limits::lowest()};
  if constexpr (std::is_floating_point_v<T>) {
    for (const T value : {T{-0.0}, T{-1}, T{0.5}, T{-2.5}, T{1} / T{3}, Limits::min(),
                          Limits::denorm_min(), -Limits::denorm_min(), Limits::epsilon(),
                          Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
      values.push_back(value);
  } else {
    values.push_back(static_cast<T>(-1));
    values.push_back(static_cast<T>(-3));
    values.push_back(static_cast<T>(Limits::max() / 2 + 1));
    values.push_back(static_cast<T>(Limits::lowest() + 1));
  }
  return values;
}

// Any bits for integers; for floats, numbers whose sums and products stay finite.
template <class T>
[[nodiscard]] T randomValue(Random& random) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(random.between(-1'000'000, 1'000'000)) / T{64};
  } else {
    return random.chance(10) ? T{0} : static_cast<T>(random.bits());
  }
}

template <class T>
[[nodiscard]] std::vector<T> randomValues(Random& random, Count count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = randomValue<T>(random);
  return values;
}

template <class T>
struct LaneOf;
template <>
struct LaneOf<float> : std::integral_constant<Lane, Lane::f32> {};
template <>
struct LaneOf<double> : std::integral_constant<Lane, Lane::f64> {};
template <>
struct LaneOf<std::int8_t> : std::integral_constant<Lane, Lane::i8> {};
template <>
struct LaneOf<std::int16_t> : std::integral_constant<Lane, Lane::i16> {};
template <>
struct LaneOf<std::int32_t> : std::integral_constant<Lane, Lane::i32> {};
template <>
struct LaneOf<std::int64_t> : std::integral_constant<Lane, Lane::i64> {};
template <>
struct LaneOf<std::uint8_t> : std::integral_constant<Lane, Lane::u8> {};
template <>
struct LaneOf<std::uint16_t> : std::integral_constant<Lane, Lane::u16> {};
template <>
struct LaneOf<std::uint32_t> : std::integral_constant<Lane, Lane::u32> {};
template <>
struct LaneOf<std::uint64_t> : std::integral_constant<Lane, Lane::u64> {};

inline constexpr KernelOp kArithmetic[] = {KernelOp::add, KernelOp::sub, KernelOp::mul,
                                           KernelOp::div};

// Calls `use` with a value and the name of every integer type.
template <class Use>
void forEachIntegerLane(Use use) {
  use(std::int8_t{}, "int8");
  use(std::int16_t{}, "int16");
  use(std::int32_t{}, "int32");
  use(std::int64_t{}, "int64");
  use(std::uint8_t{}, "uint8");
  use(std::uint16_t{}, "uint16");
  use(std::uint32_t{}, "uint32");
  use(std::uint64_t{}, "uint64");
}

// The same, with floats, for every type that has its own lane.
template <class Use>
void forEachLane(Use use) {
  use(float{}, "float32");
  use(double{}, "float64");
  forEachIntegerLane(use);
}

}  // namespace simdcast::test
