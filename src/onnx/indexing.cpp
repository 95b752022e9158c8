// Operators that read and write elements and rows by indices over several axes, and OneHot.
#include "inputs.hpp"

namespace simdcast::onnx {
namespace {

using graph::sizeOf;
using layers::Reduction;

// Indices counted from the start of their axes; those out of range become `outside`.
Value counted(Call& call, const Value& indices, const Value& sizes, const Value& outside) {
  const Value zero = call.int64(0);
  const Value isNegative = call.compute(OpId::less, indices, zero);
  const Value fromEnd = call.compute(OpId::add, indices, sizes);
  const Value positive = call.compute(OpId::where, isNegative, fromEnd, indices);
  const Value isBelow = call.compute(OpId::less, positive, zero);
  const Value isAbove = call.compute(OpId::greaterOrEqual, positive, sizes);
  const Value isOutside = call.compute(OpId::logicalOr, isBelow, isAbove);
  return call.compute(OpId::where, isOutside, outside, positive);
}

// -- indices along one axis

// The position of each index in the data, apart from its own axis; absent if that is 0.
Value otherPlaces(Call& call, const Dims& dims, const Dims& given, int axis) {
  const Dims strides = graph::denseStrides(dims);
  Value places;
  for (int each = 0; each < given.size(); ++each) {
    if (each == axis || given[each] == 1) continue;
    const Dims shape = graph::withSize(graph::ones(given.size()), each, given[each]);
    const Value along = call.table(
        DType::int64, shape, [&](Count at) { return static_cast<double>(at * strides[each]); });
    places = places ? call.compute(OpId::add, places, along) : along;
  }
  return places;
}

// The position of the element of the data that each index selects.
Value placesAlong(Call& call, const Value& data, const Value& given, int axis) {
  const Dims& dims = data.dims;
  const auto single = [&](Count number) {
    return call.int64s(graph::ones(dims.size()), {&number, 1});
  };
  const Value places = otherPlaces(call, dims, given.dims, axis);
  const Value stride = single(graph::denseStrides(dims)[axis]);
  // An index out of range must be outside the data, whatever the positions on the other axes.
  const Value outside = single(sizeOf(dims) + 1);
  const Value size = single(dims[axis]);
  const Value own = counted(call, call.cast(given, DType::int64), size, outside);
  const Value along = call.compute(OpId::mul, own, stride);
  return places ? call.compute(OpId::add, along, places) : along;
}

// Checks the shape of the indices along an axis; returns whether the call has failed.
bool refusesIndices(Call& call, int axis) {
  if (call.failed()) return true;
  const Dims data = call.input(0).dims;
  const Dims indices = call.input(1).dims;
  bool fits = indices.size() == data.size();
  for (int each = 0; fits && each < data.size(); ++each)
    fits = each == axis || indices[each] <= data[each];
  if (!fits) call.fail(faults::indicesShape(call.label(), data, indices));
  return !fits;
}

// -- tuples of indices along the last axis

// The row of the data that each tuple selects, after `batch` axes that both have.
Value placesOfTuples(Call& call, const Value& data, const Value& given, int batch) {
  const int depth = static_cast<int>(graph::last(given.dims));
  const Dims sizes = graph::slice(data.dims, batch, batch + depth);
  const Dims strides = graph::denseStrides(sizes);
  const Value outside = call.int64(sizeOf(data.dims, 0, batch + depth) + 1);
  const Value tuples =
      counted(call, call.cast(given, DType::int64), call.int64s({depth}, sizes), outside);
  const Value products = call.compute(OpId::mul, tuples, call.int64s({depth}, strides));
  const Value base = call.reduce(Reduction::sum, products, {given.rank() - 1}, false);
  if (batch == 0 || call.failed()) return base;
  // Adds the offset of each batch.
  const Count batches = graph::outerOf(data.dims, batch);
  const Count step = sizeOf(sizes);
  const Value offsets = call.table(DType::int64, {batches, 1},
                                   [&](Count at) { return static_cast<double>(at * step); });
  const Value flat = call.alias(base, {batches, base.elements() / batches});
  return call.alias(call.compute(OpId::add, flat, offsets), base.dims);
}

// The dims of the row that a tuple selects. Fails if the indices do not fit.
Dims rowOf(Call& call, Count batch) {
  if (call.failed()) return {};
  const Dims data = call.input(0).dims;
  const Dims indices = call.input(1).dims;
  if (batch >= 0 && batch < indices.size()) {
    const int count = static_cast<int>(batch);
    const Count first = batch + graph::last(indices);
    if (first <= data.size() && graph::slice(data, 0, count) == graph::slice(indices, 0, count))
      return graph::slice(data, static_cast<int>(first));
  }
  return call.fail(faults::indicesShape(call.label(), data, indices));
}

// The dims of a row for each tuple.
Dims rowsOf(const Value& indices, const Dims& row) {
  return graph::joined({graph::slice(indices.dims, 0, indices.rank() - 1), row});
}

// -- reading

// Gathers rows of `inner` elements by position.
Value rowsAt(Call& call, const Value& data, const Value& places, Count inner, const Dims& made) {
  if (call.failed()) return {};
  const layers::Gather request{.type = data.type,
                               .size = data.elements() / inner,
                               .inner = inner,
                               .indices = places.elements()};
  return call.layer(request, {data, places}, {data.type, made}, call.indexOutside());
}

// A value without elements, which is constant for all inputs.
Value nothing(Call& call, DType type, const Dims& dims) {
  return call.builder().constant(type, dims);
}

Values gatherElements(Call& call) {
  const Value data = call.input(0);
  const Value indices = call.input(1);
  const int axis = call.ownAxis(0, data.rank());
  if (refusesIndices(call, axis)) return {};
  if (indices.elements() == 0) return {nothing(call, data.type, indices.dims)};
  const Value places = placesAlong(call, data, indices, axis);
  return {rowsAt(call, data, places, 1, indices.dims)};
}

Values gatherNd(Call& call) {
  const Value data = call.input(0);
  const Value indices = call.input(1);
  const Count batch = call.integer("batch_dims", 0);
  const Dims row = rowOf(call, batch);
  if (call.failed()) return {};
  const Dims made = rowsOf(indices, row);
  if (!call.checkDims(made)) return {};
  if (sizeOf(made) == 0) return {nothing(call, data.type, made)};
  const Value places = placesOfTuples(call, data, indices, static_cast<int>(batch));
  return {rowsAt(call, data, places, sizeOf(row), made)};
}

// -- writing

// How updates are folded: sums and products since opset 16, the others since 18.
std::optional<Reduction> reductionOf(Call& call) {
  constexpr Reduction kReductions[] = {Reduction::sum, Reduction::product, Reduction::max,
                                       Reduction::min};
  const int word = call.since() < 18 ? call.word("reduction", {"none", "add", "mul"})
                                     : call.word("reduction", {"none", "add", "mul", "max", "min"});
  return word == 0 ? std::nullopt : std::optional(kReductions[word - 1]);
}

Values scattered(Call& call, const Value& places, Count inner) {
  const Value data = call.input(0);
  const Value updates = call.input(2);
  const std::optional<Reduction> reduction = reductionOf(call);
  if (reduction && data.type == DType::string) call.fail(faults::noStrings(call.label()));
  if (call.failed()) return {};
  if (updates.type != data.type)
    return call.fail(faults::typesDiffer(call.label(), data.type, updates.type));
  const layers::Scatter request{.type = data.type,
                                .folds = reduction.has_value(),
                                .reduction = reduction.value_or(Reduction::sum),
                                .rows = data.elements() / inner,
                                .inner = inner,
                                .indices = places.elements()};
  return {call.layer(request, {data, places, updates}, data, call.indexOutside())};
}

Values scatterElements(Call& call) {
  const Value data = call.input(0);
  const Value indices = call.input(1);
  const int axis = call.ownAxis(0, data.rank());
  if (refusesIndices(call, axis)) return {};
  if (call.input(2).dims != indices.dims) return call.wrongShape(2, indices.dims);
  if (indices.elements() == 0) return {data};
  return scattered(call, placesAlong(call, data, indices, axis), 1);
}

Values scatterNd(Call& call) {
  const Value data = call.input(0);
  const Value indices = call.input(1);
  const Dims row = rowOf(call, 0);
  if (call.failed()) return {};
  const Dims wanted = rowsOf(indices, row);
  if (!call.checkShape(2, wanted)) return {};
  if (sizeOf(wanted) == 0) return {data};
  return scattered(call, placesOfTuples(call, data, indices, 0), sizeOf(row));
}

// -- OneHot

// Indices as int64; since opset 11, negative ones count from the end.
Value positions(Call& call, Count depth) {
  const Value indices = call.cast(call.input(0), DType::int64);
  if (call.since() < 11) return indices;
  const Value isNegative = call.compute(OpId::less, indices, call.int64(0));
  const Value fromEnd = call.compute(OpId::add, indices, call.int64(depth));
  return call.compute(OpId::where, isNegative, fromEnd, indices);
}

Values oneHot(Call& call) {
  const Dims dims = call.input(0).dims;
  const Value values = call.input(2);
  const std::vector<Count> depths = call.integers(1, call.cast(call.input(1), DType::int64));
  if (call.failed()) return {};
  if (depths.size() != 1) return call.fail(faults::scalar(call.label(), 1));
  const Count depth = depths[0];
  if (depth < 1) return call.fail(faults::depth(call.label()));
  if (values.elements() != 2) return call.fail(faults::values(call.label()));
  const int axis = call.ownAxis(-1, dims.size() + 1);
  if (call.failed()) return {};
  const auto withAxis = [&](Count size) {
    Dims made = dims;
    made.insert(axis, size);
    return made;
  };
  const Dims made = withAxis(depth);
  if (!call.checkDims(made)) return {};
  if (sizeOf(made) == 0) return {nothing(call, values.type, made)};
  // Each index equals exactly one position 0, 1, … along the new axis.
  const Value count = call.layer(layers::Range{.type = DType::int64, .elements = depth},
                                 {call.int64(0), call.int64(1)}, {DType::int64, {depth}});
  const Dims along = graph::withSize(graph::ones(dims.size() - axis + 1), 0, depth);
  const Value indices = call.alias(positions(call, depth), withAxis(1));
  const Value isOn = call.compute(OpId::equal, indices, call.alias(count, along));
  const Value off = call.boxOf(values, {}, 0, {});
  const Value on = call.boxOf(values, {}, 1, {});
  return {call.compute(OpId::where, isOn, on, off)};
}

constexpr Row kIndexingRows[] = {
    {"GatherElements", "11(all, indices){axis:int} 13(all_bf, indices)", gatherElements},
    {"GatherND", "11(all, int64) 12{batch_dims:int} 13(all_bf, int64)", gatherNd},
    {"ScatterElements",
     "11(all, indices, all){axis:int} 13(all_bf, indices, all_bf) "
     "16,18{axis:int reduction:string}",
     scatterElements},
    // The name of ScatterElements up to opset 10.
    {"Scatter", "9(all, indices, all){axis:int}", scatterElements},
    {"ScatterND", "11(all, int64, all) 13(all_bf, int64, all_bf) 16,18{reduction:string}",
     scatterNd},
    {"OneHot", "9,11(numbers, numbers, not_text){axis:int}", oneHot},
};

}  // namespace

const std::span<const Row> rows::kIndexing = kIndexingRows;

}  // namespace simdcast::onnx
