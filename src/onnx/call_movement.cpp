// Movement: the same elements at other positions.
#include "../explain/sentences.hpp"
#include "../rules/align.hpp"
#include "../rules/fixes.hpp"
#include "call.hpp"

namespace simdcast::onnx {
namespace {

// Whether neighbours in the order of the axes are neighbours in memory.
bool isDense(const Dims& dims, const Dims& strides) {
  Count dense = 1;
  for (int axis = dims.size() - 1; axis >= 0; --axis) {
    if (dims[axis] != 1 && strides[axis] != dense) return false;
    dense *= dims[axis];
  }
  return true;
}

Shapes shapesOf(const Dims& a, const Dims& b) { return {graph::toShape(a), graph::toShape(b)}; }

}  // namespace

Value Call::expand(const Value& value, const Dims& dims) {
  if (failed()) return {};
  const Value inputs[] = {value, {{DType::int64, dims}, nullptr}};
  return builder_.whole(OpId::expand, inputs, {}, kOwnOpset);
}

void Call::fill(const Value& output, const Value& one) {
  builder_.move(one, output, {.sizes = output.dims, .from = {.strides = Dims(output.rank(), 0)}});
}

Value Call::divisor(const Value& value) {
  const Value isZero = compute(OpId::equal, value, number(value.type, 0));
  return compute(OpId::where, isZero, number(value.type, 1), value);
}

Value Call::permuted(const Value& value, const Dims& perm) {
  if (failed()) return {};
  Dims made;
  Dims walked;
  const Dims strides = denseStrides(value.dims);
  for (const Count axis : perm) {
    made.push(value.dims[static_cast<int>(axis)]);
    walked.push(strides[static_cast<int>(axis)]);
  }
  return boxOf(value, made, 0, walked);
}

Value Call::boxOf(const Value& value, const Dims& dims, Count offset, const Dims& strides) {
  if (failed()) return {};
  if (sizeOf(dims) == value.elements() && offset == 0 && isDense(dims, strides))
    return alias(value, dims);
  const Value output = builder_.make(value.type, dims, value.isConstant());
  if (output)
    builder_.move(value, output, {.sizes = dims, .from = {.offset = offset, .strides = strides}});
  return output;
}

Value Call::joined(std::span<const Value> inputs, int axis) {
  if (failed() || inputs.empty()) return {};
  const Value& first = inputs[0];
  if (inputs.size() == 1) return first;
  Count size = 0;
  for (const Value& input : inputs) size += input.dims[axis];
  const Value output =
      builder_.make(first.type, withSize(first.dims, axis, size), Builder::areConstant(inputs));
  if (!output) return {};
  const Count stride = innerOf(output.dims, axis);
  Count start = 0;
  for (const Value& input : inputs) {
    builder_.move(input, output, {.to = {.offset = start * stride}, .isContinued = start == 0});
    start += input.dims[axis];
  }
  return output;
}

Value Call::joinedAlong(std::span<const Value> inputs, int axis) {
  if (failed() || inputs.empty()) return {};
  const Dims& first = inputs[0].dims;
  Count size = 0;
  for (const Value& input : inputs) {
    if (input.rank() != first.size() || withoutAxis(input.dims, axis) != withoutAxis(first, axis))
      return fail(faults::concat(label(), axis, first, input.dims));
    size += input.dims[axis];
  }
  return checkDims(withSize(first, axis, size)) ? joined(inputs, axis) : Value{};
}

Value Call::partOf(const Value& value, int axis, Count first, Count count) {
  if (failed() || count == value.dims[axis]) return value;
  const Dims made = withSize(value.dims, axis, count);
  const Dims strides = denseStrides(value.dims);
  return boxOf(value, made, sizeOf(made) == 0 ? 0 : first * strides[axis], strides);
}

Value Call::viewOf(const Value& value, int axis, Count first, Count count) {
  if (failed()) return {};
  const bool isPiece =
      value.storage->kind == graph::StorageKind::temporary && outerOf(value.dims, axis) == 1;
  if (!isPiece || count == value.dims[axis]) return partOf(value, axis, first, count);
  return builder_.part(value, first * innerOf(value.dims, axis), withSize(value.dims, axis, count));
}

Value Call::entryOf(const Value& value, int axis, Count at) {
  const Value one = partOf(value, axis, at, 1);
  return failed() ? Value{} : alias(one, withoutAxis(one.dims, axis));
}

Value Call::gathered(const Value& data, const Value& indices, int axis) {
  if (failed()) return {};
  const Dims made =
      graph::joined({slice(data.dims, 0, axis), indices.dims, slice(data.dims, axis + 1)});
  if (!checkDims(made)) return {};
  const simdcast::layers::Gather request{.type = data.type,
                                         .indexType = indices.type,
                                         .outer = outerOf(data.dims, axis),
                                         .size = data.dims[axis],
                                         .inner = innerOf(data.dims, axis),
                                         .indices = indices.elements()};
  return layer(request, {data, indices}, {data.type, made},
               indexOutside(1, indices, data.dims[axis]));
}

bool Call::checkStretch(int at) {
  if (failed()) return false;
  const Shapes shapes = shapesOf(input(0).dims, input(at).dims);
  Alignment alignment = align(RuleId::unidirectional, shapes);
  if (alignment.ok()) return true;
  Request request;
  request.beginRule(static_cast<int>(RuleId::unidirectional), 0, true);
  for (const int each : {0, at}) request.input(input(each).type, shapes[each == 0 ? 0 : 1]);
  return fail({.code = name(alignment.failures[0].code),
               .text = verdict(alignment, findFixes(alignment, shapes)),
               .ofEngine = true,
               .conflict = std::make_shared<const Request>(request)});
}

Value Call::stretching(int at, const Value& value, const Dims& dims) {
  if (failed()) return {};
  if (align(RuleId::unidirectional, shapesOf(dims, value.dims)).ok()) return value;
  return fail(faults::stretch(label(), at, value.dims, dims));
}

}  // namespace simdcast::onnx
