#include "trees.hpp"

#include "values.hpp"

namespace simdcast::onnx::ml {

std::pair<Value, Value> runTrees(Call& call, const PackedTrees& trees, const Folding& folding) {
  const Value given = rowsOf(call);
  if (call.failed()) return {};
  if (trees.highest >= given.dims[1])
    return call.fail(faults::feature(call.label(), trees.highest, given.dims[1]));
  layers::Trees request = trees.request;
  const Value rows = call.cast(given, request.type);
  const Dims made = {given.dims[0], folding.targets};
  if (!call.checkDims(made)) return {};
  // The table must live as long as the layer: as a constant, it lives as long as all steps.
  const Value table =
      call.builder().constantOf<std::byte>(DType::uint8, {request.tableBytes}, trees.table);
  if (call.failed()) return {};
  request.reduction = folding.reduction;
  request.rows = given.dims[0];
  request.features = given.dims[1];
  request.targets = folding.targets;
  request.table = table.storage->address;
  const Value base =
      folding.base.empty() ? Value{} : call.floats(request.type, {folding.targets}, folding.base);
  const Values results =
      call.layers(request, {rows, base}, {{request.type, made}, {DType::int64, {made[0]}}},
                  folding.top ? 0b11 : 0b01);
  if (call.failed()) return {};
  return {results[0], results[1]};
}

}  // namespace simdcast::onnx::ml
