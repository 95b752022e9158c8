// QGemm and QLinearConv: integer sums of bytes, scaled to floats or requantised to bytes.
#include "quantized_values.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr int kZeroA = 2;
constexpr int kB = 3;
constexpr int kScaleB = 4;
constexpr int kZeroB = 5;
constexpr int kBias = 6;
constexpr int kScaleY = 7;
constexpr int kZeroY = 8;

Value matrixAt(Call& call, int at) {
  const Value matrix = call.input(at);
  if (matrix.rank() != 2) return call.fail(faults::matrices(call.label(), matrix.rank()));
  return matrix;
}

// The rows, or the columns of a transposed matrix.
Value rowsOf(Call& call) {
  const Value matrix = matrixAt(call, 0);
  if (!call.flag("transA")) return matrix;
  return call.builder().derived(matrix, "transposed", [&] {
    return call.permuted(matrix, {1, 0});
  });
}

// The integer sums plus the bias.
Value sumsOf(Call& call, const Value& a, const Value& b, bool transB) {
  checkLike(call, kZeroA, a.type);
  const Quantized rows{a, ofAll(call, kZeroA), kZeroA};
  checkLike(call, kZeroB, b.type);
  const Quantized columns{b, ofMatrix(call, kZeroB, transB), kZeroB};
  const Value sums = integerProduct(call, rows, columns, transB);
  if (!call.has(kBias)) return sums;
  return call.compute(OpId::add, sums, call.stretching(kBias, call.optional(kBias), sums.dims));
}

}  // namespace

Values quantizedGemm(Call& call) {
  const Value a = rowsOf(call);
  const Value b = matrixAt(call, kB);
  if (call.failed()) return {};
  const bool transB = call.flag("transB");
  const Count depth = b.dims[transB ? 1 : 0];
  const Count columns = b.dims[transB ? 0 : 1];
  if (a.dims[1] != depth && transB) return call.wrongShape(kB, {"N", a.dims[1]});
  if (a.dims[1] != depth) return call.wrongShape(kB, {a.dims[1], "N"});
  for (const int at : {kScaleB, kZeroB})
    if (call.input(at).elements() != 1) call.checkShape(at, {columns});
  const Value sums = sumsOf(call, a, b, transB);
  const Value alpha = call.number(DType::float32, call.real("alpha", 1));
  const Value scale = call.compute(OpId::mul, call.compute(OpId::mul, alpha, scaleOf(call, 1)),
                                   ofMatrix(call, kScaleB, false));
  const Value reals = call.compute(OpId::mul, call.cast(sums, DType::float32), scale);
  if (!call.has(kScaleY)) return {reals};
  const DType type = call.has(kZeroY) ? call.optional(kZeroY).type : a.type;
  const Value multiples = call.compute(OpId::div, reals, scaleOf(call, kScaleY));
  return {roundedBy(call, multiples, kZeroY, type)};
}

Values quantizedConv(Call& call) { return {withChannelsFirst(call, quantizedConvolved)}; }

}  // namespace simdcast::onnx
