// Products of bytes whose sums are scaled to floats; onnxruntime's optimisers fuse MatMulInteger
// into them.
#include "../quantizing.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

// A quantised matrix with its scale.
struct Scaled {
  Quantized matrix;
  Value scale;
};

// One for all matrices, one for each column of all, or one for each column of each.
void checkColumns(Call& call, int at, const Dims& matrices) {
  const Dims& dims = call.optional(at).dims;
  if (dims.empty() || dims == Dims{1}) return;
  const bool isOfAll = dims.size() == 1;
  call.checkShape(at, isOfAll ? lastAxis(matrices) : withSize(matrices, matrices.size() - 2, 1));
}

// The second input, quantised as a whole or by columns, with its scale and its zero point from
// these inputs.
Scaled columnsOf(Call& call, int scale, int zero) {
  const Dims& dims = call.input(1).dims;
  if (dims.size() < 2) return call.fail(faults::matrices(call.label(), dims.size()));
  checkColumns(call, scale, dims);
  checkColumns(call, zero, dims);
  return {matrixOf(call, 1, zero, false), ofMatrix(call, scale, false)};
}

// The product of two matrices and their scales, plus the bias, which is input `biasAt`.
Values scaledProduct(Call& call, const Scaled& a, const Scaled& b, int biasAt) {
  if (!call.checkShape(biasAt, lastAxis(call.input(1).dims))) return {};
  const Value sums = call.cast(integerProduct(call, a.matrix, b.matrix), DType::float32);
  const Value made = call.compute(OpId::mul, sums, call.compute(OpId::mul, a.scale, b.scale));
  return {call.has(biasAt) ? call.compute(OpId::add, made, call.optional(biasAt)) : made};
}

}  // namespace

Values dynamicQuantizeMatMul(Call& call) {
  const Scaled b = columnsOf(call, 2, 3);
  const auto [value, scale, zero] = dynamicallyQuantized(call, call.input(0));
  return scaledProduct(call, {{value, zero, 0}, scale}, b, 4);
}

Values matMulIntegerToFloat(Call& call) {
  const Quantized a{call.input(0), ofAll(call, 4), 4};
  const Value scale = ofAll(call, 2);
  const Scaled b = columnsOf(call, 3, 5);
  return scaledProduct(call, {a, scale}, b, 6);
}

}  // namespace simdcast::onnx
