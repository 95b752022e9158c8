// The sets of element types that schema texts name.
#pragma once

#include "../base/dtype.hpp"

namespace simdcast::onnx::schema {

// Types that the versions of ONNX's format have added.
inline constexpr TypeSet kFormat9{DType::float8e4m3fn, DType::float8e4m3fnuz, DType::float8e5m2,
                                  DType::float8e5m2fnuz};
inline constexpr TypeSet kFormat10 = kFormat9 | TypeSet{DType::int4, DType::uint4};
inline constexpr TypeSet kFormat11 = kFormat10 | TypeSet{DType::float4e2m1};
inline constexpr TypeSet kFormat12 = kFormat11 | TypeSet{DType::float8e8m0};
inline constexpr TypeSet kFormat13 = kFormat12 | TypeSet{DType::int2, DType::uint2};

// Types that operators accept.
inline constexpr TypeSet kBfloat16{DType::bfloat16};
inline constexpr TypeSet kFloats{DType::float16, DType::float32, DType::float64};
inline constexpr TypeSet kWideIntegers{DType::int32, DType::int64, DType::uint32, DType::uint64};
inline constexpr TypeSet kWideNumbers = kFloats | kWideIntegers;
inline constexpr TypeSet kNumbers =
    kWideNumbers | TypeSet{DType::int8, DType::int16, DType::uint8, DType::uint16};
inline constexpr TypeSet kCastable = kNumbers | TypeSet{DType::boolean};
inline constexpr TypeSet kNotText = kCastable | TypeSet{DType::complex64, DType::complex128};
inline constexpr TypeSet kAll = kNotText | TypeSet{DType::string};

struct NamedTypes {
  std::string_view name;
  TypeSet types;
};

inline constexpr NamedTypes kNamedTypes[] = {
    {"f32", {DType::float32}},
    {"floats", kFloats},
    {"floats_bf", kFloats | kBfloat16},
    {"numbers", kNumbers},
    {"numbers_bf", kNumbers | kBfloat16},
    {"all", kAll},
    {"all_bf", kAll | kBfloat16},
    {"not_text", kNotText},
    {"not_text_bf", kNotText | kBfloat16},
    {"wide_numbers", kWideNumbers},
    {"wide_numbers_bf", kWideNumbers | kBfloat16},
    {"castable", kCastable},
    {"castable_bf", kCastable | kBfloat16},
    {"indices", {DType::int32, DType::int64}},
    {"float32", {DType::float32}},
    {"float64", {DType::float64}},
    {"float16", {DType::float16}},
    {"bfloat16", {DType::bfloat16}},
    {"int8", {DType::int8}},
    {"int16", {DType::int16}},
    {"int32", {DType::int32}},
    {"int64", {DType::int64}},
    {"uint8", {DType::uint8}},
    {"uint16", {DType::uint16}},
    {"uint32", {DType::uint32}},
    {"uint64", {DType::uint64}},
    {"bool", {DType::boolean}},
    {"string", {DType::string}},
    {"complex64", {DType::complex64}},
    {"complex128", {DType::complex128}},
    {"float8e4m3fn", {DType::float8e4m3fn}},
    {"float8e4m3fnuz", {DType::float8e4m3fnuz}},
    {"float8e5m2", {DType::float8e5m2}},
    {"float8e5m2fnuz", {DType::float8e5m2fnuz}},
    {"float8e8m0", {DType::float8e8m0}},
    {"float4e2m1", {DType::float4e2m1}},
    {"int4", {DType::int4}},
    {"uint4", {DType::uint4}},
    {"int2", {DType::int2}},
    {"uint2", {DType::uint2}},
};

// Empty for an unknown name.
[[nodiscard]] constexpr TypeSet findTypes(std::string_view name) {
  for (const NamedTypes& set : kNamedTypes)
    if (set.name == name) return set.types;
  return {};
}

}  // namespace simdcast::onnx::schema
