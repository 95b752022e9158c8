// ONNX's numbers and names of element types, as in TensorProto.DataType.
#pragma once

#include <optional>
#include <string_view>

#include "../base/dtype.hpp"
#include "../base/enum_table.hpp"
#include "../base/shape.hpp"

namespace simdcast::onnx {

struct ElementNumber {
  DType key{};
  int number = 0;
  std::string_view name;
  int bits = 0;  // of an element that is stored in fewer than 8 bits in a file
};

inline constexpr EnumTable<DType, ElementNumber> kElementNumbers({
    {DType::float32, 1, "FLOAT"},
    {DType::float64, 11, "DOUBLE"},
    {DType::float16, 10, "FLOAT16"},
    {DType::bfloat16, 16, "BFLOAT16"},
    {DType::int8, 3, "INT8"},
    {DType::int16, 5, "INT16"},
    {DType::int32, 6, "INT32"},
    {DType::int64, 7, "INT64"},
    {DType::uint8, 2, "UINT8"},
    {DType::uint16, 4, "UINT16"},
    {DType::uint32, 12, "UINT32"},
    {DType::uint64, 13, "UINT64"},
    {DType::boolean, 9, "BOOL"},
    {DType::string, 8, "STRING"},
    {DType::complex64, 14, "COMPLEX64"},
    {DType::complex128, 15, "COMPLEX128"},
    {DType::float8e4m3fn, 17, "FLOAT8E4M3FN"},
    {DType::float8e4m3fnuz, 18, "FLOAT8E4M3FNUZ"},
    {DType::float8e5m2, 19, "FLOAT8E5M2"},
    {DType::float8e5m2fnuz, 20, "FLOAT8E5M2FNUZ"},
    {DType::float8e8m0, 24, "FLOAT8E8M0"},
    {DType::float4e2m1, 23, "FLOAT4E2M1", 4},
    {DType::int4, 22, "INT4", 4},
    {DType::uint4, 21, "UINT4", 4},
    {DType::int2, 26, "INT2", 2},
    {DType::uint2, 25, "UINT2", 2},
});

[[nodiscard]] inline std::optional<DType> onnxType(Count number) {
  for (const ElementNumber& row : kElementNumbers)
    if (row.number == number) return row.key;
  return std::nullopt;
}

}  // namespace simdcast::onnx
