#include "call.hpp"

#include "../base/rounding.hpp"
#include "element_types.hpp"

namespace simdcast::onnx {
namespace {

bool hasOwnAxis(const Dims& axes, Count axis) { return axes.empty() || contains(axes, axis); }

}  // namespace

OutputMask Call::wanted() const {
  OutputMask mask = 0;
  for (int i = 0; i < node_.outputs.size() && i < 32; ++i)
    if (node_.outputs[i]) mask |= bit(i);
  return mask;
}

Value Call::input(int at) {
  const Value value = optional(at);
  return value || failed() ? value : fail(faults::inputMissing(label(), at));
}

// -- axes and sizes

int Call::axis(Count axis, int rank, bool beyond) {
  const int highest = beyond ? rank : rank - 1;
  const Count counted = axis < 0 && axis >= -kMaxRank ? axis + rank : axis;
  if (counted < 0 || counted > highest) return fail(faults::axis(label(), axis, rank));
  return static_cast<int>(counted);
}

Dims Call::axes(const Dims& axes, int rank) {
  Dims counted;
  for (const Count axis : axes) counted.push(this->axis(axis, rank));
  std::ranges::sort(counted);
  const Count* twice = std::ranges::adjacent_find(counted);
  if (twice != counted.end()) return fail(faults::axisTwice(label(), *twice));
  return counted;
}

bool Call::checkDims(const Dims& dims) {
  if (failed()) return false;
  if (dims.size() > kMaxRank) return fail(faults::rank(label(), dims.size(), kMaxRank));
  const bool fits =
      std::ranges::all_of(dims, [](Count size) { return size >= 0 && size <= INT32_MAX; });
  if (!fits || sizeOf(dims) >= kMaxCount) return fail(faults::sizes(label(), dims));
  return true;
}

bool Call::checkShape(int at, const Dims& wanted) {
  if (failed()) return false;
  if (!has(at) || optional(at).dims == wanted) return true;
  return wrongShape(at, wanted);
}

Failed Call::wrongShape(int at, const Shown& wanted) {
  return fail(faults::operandShape(label(), at, input(at).dims, wanted));
}

bool Call::checkMade(DType type) {
  if (failed()) return false;
  if (version_.makes.has(type) || typesAddedBy(since()).has(type)) return true;
  return fail(faults::castTo(label(), type));
}

// -- elementwise operators

Value Call::compute(OpId op, const Value& a) {
  const Value inputs[] = {a};
  return compute(op, inputs);
}
Value Call::compute(OpId op, const Value& a, const Value& b) {
  const Value inputs[] = {a, b};
  return compute(op, inputs);
}
Value Call::compute(OpId op, const Value& a, const Value& b, const Value& c) {
  const Value inputs[] = {a, b, c};
  return compute(op, inputs);
}
Value Call::compute(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                    int opset) {
  return builder_.pointwise(op, inputs, attributes, opset);
}

Value Call::cast(const Value& value, DType to, const AttributeValues& choices) {
  return builder_.cast(value, to, choices);
}

Value Call::widened(const Value& value) {
  return value.type == DType::float64 ? value : cast(value, DType::float32);
}

// -- constants

Value Call::number(DType type, double value) { return floats(type, {}, {&value, 1}); }

Value Call::floats(DType type, const Dims& dims, std::span<const double> numbers) {
  if (type == DType::float64) return builder_.constantOf(type, dims, numbers);
  const std::vector<float> narrow(numbers.begin(), numbers.end());
  return builder_.constantOf<float>(DType::float32, dims, narrow);
}

Value Call::int64s(const Dims& dims, std::span<const Count> numbers) {
  return builder_.constantOf(DType::int64, dims, numbers);
}

Value Call::table(DType type, const Dims& dims, FunctionRef<double(Count position)> numberAt) {
  const Value made = builder_.constant(type, dims);
  if (!made) return {};
  const Count elements = made.elements();
  withElementType(type, [&]<class Element>(Element) {
    auto* to = reinterpret_cast<Element*>(made.storage->address);
    for (Count at = 0; at < elements; ++at) to[at] = static_cast<Element>(numberAt(at));
  });
  return made;
}

Value Call::zero(DType type) {
  const std::byte bytes[16]{};
  return builder_.constant(type, {}, {bytes, size(graph::widthOf(type))});
}

// -- layers

Value Call::reduce(simdcast::layers::Reduction reduction, const Value& value, const Dims& axes,
                   bool keep) {
  if (failed()) return {};
  simdcast::layers::Reduce request{.type = value.type, .reduction = reduction};
  Dims made;
  for (int axis = 0; axis < value.rank(); ++axis) {
    const bool reduced = hasOwnAxis(axes, axis);
    request.axes.push({.size = value.dims[axis], .reduced = reduced});
    if (keep || !reduced) made.push(reduced ? 1 : value.dims[axis]);
  }
  return layer(request, {value}, {value.type, made});
}

Value Call::softmax(const Value& value, Count outer, Count size, Count inner, bool logarithm) {
  return layer(
      simdcast::layers::Softmax{
          .type = value.type, .outer = outer, .size = size, .inner = inner, .logarithm = logarithm},
      {value}, value);
}

Value Call::argMax(const Value& value, int axis, bool keep, bool last, bool smallest) {
  if (failed()) return {};
  const simdcast::layers::ArgMax request{.type = value.type,
                                         .outer = outerOf(value.dims, axis),
                                         .size = value.dims[axis],
                                         .inner = innerOf(value.dims, axis),
                                         .last = last,
                                         .smallest = smallest};
  const Dims made = keep ? withSize(value.dims, axis, 1) : withoutAxis(value.dims, axis);
  return layer(request, {value}, {DType::int64, made});
}

Value Call::packed(const simdcast::layers::LayerRequest& request, const Value& weights,
                   std::string_view layout) {
  bool isNew = false;
  const auto whole = [&] {
    isNew = true;
    return weights;
  };
  const std::shared_ptr<const Task> task = builder_.task(request);
  const Value made = packedBy(task, weights, layout, whole);
  if (!isNew || failed() || made.storage == weights.storage) return made;
  builder_.giveUp(weights, [task, storage = made.storage](std::byte* to) {
    [[maybe_unused]] const bool isUnpacked =
        task->unpack(1, {to, size(task->inputs()[1].bytes)},
                     std::span(storage->address, size(task->packedBytes(1))));
  });
  return made;
}

Value Call::packed(const simdcast::layers::LayerRequest& request, const Value& weights,
                   std::string_view layout, FunctionRef<Value()> part) {
  return packedBy(builder_.task(request), weights, layout, part);
}

Value Call::packedBy(const std::shared_ptr<const Task>& task, const Value& weights,
                     std::string_view layout, FunctionRef<Value()> part) {
  if (task == nullptr) return {};
  const Count bytes = task->packedBytes(1);
  if (bytes == 0) return part();
  const Form made{weights.type, {bytes / width(weights.type)}};
  return builder_.derived(weights, std::string("packed ").append(layout), [&] {
    const Value dense = part();
    const Count length = task->inputs()[1].bytes;
    return host(made, {dense},
                [task, bytes, length](std::byte* const* to, const std::byte* const* from) {
                  [[maybe_unused]] const bool isPacked =
                      task->pack(1, {to[0], size(bytes)}, std::span(from[0], size(length)));
                  return std::optional<Fault>();
                });
  });
}

// -- work on indices

IndexFault Call::indexOutside() {
  return [](std::string_view label, Count position, const std::byte* const* /*inputs*/) {
    return faults::indexOutside(label, position);
  };
}

IndexFault Call::indexOutside(int at, const Value& indices, Count size, Count counted) {
  const bool isWide = indices.type == DType::int64;
  return [at, isWide, size, counted](std::string_view label, Count position,
                                     const std::byte* const* inputs) {
    const std::byte* all = inputs[at];
    const Count index = isWide ? reinterpret_cast<const std::int64_t*>(all)[position]
                               : reinterpret_cast<const std::int32_t*>(all)[position];
    return faults::indexAt(label, index < 0 ? index : index + counted - 1, position, size);
  };
}

}  // namespace simdcast::onnx
