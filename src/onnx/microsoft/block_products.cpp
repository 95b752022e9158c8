// MatMulNBits: rows times a block-quantised matrix of 2, 4 or 8 bits.
#include "../window_axes.hpp"
#include "codes.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

// The weights: a row of `depth` quantised values in blocks for each column of the result.
struct Weights {
  Coding coding;
  Count depth = 0;
  Count columns = 0;
  Count blocks = 0;  // of a column
};

Weights weightsOf(Call& call) {
  const Coding coding = codingOf(call);
  const Count depth = call.neededInteger("K");
  const Count columns = call.neededInteger("N");
  const Count blocks = ceilDivide(depth, coding.block);
  call.checkShape(1, {columns, blocks, bytesOfCodes(coding.block, coding)});
  return {coding, depth, columns, blocks};
}

// An input with a row for each column of the result; the rows may be flattened into one axis.
Value inRows(Call& call, int at, const Weights& weights, Count width) {
  if (call.failed()) return {};
  const Value value = call.optional(at);
  const bool isFlat = value.dims == Dims{weights.columns * width};
  if (!isFlat) call.checkShape(at, {weights.columns, width});
  return call.alias(value, {weights.columns, width});
}

// A value in float32; converted once if constant.
Value inFloat32(Call& call, const Value& value) {
  if (value.type == DType::float32) return value;
  return call.builder().derived(value, "float32", [&] { return call.cast(value, DType::float32); });
}

// The zero points in float32, which may be absent: packed like the weights, or floats.
Value zerosOf(Call& call, const Weights& weights) {
  if (!call.has(3) || call.failed()) return {};
  if (call.optional(3).type != DType::uint8)
    return inFloat32(call, inRows(call, 3, weights, weights.blocks));
  const Value bytes = inRows(call, 3, weights, bytesOfCodes(weights.blocks, weights.coding));
  const std::string what = "codes of " + std::to_string(weights.coding.bits) + " bits as floats";
  return call.builder().derived(bytes, what, [&] {
    return call.cast(unpacked(call, bytes, weights.coding, weights.blocks), DType::float32);
  });
}

// The product if an input assigns the blocks of each column explicitly: the weights are dequantised
// to floats.
Value productByBlocks(Call& call, const Value& rows, const Weights& weights) {
  const auto& [coding, depth, columns, blocks] = weights;
  if (call.optional(4).dims != Dims{blocks * coding.block}) call.checkShape(4, {depth});
  const Value indices = call.partOf(call.optional(4), 0, 0, depth);
  const Value scales = inRows(call, 2, weights, blocks);
  const Value zeros = zerosOf(call, weights);
  if (call.failed()) return {};
  const Value bytes = call.alias(call.input(1), {columns, sizeOf(call.input(1).dims, 1, 3)});
  const Value codes = unpacked(call, bytes, coding, depth);
  const Value factors = call.gathered(scales, indices, 1);
  const Value points = zeros ? call.gathered(zeros, indices, 1) : middleOf(call, coding);
  const Value matrix = dequantized(call, codes, factors, points);
  const Value flat = call.alias(rows, {outerOf(rows.dims, rows.rank() - 1), depth});
  return call.alias(call.gemm(flat, matrix), withSize(rows.dims, rows.rank() - 1, columns));
}

// The product with one scale per block of a column: the layer reads the quantised values in place.
Value productInPlace(Call& call, const Value& rows, const Weights& weights) {
  const auto& [bits, block] = weights.coding;
  const Value scales = inFloat32(call, inRows(call, 2, weights, weights.blocks));
  const Value zeros = zerosOf(call, weights);
  if (call.failed()) return {};
  const layers::BlockProduct request{.type = rows.type,
                                     .bits = bits,
                                     .block = block,
                                     .rows = outerOf(rows.dims, rows.rank() - 1),
                                     .depth = weights.depth,
                                     .columns = weights.columns};
  return call.layer(request, {rows, call.input(1), scales, zeros},
                    {rows.type, withSize(rows.dims, rows.rank() - 1, weights.columns)});
}

}  // namespace

Values matMulNBits(Call& call) {
  const Value input = call.input(0);
  const Weights weights = weightsOf(call);
  const Dims outer = outerAxes(input.dims);
  call.checkShape(0, appended(outer, weights.depth));
  call.checkShape(5, {weights.columns});
  if (!call.checkDims(appended(outer, weights.columns))) return {};
  const Value rows = call.cast(input, DType::float32);
  const Value product =
      call.has(4) ? productByBlocks(call, rows, weights) : productInPlace(call, rows, weights);
  if (!call.has(5)) return {call.cast(product, input.type)};
  const Value bias = call.cast(call.optional(5), DType::float32);
  return {call.cast(call.compute(OpId::add, product, bias), input.type)};
}

}  // namespace simdcast::onnx
