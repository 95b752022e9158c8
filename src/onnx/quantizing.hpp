// Quantised values and sums of their products, shared by the operators of ONNX and com.microsoft.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// A quantised value, and its zero point shaped to broadcast with it, which is 0 if it is absent.
struct Quantized {
  Value value;
  Value zero;
  int at = 0;  // the input that is the zero point
};

// -- zero points and scales
// A single number for all elements, if the input is present.
Value ofAll(Call& call, int at);
// A scale or a zero point of a matrix: a single one, or one for each row or column.
Value ofMatrix(Call& call, int at, bool rows);
// A matrix from the inputs for its elements and its zero point.
Quantized matrixOf(Call& call, int elements, int at, bool rows);

// -- quantisation
// Rounds to the nearest, ties to even, adds the zero point, which may be absent, and limits to the
// range of the type.
Value quantized(Call& call, const Value& quotient, const Value& zero, DType to);
// The value minus its zero point, without its scale.
Value centred(Call& call, const Quantized& quantized, DType to);
// The results of QuantizeLinear and DequantizeLinear for the inputs and attributes.
Value quantizedLinearly(Call& call);
Value dequantizedLinearly(Call& call);
// Floats as bytes, with a scale and a zero point whose range covers theirs and 0.
struct DynamicallyQuantized {
  Value value;
  Value scale;
  Value zero;
};
DynamicallyQuantized dynamicallyQuantized(Call& call, const Value& input);

// -- sums of products of bytes minus their zero points, in int32
// The product of matrices. If the second one is stored column by column, both have two axes.
Value integerProduct(Call& call, const Quantized& first, const Quantized& second,
                     bool transposed = false);
// The results of ConvInteger and QLinearConv for the inputs and attributes.
Value integerConvolved(Call& call);
Value quantizedConvolved(Call& call);

}  // namespace simdcast::onnx
