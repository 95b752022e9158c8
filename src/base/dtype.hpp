// Element types, by onnxruntime-web's names, and their compute types.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace simdcast {

enum class DType : std::uint8_t {
  float32,
  float64,
  float16,
  bfloat16,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean,
  string,
  complex64,
  complex128,
  float8e4m3fn,
  float8e4m3fnuz,
  float8e5m2,
  float8e5m2fnuz,
  float8e8m0,
  float4e2m1,
  int4,
  uint4,
  int2,
  uint2,
  count
};

// The compute type of an element type; b8 is a byte read as a boolean.
enum class Lane : std::uint8_t { f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, b8, none, count };

// Whether it is an enumerator; a value from outside may be any byte.
[[nodiscard]] constexpr bool isType(DType type) noexcept { return type < DType::count; }

[[nodiscard]] std::string_view name(DType type) noexcept;
[[nodiscard]] std::optional<DType> findDType(std::string_view name) noexcept;

// Bytes of one element as stored; 0 for strings, which live outside the engine. Types of fewer than
// 8 bits have a byte for each element.
[[nodiscard]] int width(DType type) noexcept;

// `none` for types that are moved but never computed with.
[[nodiscard]] Lane lane(DType type) noexcept;
[[nodiscard]] int width(Lane lane) noexcept;

[[nodiscard]] constexpr bool isFloat(Lane lane) noexcept {
  return lane == Lane::f32 || lane == Lane::f64;
}
[[nodiscard]] inline bool isFloat(DType type) noexcept { return isFloat(lane(type)); }

// Whether the lane holds negative numbers.
[[nodiscard]] bool isSigned(Lane lane) noexcept;

class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<DType> types) {
    for (DType type : types) bits_ |= 1U << static_cast<int>(type);
  }
  [[nodiscard]] constexpr bool has(DType type) const {
    return type < DType::count && (bits_ >> static_cast<int>(type) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  friend constexpr TypeSet operator|(TypeSet a, TypeSet b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace simdcast
