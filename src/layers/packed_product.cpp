#include "../matrix/gemm.hpp"
#include "../matrix/product_types.hpp"
#include "share.hpp"

namespace simdcast::layers {
namespace {

Gemm gemmOf(const PackedProduct& request, bool hasBias) {
  return {.type = request.type,
          .m = static_cast<Size>(request.rows),
          .n = static_cast<Size>(request.columns),
          .k = static_cast<Size>(request.depth),
          .hasC = hasBias,
          .columnStrideC = 1,
          .packedB = true};
}

Gemm gemmOf(const PackedProduct& request, const Buffers& buffers) {
  return gemmOf(request, buffers.inputs[2] != nullptr);
}

}  // namespace

bool fits(const PackedProduct& request) {
  if (request.type != DType::float32 && request.type != DType::float64) return false;
  const ProductType& type = *findProductType(request.type);
  const auto padded = [&](Count columns) { return roundUp(columns, Count{type.columns}); };
  return areSizes({request.rows, request.depth}) && areSizes({request.rows, request.columns}) &&
         areSizes({request.depth, request.columns}) &&
         areSizes({request.depth, padded(request.columns), Count{type.laneBytes}});
}

Count workspaceOf(const PackedProduct& request) { return workspaceOf(gemmOf(request, false)); }

PassedOn passedOn(const PackedProduct& request) {
  return {request.type, request.rows * request.columns};
}

Count run(const PackedProduct& request, const Buffers& buffers) {
  simdcast::run(gemmOf(request, buffers), buffers.kernels, buffers.outputs[0], buffers.inputs,
                buffers.workspace, buffers.finished);
  return Layer::kDone;
}

double nanosecondsOf(const PackedProduct& request) { return nanosecondsOf(gemmOf(request, false)); }

Count workspaceOf(const PackedProduct& request, const Team& team) {
  return workspaceOf(gemmOf(request, false), team);
}

Count share(const PackedProduct& request, const Buffers& buffers, Team& team) {
  simdcast::run(gemmOf(request, buffers), buffers.kernels, buffers.outputs[0], buffers.inputs,
                buffers.workspace, team, buffers.finished);
  return Layer::kDone;
}

}  // namespace simdcast::layers
