#include "dtype.hpp"

#include "enum_table.hpp"

namespace simdcast {
namespace {

struct Row {
  DType key{};
  std::string_view name;
  int width = 0;
  Lane lane = Lane::none;
};

constexpr EnumTable<DType, Row> kTypes({
    {DType::float32, "float32", 4, Lane::f32},
    {DType::float64, "float64", 8, Lane::f64},
    {DType::float16, "float16", 2, Lane::f32},
    {DType::bfloat16, "bfloat16", 2, Lane::f32},
    {DType::int8, "int8", 1, Lane::i8},
    {DType::int16, "int16", 2, Lane::i16},
    {DType::int32, "int32", 4, Lane::i32},
    {DType::int64, "int64", 8, Lane::i64},
    {DType::uint8, "uint8", 1, Lane::u8},
    {DType::uint16, "uint16", 2, Lane::u16},
    {DType::uint32, "uint32", 4, Lane::u32},
    {DType::uint64, "uint64", 8, Lane::u64},
    {DType::boolean, "bool", 1, Lane::b8},
    {DType::string, "string", 0, Lane::none},
    {DType::complex64, "complex64", 8, Lane::none},
    {DType::complex128, "complex128", 16, Lane::none},
    {DType::float8e4m3fn, "float8e4m3fn", 1, Lane::f32},
    {DType::float8e4m3fnuz, "float8e4m3fnuz", 1, Lane::f32},
    {DType::float8e5m2, "float8e5m2", 1, Lane::f32},
    {DType::float8e5m2fnuz, "float8e5m2fnuz", 1, Lane::f32},
    {DType::float8e8m0, "float8e8m0", 1, Lane::f32},
    {DType::float4e2m1, "float4e2m1", 1, Lane::f32},
    {DType::int4, "int4", 1, Lane::i8},
    {DType::uint4, "uint4", 1, Lane::u8},
    {DType::int2, "int2", 1, Lane::i8},
    {DType::uint2, "uint2", 1, Lane::u8},
});

struct LaneRow {
  Lane key{};
  int width = 0;
  bool isSigned = false;
};

constexpr EnumTable<Lane, LaneRow> kLanes({
    {Lane::f32, 4, true},
    {Lane::f64, 8, true},
    {Lane::i8, 1, true},
    {Lane::i16, 2, true},
    {Lane::i32, 4, true},
    {Lane::i64, 8, true},
    {Lane::u8, 1, false},
    {Lane::u16, 2, false},
    {Lane::u32, 4, false},
    {Lane::u64, 8, false},
    {Lane::b8, 1, false},
    {Lane::none, 0, false},
});

}  // namespace

std::string_view name(DType type) noexcept { return kTypes[type].name; }
std::optional<DType> findDType(std::string_view name) noexcept { return kTypes.find(name); }
int width(DType type) noexcept { return kTypes[type].width; }
Lane lane(DType type) noexcept { return kTypes[type].lane; }
int width(Lane lane) noexcept { return kLanes[lane].width; }
bool isSigned(Lane lane) noexcept { return kLanes[lane].isSigned; }

}  // namespace simdcast
