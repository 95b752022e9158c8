// Normalisations of transformers: with residual connections, with embeddings, and without a mean.
#include "../normalizing.hpp"
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

// onnxruntime's default.
constexpr double kEpsilon = 1e-12;

// The scale or the bias along the last axis, in the compute type.
Value ofLastAxis(Call& call, int at, Count size) {
  return call.checkShape(at, {size}) && call.has(at) ? call.widened(call.optional(at)) : Value{};
}

// Rows of the last axis, each minus its mean and divided by its standard deviation.
Value normalized(Call& call, const Value& sum, const Value& scale, const Value& bias) {
  const double epsilon = call.real("epsilon", kEpsilon);
  return normalizedRows(call, sum,
                        {.axis = sum.rank() - 1,
                         .epsilon = epsilon,
                         .scale = scale,
                         .bias = bias,
                         .stash = sum.type});
}

// -- residual connections

// The first input plus the residual connection and the bias.
Value skipped(Call& call, int biasAt) {
  // Only training uses the mean and the standard deviation.
  if (call.wants(1) || call.wants(2)) return call.fail(faults::statistics(call.label()));
  const Value input = call.input(0);
  const Dims& dims = input.dims;
  if (dims.size() != 2 && dims.size() != 3)
    return call.wrongShape(0, {"batch", "sequence", "hidden"});
  const Value x = call.widened(input);
  const Value skip = call.widened(call.input(1));
  const Value sum = call.compute(OpId::add, x, call.stretching(1, skip, dims));
  const Value bias = ofLastAxis(call, biasAt, last(dims));
  return bias ? call.compute(OpId::add, sum, bias) : sum;
}

// The outputs of a residual normalisation: the normalised sum, and as the fourth the sum itself.
Values skipOutputs(Call& call, const Value& made, const Value& sum) {
  const DType type = call.input(0).type;
  const Value shown = call.wants(3) ? call.cast(sum, type) : Value{};
  return {call.cast(made, type), {}, {}, shown};
}

// -- embeddings

// A row of the table for each token, selected by an input of ids.
Value embedded(Call& call, int idsAt, int tableAt) {
  const Value ids = call.input(idsAt);
  const Value table = call.input(tableAt);
  if (call.failed()) return {};
  if (table.rank() != 2) return call.wrongShape(tableAt, {"ids", "hidden"});
  return call.widened(call.gathered(table, ids, 0));
}

// Embeddings of positions: those that the node specifies, or the first ones.
Value positioned(Call& call, const Dims& tokens) {
  const Count length = tokens[1];
  if (call.has(8)) {
    const Dims& dims = call.optional(8).dims;
    const bool isShared = !dims.empty() && dims[0] == 1;
    call.checkShape(8, {isShared ? 1 : tokens[0], length});
    return embedded(call, 8, 3);
  }
  const Value table = call.input(3);
  if (table.rank() != 2 || table.dims[0] < length)
    return call.wrongShape(3, {std::to_string(length) + " positions or more", "hidden"});
  return call.widened(call.partOf(table, 0, 0, length));
}

// The number of 1s in each row of the mask; 0 without a mask.
Value maskIndex(Call& call, Count batch) {
  if (!call.has(7)) return call.expand(call.zero(DType::int32), {batch});
  const std::int32_t numbers[] = {1};
  const Value one = call.builder().constantOf<std::int32_t>(DType::int32, {}, numbers);
  const Value isOne = call.compute(OpId::equal, call.optional(7), one);
  return call.reduce(layers::Reduction::sum, call.cast(isOne, DType::int32), {1}, false);
}

// Adds the embedding from the table that is input `at`.
Value added(Call& call, const Value& sum, const Value& embedding, int at) {
  if (call.failed()) return {};
  if (last(embedding.dims) != last(sum.dims)) return call.wrongShape(at, {"ids", last(sum.dims)});
  return call.compute(OpId::add, sum, embedding);
}

}  // namespace

Values skipLayerNormalization(Call& call) {
  const Value sum = skipped(call, 4);
  if (call.failed()) return {};
  const Value scale = ofLastAxis(call, 2, last(sum.dims));
  const Value bias = ofLastAxis(call, 3, last(sum.dims));
  return skipOutputs(call, normalized(call, sum, scale, bias), sum);
}

Values skipSimplifiedLayerNormalization(Call& call) {
  const Value sum = skipped(call, 3);
  if (call.failed()) return {};
  const Value scale = ofLastAxis(call, 2, last(sum.dims));
  const double epsilon = call.real("epsilon", kEpsilon);
  const Value rows = rootMeanSquare(call, sum, {sum.rank() - 1}, epsilon).normalized;
  return skipOutputs(call, call.compute(OpId::mul, rows, scale), sum);
}

Values embedLayerNormalization(Call& call) {
  const Dims tokens = call.input(0).dims;
  if (tokens.size() != 2) return call.wrongShape(0, {"batch", "sequence"});
  call.checkShape(1, tokens);
  call.checkShape(7, tokens);
  Value sum = embedded(call, 0, 2);
  const Value positions = positioned(call, tokens);
  const Value segments = call.has(1) ? embedded(call, 1, 4) : Value{};
  sum = added(call, sum, positions, 3);
  if (call.has(1)) sum = added(call, sum, segments, 4);
  if (call.failed()) return {};
  const Value scale = ofLastAxis(call, 5, last(sum.dims));
  const Value bias = ofLastAxis(call, 6, last(sum.dims));
  const Value made = normalized(call, sum, scale, bias);
  const DType type = call.input(2).type;
  return {call.cast(made, type), call.wants(1) ? maskIndex(call, tokens[0]) : Value{},
          call.wants(2) ? call.cast(sum, type) : Value{}};
}

Values simplifiedLayerNormalization(Call& call) {
  const Value input = call.input(0);
  const Value scale = call.input(1);
  const int axis = call.ownAxis(-1, input.rank());
  if (!call.checkStretch(1)) return {};
  const DType stash = call.elementType("stash_type", DType::float32, kStashes);
  const double epsilon = call.real("epsilon", 1e-5);
  const Value values = stash == DType::bfloat16 ? call.cast(input, stash) : call.widened(input);
  const auto [normalized, inverse] =
      rootMeanSquare(call, values, slice(allAxes(input.rank()), axis), epsilon);
  const Value made = call.compute(OpId::mul, call.widened(normalized), call.widened(scale));
  return {call.cast(made, input.type), inverse};
}

}  // namespace simdcast::onnx
