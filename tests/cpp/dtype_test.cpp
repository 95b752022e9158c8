#include "base/dtype.hpp"

#include <catch2/catch_test_macros.hpp>

namespace simdcast::test::dtype_test {
namespace {

// ONNX's types by onnxruntime-web's names, with the bytes of one element (api.md).
constexpr struct {
  DType type;
  std::string_view name;
  int width;
} kTypes[] = {
    {DType::float32, "float32", 4},
    {DType::float64, "float64", 8},
    {DType::float16, "float16", 2},
    {DType::bfloat16, "bfloat16", 2},
    {DType::int8, "int8", 1},
    {DType::int16, "int16", 2},
    {DType::int32, "int32", 4},
    {DType::int64, "int64", 8},
    {DType::uint8, "uint8", 1},
    {DType::uint16, "uint16", 2},
    {DType::uint32, "uint32", 4},
    {DType::uint64, "uint64", 8},
    {DType::boolean, "bool", 1},
    {DType::string, "string", 0},
    {DType::complex64, "complex64", 8},
    {DType::complex128, "complex128", 16},
    {DType::float8e4m3fn, "float8e4m3fn", 1},
    {DType::float8e4m3fnuz, "float8e4m3fnuz", 1},
    {DType::float8e5m2, "float8e5m2", 1},
    {DType::float8e5m2fnuz, "float8e5m2fnuz", 1},
    {DType::float8e8m0, "float8e8m0", 1},
    {DType::float4e2m1, "float4e2m1", 1},
    {DType::int4, "int4", 1},
    {DType::uint4, "uint4", 1},
    {DType::int2, "int2", 1},
    {DType::uint2, "uint2", 1},
};
static_assert(std::size(kTypes) == static_cast<std::size_t>(DType::count));

TEST_CASE("types have names and widths", "[dtype]") {
  for (const auto& row : kTypes) {
    CHECK(name(row.type) == row.name);
    CHECK(width(row.type) == row.width);
    CHECK(findDType(row.name) == row.type);
  }
}

TEST_CASE("there is no type of another name", "[dtype]") {
  CHECK_FALSE(findDType("float").has_value());
  CHECK_FALSE(findDType("").has_value());
  CHECK_FALSE(findDType("Float32").has_value());
}

TEST_CASE("numbers compute in the lane of their own width", "[dtype]") {
  CHECK(lane(DType::float32) == Lane::f32);
  CHECK(lane(DType::float64) == Lane::f64);
  CHECK(lane(DType::int8) == Lane::i8);
  CHECK(lane(DType::int16) == Lane::i16);
  CHECK(lane(DType::int32) == Lane::i32);
  CHECK(lane(DType::int64) == Lane::i64);
  CHECK(lane(DType::uint8) == Lane::u8);
  CHECK(lane(DType::uint16) == Lane::u16);
  CHECK(lane(DType::uint32) == Lane::u32);
  CHECK(lane(DType::uint64) == Lane::u64);
}

TEST_CASE("lanes have a sign or not", "[dtype]") {
  for (Lane lane : {Lane::f32, Lane::f64, Lane::i8, Lane::i16, Lane::i32, Lane::i64})
    CHECK(isSigned(lane));
  for (Lane lane : {Lane::u8, Lane::u16, Lane::u32, Lane::u64, Lane::b8, Lane::none})
    CHECK_FALSE(isSigned(lane));
}

TEST_CASE("a byte from outside may be no type", "[dtype]") {
  for (const auto& row : kTypes) CHECK(isType(row.type));
  CHECK_FALSE(isType(DType::count));
  CHECK_FALSE(isType(static_cast<DType>(255)));
}

TEST_CASE("strings and complex numbers are never computed with", "[dtype]") {
  CHECK(lane(DType::string) == Lane::none);
  CHECK(lane(DType::complex64) == Lane::none);
  CHECK(lane(DType::complex128) == Lane::none);
}

TEST_CASE("truth values compute as bytes, and small floats in float32", "[dtype]") {
  CHECK(lane(DType::boolean) == Lane::b8);
  CHECK(lane(DType::float16) == Lane::f32);
  CHECK(lane(DType::bfloat16) == Lane::f32);
}

TEST_CASE("lanes have widths", "[dtype]") {
  CHECK(width(Lane::f32) == 4);
  CHECK(width(Lane::f64) == 8);
  CHECK(width(Lane::i8) == 1);
  CHECK(width(Lane::u16) == 2);
  CHECK(width(Lane::i64) == 8);
  CHECK(width(Lane::b8) == 1);
}

TEST_CASE("type sets", "[dtype]") {
  constexpr TypeSet floats{DType::float32, DType::float64};
  constexpr TypeSet both = floats | TypeSet{DType::complex128};
  CHECK(floats.has(DType::float32));
  CHECK_FALSE(floats.has(DType::int32));
  CHECK_FALSE(floats.has(DType::complex128));
  CHECK(both.has(DType::float64));
  CHECK(both.has(DType::complex128));
  CHECK_FALSE(TypeSet{}.has(DType::float32));
  CHECK(TypeSet{}.empty());
  CHECK_FALSE(floats.empty());
}

}  // namespace
}  // namespace simdcast::test::dtype_test
