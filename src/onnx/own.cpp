// The package's own operators, in the domain "simdcast": parts of its functions that ONNX lacks.
// They accept any type that the other operators of the function accept.
#include "own.hpp"

#include <algorithm>

#include "../explain/function_faults.hpp"
#include "call.hpp"
#include "drawing.hpp"
#include "gathers.hpp"

namespace simdcast::onnx {
namespace {

// The input, if its type is one of those that the function accepts, by their numbers.
Values accepted(Call& call) {
  const Value input = call.input(0);
  TypeSet types;
  for (const Count type : call.integers("types").value_or(Dims{}))
    types = types | TypeSet{static_cast<DType>(type)};
  if (call.failed() || types.has(input.type)) return {input};
  return call.fail(faults::type(call.label(), 0, input.type, types));
}

// 16-bit floats as float32.
Values widened(Call& call) { return {call.widened(call.input(0))}; }

// For each axis of the input a number: `first`, `first + step` and so on.
Values axisNumbers(Call& call) {
  const Count step = call.integer("step", 0);
  Count next = call.integer("first", 0);
  Dims numbers;
  for (int axis = 0; axis < call.input(0).rank(); ++axis, next += step) numbers.push(next);
  return {call.int64s({numbers.size()}, numbers)};
}

// The size of an axis, or 0 if there is none: the operator that uses it rejects the axis.
Values sizeAt(Call& call) {
  const Dims dims = call.input(0).dims;
  const Count asked = call.integer("axis", 0);
  const Count axis = asked < 0 ? asked + dims.size() : asked;
  const bool isThere = axis >= 0 && axis < dims.size();
  const Count size[] = {isThere ? dims[static_cast<int>(axis)] : 0};
  return {call.int64s({1}, size)};
}

// Swaps the last two axes.
Values transposed(Call& call) {
  const Value input = call.input(0);
  Dims perm = graph::allAxes(input.rank());
  if (input.rank() > 1) std::swap(perm[input.rank() - 1], perm[input.rank() - 2]);
  return {call.permuted(input, perm)};
}

// The input, if a list of `count` numbers has one for each of its axes.
Values onePerAxis(Call& call) {
  const Value input = call.input(0);
  const Count count = call.integer("count", 0);
  if (!call.failed() && count != input.rank())
    return call.fail(faults::perAxis(call.text("name", ""), input.rank(), count));
  return {input};
}

// Concatenates tensors along an axis of size 1 that was inserted into all of them.
Values stack(Call& call) {
  const int axis = call.ownAxis(0, call.input(0).rank());
  if (call.failed()) return {};
  const Dims first = call.input(0).dims;
  for (const Value& other : call.inputs())
    if (other.dims != first)
      return call.fail(
          faults::stack(graph::withoutAxis(first, axis),
                        other.rank() > axis ? graph::withoutAxis(other.dims, axis) : other.dims));
  for (const Value& other : call.inputs())
    if (other.type != call.input(0).type)
      return call.fail(faults::typesDiffer(call.label(), call.input(0).type, other.type));
  return {call.joinedAlong(call.inputs(), axis)};
}

// The parts of x where a mask, aligned with its axes starting at `axis`, is true.
Values mask(Call& call) {
  const Value x = call.input(0);
  const Value condition = call.input(1);
  const Count asked = call.integer("axis", 0);
  if (call.failed()) return {};
  if (condition.type != DType::boolean) return call.fail(faults::maskType(condition.type));
  const int rank = x.rank();
  const Count counted = asked < 0 ? asked + rank : asked;
  if (counted < 0 || counted > rank) return call.fail(faults::maskAxis(asked, x.dims));
  const int axis = static_cast<int>(counted);
  const int end = axis + condition.rank();
  if (end > rank || graph::slice(x.dims, axis, end) != condition.dims)
    return call.fail(faults::mask(condition.dims, x.dims, asked));
  // The axes of the mask become one.
  Dims joined = graph::slice(x.dims, 0, axis);
  joined.push(condition.elements());
  for (const Count size : graph::slice(x.dims, end, rank)) joined.push(size);
  if (!call.checkDims(joined)) return {};
  const Value kept = truePositions(call, 1, call.alias(condition, {condition.elements()}));
  if (call.failed()) return {};
  return {call.gathered(call.alias(x, joined), call.alias(kept, {kept.dims[1]}), axis)};
}

// Draws random numbers in the shape that the second input lists. The first input has the seed, a
// factor, an offset, and the largest number.
template <double (math::RandomState::*kDraw)()>
Values drawnFrom(Call& call) {
  const Dims dims = call.numbers(1);
  if (!call.checkDims(dims)) return {};
  return {detail::drawnAs<double>(call, {DType::float64, dims}, 0, call.input(0),
                                  [](auto target, math::RandomState& /*state*/, auto given) {
                                    math::RandomState state = randomState(given[0]);
                                    for (double& each : target)
                                      each = std::min((state.*kDraw)() * given[1] + given[2],
                                                      given[3]);
                                  })};
}

constexpr Row kRows[] = {
    {"Accepted", "1[1..1](){types:ints}", accepted},
    {"Widened", "1(floats_bf)", widened},
    {"AxisNumbers", "1[1..1](){first:int step:int}", axisNumbers, kReadsShapes},
    {"SizeAt", "1[1..1](){axis:int}", sizeAt, kReadsShapes},
    {"Transpose", "1[1..1]()", transposed},
    {"OnePerAxis", "1[1..1](){name:string count:int}", onePerAxis},
    {"Stack", "1[1..*](){axis:int}", stack},
    {"Mask", "1[2..2](){axis:int}", mask},
    {"Uniform", "1[2..2]()", drawnFrom<&math::RandomState::uniform>},
    {"Normal", "1[2..2]()", drawnFrom<&math::RandomState::normal>},
};

}  // namespace

Bound findOwn(std::string_view name) {
  static const std::vector<std::vector<Version>> versions = [] {
    std::vector<std::vector<Version>> all;
    for (const Row& row : kRows) all.push_back(parseSchema(row.schema.text));
    return all;
  }();
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (row == std::end(kRows)) return {};
  return {row, &versions[static_cast<std::size_t>(row - kRows)].front()};
}

}  // namespace simdcast::onnx
