// Operators that select elements by value or position: TopK, Trilu, NonZero and others.
#include "axes.hpp"
#include "call.hpp"
#include "cumulation.hpp"
#include "gathers.hpp"
#include "image_blocks.hpp"

namespace simdcast::onnx {
namespace {

// A mask over a matrix of these sizes.
template <class IsOn>
Value truths(Call& call, Count rows, Count columns, const IsOn& isOn) {
  return call.table(DType::boolean, {rows, columns},
                    [&](Count at) { return isOn(at / columns, at % columns) ? 1.0 : 0.0; });
}

Values topK(Call& call) {
  const Value input = call.input(0);
  const int axis = call.ownAxis(-1, input.rank());
  const Count count = call.since() < 10 ? call.neededInteger("k") : call.scalar(1);
  if (call.failed()) return {};
  const Count size = input.dims[axis];
  if (count < 0 || count > size) return call.fail(faults::topCount(call.label(), count, size));
  const layers::TopK request{.type = input.type,
                             .outer = graph::outerOf(input.dims, axis),
                             .size = size,
                             .inner = graph::innerOf(input.dims, axis),
                             .count = count,
                             .smallest = !call.flag("largest", true)};
  const Dims made = graph::withSize(input.dims, axis, count);
  return call.layers(request, {input}, {{input.type, made}, {DType::int64, made}}, call.wanted());
}

Values trilu(Call& call) {
  const Value input = call.input(0);
  const int rank = input.rank();
  if (rank < 2) return call.fail(faults::matrices(call.label(), rank));
  const Count k = call.has(1) ? call.scalar(1) : 0;
  const bool upper = call.flag("upper", true);
  if (call.failed()) return {};
  if (input.elements() == 0) return {input};
  const Value mask = truths(
      call, input.dims[rank - 2], input.dims[rank - 1],
      [&](Count row, Count column) { return upper ? column - row >= k : column - row <= k; });
  return {call.compute(OpId::where, mask, input, call.zero(input.type))};
}

Values eyeLike(Call& call) {
  const Value input = call.input(0);
  if (input.rank() != 2) return call.fail(faults::matrices(call.label(), input.rank()));
  const DType to = call.elementType("dtype", input.type, call.version().typesAt(0));
  const Count k = call.integer("k", 0);
  if (call.failed()) return {};
  const Value mask = truths(call, input.dims[0], input.dims[1],
                            [&](Count row, Count column) { return column - row == k; });
  return {call.cast(mask, to)};
}

Values size(Call& call) { return {call.int64(call.input(0).elements())}; }

Values nonZero(Call& call) {
  const Value input = call.input(0);
  const Value truth = call.cast(input, DType::boolean);
  const Value mask = input.dims.empty() ? Call::alias(truth, {1}) : truth;
  return {truePositions(call, 0, mask)};
}

// 1 at the first maximum along an axis, 0 elsewhere.
Values hardmax(Call& call) {
  const Value input = call.input(0);
  const Blocks blocks = softmaxBlocks(call);
  if (call.failed()) return {};
  if (input.elements() == 0) return {input};
  const Value values = Call::alias(input, {blocks.outer, blocks.size, blocks.inner});
  const Value largest = call.argMax(values, 1, true);
  const Value places =
      call.table(DType::int64, {blocks.size, 1}, [](Count at) { return static_cast<double>(at); });
  const Value isOn = call.compute(OpId::equal, largest, places);
  return {Call::alias(call.cast(isOn, input.type), input.dims)};
}

constexpr Row kSelectionRows[] = {
    {"TopK",
     "1(floats){axis:int k:int}->2 10(floats,int64){axis:int} "
     "11(numbers,int64){axis:int largest:int sorted:int} 24(numbers_bf,int64)",
     topK},
    {"CumSum", "11(wide_numbers,indices){exclusive:int reverse:int} 14(wide_numbers_bf,indices)",
     cumulativeSum},
    {"CumProd", "26(wide_numbers_bf,indices){exclusive:int reverse:int}", cumulativeProduct},
    {"Trilu", "14[1..2](not_text_bf,int64){upper:int}", trilu},
    {"EyeLike", "9(castable){dtype:type k:int} 22(castable_bf)", eyeLike, kReadsShapes},
    {"Size", "1,13,19,21,23,24,25(all_bf+)", size, kReadsShapes},
    {"NonZero", "9,13(castable_bf)", nonZero},
    {"Hardmax", "1,11(floats){axis:int} 13(floats_bf)", hardmax},
    {"DepthToSpace", "1(all){blocksize:int} 11{blocksize:int mode:string} 13(all_bf)",
     depthToSpace},
    {"SpaceToDepth", "1(all){blocksize:int} 13(all_bf)", spaceToDepth},
};

}  // namespace

const std::span<const Row> rows::kSelection = kSelectionRows;

}  // namespace simdcast::onnx
