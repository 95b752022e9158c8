// Quantised operators, as chains of operators on dequantised values.
#include "quantizing.hpp"

namespace simdcast::onnx {
namespace {

Values quantizeLinear(Call& call) { return {quantizedLinearly(call)}; }

Values dequantizeLinear(Call& call) { return {dequantizedLinearly(call)}; }

Values dynamicQuantizeLinear(Call& call) {
  const auto [value, scale, zero] = dynamicallyQuantized(call, call.input(0));
  return {value, scale, zero};
}

Values matMulInteger(Call& call) {
  return {integerProduct(call, matrixOf(call, 0, 2, true), matrixOf(call, 1, 3, false))};
}

Values qLinearMatMul(Call& call) {
  const Value made = integerProduct(call, matrixOf(call, 0, 2, true), matrixOf(call, 3, 5, false));
  const Value sums = call.cast(made, DType::float32);
  const auto fit = [&](int at, bool rows) {
    return call.stretching(at, ofMatrix(call, at, rows), sums.dims);
  };
  const auto scale = [&](int at, bool rows) { return call.cast(fit(at, rows), DType::float32); };
  const Value rowScale = scale(1, true);
  const Value products = call.compute(OpId::mul, rowScale, scale(4, false));
  const Value factor = call.compute(OpId::div, products, scale(6, true));
  return {quantized(call, call.compute(OpId::mul, sums, factor), fit(7, true), call.input(7).type)};
}

Values convInteger(Call& call) { return {integerConvolved(call)}; }

Values qLinearConv(Call& call) { return {quantizedConvolved(call)}; }

// The types of powers of two, which opset 24 added, are for scales only.
constexpr Row kQuantizationRows[] = {
    {"QuantizeLinear",
     "10[2..3](float32|int32,float32|int32,int8|uint8) 13{axis:int} "
     "19(float32|float16|bfloat16|int32,float32|float16|bfloat16|int32,int8|uint8+)"
     "{axis:int saturate:int} "
     "21(float32|float16|bfloat16|int32,float32|float16|bfloat16|int32,int8|uint8|int16|uint16+)"
     "{axis:int saturate:int block_size:int output_dtype:type} "
     "23{axis:int saturate:int block_size:int output_dtype:type precision:type} "
     "24(float32|float16|bfloat16|int32,float32|float16|bfloat16|float8e8m0|int32,"
     "int8|uint8|int16|uint16|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|uint4|"
     "float4e2m1) "
     "25(float32|float16|bfloat16|int32,float32|float16|bfloat16|float8e8m0|int32,"
     "int8|uint8|int16|uint16|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|uint4|"
     "float4e2m1|int2|uint2)",
     quantizeLinear},
    {"DequantizeLinear",
     "10[2..3](int8|uint8|int32,float32,int8|uint8|int32) 13{axis:int} "
     "19(int8|uint8|int32+,float32|float16|bfloat16,int8|uint8|int32+) "
     "21(int8|uint8|int16|uint16|int32+,float32|float16|bfloat16,int8|uint8|int16|uint16|int32+)"
     "{axis:int block_size:int} "
     "23{axis:int block_size:int output_dtype:type} "
     "24(int8|uint8|int16|uint16|int32|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|"
     "uint4|float4e2m1,float32|float16|bfloat16|float8e8m0,"
     "int8|uint8|int16|uint16|int32|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|"
     "uint4|float4e2m1) "
     "25(int8|uint8|int16|uint16|int32|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|"
     "uint4|float4e2m1|int2|uint2,float32|float16|bfloat16|float8e8m0,"
     "int8|uint8|int16|uint16|int32|float8e4m3fn|float8e4m3fnuz|float8e5m2|float8e5m2fnuz|int4|"
     "uint4|float4e2m1|int2|uint2)",
     dequantizeLinear},
    {"DynamicQuantizeLinear", "11(float32)->3", dynamicQuantizeLinear},
    {"MatMulInteger", "10[2..4](int8|uint8,int8|uint8,int8|uint8,int8|uint8)", matMulInteger},
    {"QLinearMatMul",
     "10(int8|uint8,float32,int8|uint8,int8|uint8,float32,int8|uint8,float32,int8|uint8) "
     "21(int8|uint8,float32|float16|bfloat16,int8|uint8,int8|uint8,float32|float16|bfloat16,"
     "int8|uint8,float32|float16|bfloat16,int8|uint8)",
     qLinearMatMul},
    {"ConvInteger",
     "10[2..4](int8|uint8,int8|uint8,int8|uint8,int8|uint8)"
     "{auto_pad:string kernel_shape:ints pads:ints strides:ints dilations:ints group:int}",
     convInteger},
    {"QLinearConv",
     "10[8..9](int8|uint8,float32,int8|uint8,int8|uint8,float32,int8|uint8,float32,int8|uint8,"
     "int32)"
     "{auto_pad:string kernel_shape:ints pads:ints strides:ints dilations:ints group:int}",
     qLinearConv},
};

}  // namespace

const std::span<const Row> rows::kQuantization = kQuantizationRows;

}  // namespace simdcast::onnx
