#include "normalizing.hpp"

namespace simdcast::onnx {
namespace {

// The scale or the bias in a shape that the layer accepts: that of the normalised axes, or of the
// whole input.
Value fitted(Call& call, int at, int axis) {
  const Value given = call.optional(at);
  if (!given) return {};
  const Dims dims = call.input(0).dims;
  const Dims normalised = graph::slice(dims, axis);
  int first = 0;
  while (first < given.rank() - 1 && given.dims[first] == 1) ++first;
  const bool ofAxes = given.dims == normalised || graph::slice(given.dims, first) == normalised;
  if (ofAxes || given.dims == dims) return given;
  return call.checkStretch(at) ? call.expand(given, dims) : Value{};
}

}  // namespace

Values normalizedRows(Call& call, const Value& rows, const RowNormalization& how,
                      OutputMask wanted) {
  if (call.failed()) return {};
  const int rank = rows.rank();
  const Count count = graph::sizeOf(rows.dims, 0, how.axis);
  const Count size = graph::sizeOf(rows.dims, how.axis, rank);
  const auto rowsOf = [&](const Value& operand) {
    return !operand || operand.elements() == size ? 1 : count;
  };
  const layers::LayerNormalization request{.type = rows.type,
                                           .stashType = how.stash,
                                           .epsilon = static_cast<float>(how.epsilon),
                                           .rows = count,
                                           .size = size,
                                           .scaleRows = rowsOf(how.scale),
                                           .biasRows = rowsOf(how.bias)};
  const Form statistics{how.stash, graph::joined({graph::slice(rows.dims, 0, how.axis),
                                                  graph::ones(rank - how.axis)})};
  return call.layers(request, {rows, how.scale, how.bias}, {rows, statistics, statistics}, wanted);
}

Values layerNormalization(Call& call) {
  const Value input = call.input(0);
  const int axis = call.ownAxis(-1, input.rank());
  if (call.failed() || !call.checkDims(input.dims)) return {};
  const DType stash = call.elementType("stash_type", DType::float32, kStashes);
  const Value scale = fitted(call, 1, axis);
  const Value bias = fitted(call, 2, axis);
  const double epsilon = call.real("epsilon", 1e-5);
  return normalizedRows(
      call, input, {.axis = axis, .epsilon = epsilon, .scale = scale, .bias = bias, .stash = stash},
      call.wanted() | 1);
}

RootMeanSquare rootMeanSquare(Call& call, const Value& values, const Dims& axes, double epsilon) {
  const Value squares = call.compute(OpId::mul, values, values);
  const Value mean = call.reduce(layers::Reduction::mean, squares, axes, true);
  const Value least = call.cast(call.number(DType::float32, epsilon), values.type);
  const Value root = call.compute(OpId::sqrt, call.compute(OpId::add, mean, least));
  const Value inverse = call.compute(OpId::reciprocal, root);
  return {call.compute(OpId::mul, values, inverse), inverse};
}

}  // namespace simdcast::onnx
