// The attributes of the operators, by ONNX's names, and their values for a node.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "../base/dtype.hpp"

namespace simdcast {

enum class Attribute : std::uint8_t {
  axis,
  broadcast,
  consumedInputs,
  fmod,
  direction,
  alpha,
  beta,
  transA,
  transB,
  min,
  max,
  approximate,
  to,
  saturate,
  roundMode,
  detectNegative,
  detectPositive,
  count
};

enum class AttributeKind : std::uint8_t {
  integer,
  flag,
  real,
  choice,  // one of several strings
  type,
  ignored,
  count
};

using AttributeMask = std::uint32_t;

[[nodiscard]] constexpr AttributeMask maskOf(Attribute attribute) {
  return AttributeMask{1} << static_cast<int>(attribute);
}

[[nodiscard]] constexpr AttributeMask maskOf(std::initializer_list<Attribute> attributes) {
  AttributeMask mask = 0;
  for (Attribute attribute : attributes) mask |= maskOf(attribute);
  return mask;
}

// The values of a node's attributes as numbers, which stand for flags, types and choices too.
// `given` has a bit for each attribute that is present.
struct AttributeValues {
  AttributeMask given = 0;
  double numbers[static_cast<int>(Attribute::count)]{};

  [[nodiscard]] bool has(Attribute attribute) const { return (given & maskOf(attribute)) != 0; }
  [[nodiscard]] int integer(Attribute attribute, int absent) const {
    return static_cast<int>(real(attribute, absent));
  }
  [[nodiscard]] bool flag(Attribute attribute) const { return integer(attribute, 0) != 0; }
  [[nodiscard]] double real(Attribute attribute, double absent) const {
    return has(attribute) ? numbers[static_cast<int>(attribute)] : absent;
  }
  void set(Attribute attribute, double number) {
    given |= maskOf(attribute);
    numbers[static_cast<int>(attribute)] = number;
  }
  // The element type that the attribute names; the first one if it is absent.
  [[nodiscard]] DType type(Attribute attribute) const {
    return static_cast<DType>(integer(attribute, 0));
  }
};

[[nodiscard]] std::string_view name(Attribute attribute) noexcept;
[[nodiscard]] std::optional<Attribute> findAttribute(std::string_view name) noexcept;
[[nodiscard]] std::string_view name(AttributeKind kind) noexcept;
[[nodiscard]] AttributeKind kind(Attribute attribute) noexcept;
// The allowed strings of the attribute, in the order of their numbers; empty for other kinds.
[[nodiscard]] std::span<const std::string_view> choicesOf(Attribute attribute) noexcept;

}  // namespace simdcast
