// Products of rows by constant matrices, which are packed once for a session.
#include "call.hpp"

namespace simdcast::onnx {
namespace {

// With fewer rows, a matrix that is stored column by column stays unpacked: each row is multiplied
// separately, which adds in another order than panels do.
constexpr Count kLeastRowsByColumns = 3;
// A matrix below this size stays in L1 without packing: kFewBytes of matrix/blocks.cpp.
constexpr Count kLeastBytes = 16 * 1024;

struct Factors {
  const Value& rows;
  const Value& matrix;
  const Value& bias;  // added to each row
  bool transposed;    // whether the matrix is stored column by column
};

// Whether packing the matrix is faster than reading it in place.
bool isPackable(const Builder& builder, const Factors& factors) {
  const auto& [rows, matrix, bias, transposed] = factors;
  if (!isFloat(matrix.type)) return false;
  if (matrix.rank() != 2 || rows.rank() < 2 || !builder.outlasts(matrix)) return false;
  const Count columns = matrix.dims[transposed ? 0 : 1];
  const bool isBias =
      !bias || (bias.elements() == columns && bias.rank() > 0 && last(bias.dims) == columns);
  const Count least = transposed ? kLeastRowsByColumns : 1;
  return isBias && outerOf(rows.dims, rows.rank() - 1) >= least && columns > 1 &&
         graph::bytesOf(matrix) > kLeastBytes;
}

double numberOf(const AttributeValues& attributes, Attribute attribute, double absent) {
  return attributes.real(attribute, absent);
}

}  // namespace

Value Call::matMul(const Value& a, const Value& b) {
  const Value inputs[] = {a, b};
  return product(OpId::matMul, inputs, {}, kOwnOpset);
}

Value Call::gemm(const Value& rows, const Value& matrix, const Value& bias, bool transB) {
  AttributeValues attributes;
  attributes.set(Attribute::transB, transB ? 1 : 0);
  const Value inputs[] = {rows, matrix, bias};
  return product(OpId::gemm, {inputs, bias ? 3U : 2U}, attributes, kOwnOpset);
}

Value Call::product(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                    int opset) {
  if (failed() || inputs.size() < 2) return builder_.whole(op, inputs, attributes, opset);
  const Value none;
  const Value& bias = inputs.size() > 2 ? inputs[2] : none;
  const Factors factors{inputs[0], inputs[1], bias, attributes.flag(Attribute::transB)};
  const bool isPlain = !attributes.flag(Attribute::transA) &&
                       numberOf(attributes, Attribute::alpha, 1) == 1 &&
                       (!bias || numberOf(attributes, Attribute::beta, 1) == 1);
  const Value& rows = factors.rows;
  const Value& matrix = factors.matrix;
  if (!isPlain || !isPackable(builder_, factors) || rows.type != matrix.type ||
      last(rows.dims) != matrix.dims[factors.transposed ? 1 : 0])
    return builder_.whole(op, inputs, attributes, opset);
  const Count columns = matrix.dims[factors.transposed ? 0 : 1];
  const simdcast::layers::PackedProduct request{.type = rows.type,
                                                .rows = outerOf(rows.dims, rows.rank() - 1),
                                                .depth = last(rows.dims),
                                                .columns = columns,
                                                .transposed = factors.transposed};
  const Value panels = packed(request, matrix, factors.transposed ? "by columns" : "by rows");
  return layer(request, {rows, panels, bias},
               {rows.type, withSize(rows.dims, rows.rank() - 1, columns)});
}

}  // namespace simdcast::onnx
