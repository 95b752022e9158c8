#include <algorithm>
#include <cstring>

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

Count packedBytes(const PackedProduct& request) {
  return request.depth * roundUp(request.columns, Count{findProductType(request.type)->columns}) *
         width(request.type);
}

void pack(const PackedProduct& request, std::byte* to, const std::byte* from) {
  const auto row = static_cast<std::size_t>(request.columns * width(request.type));
  const auto depth = static_cast<std::size_t>(request.depth);
  for (std::size_t at = 0; at < row; at += kPanelStride, to += depth * kPanelStride) {
    const std::size_t bytes = std::min(kPanelStride, row - at);
    if (bytes < kPanelStride) std::memset(to, 0, depth * kPanelStride);
    for (std::size_t i = 0; i < depth; ++i)
      std::memcpy(to + i * kPanelStride, from + i * row + at, bytes);
  }
}

Count run(const PackedProduct& request, const Buffers& buffers) {
  simdcast::run(gemmOf(request, buffers), *buffers.kernels, buffers.outputs[0], buffers.inputs,
                buffers.workspace, buffers.finished);
  return kDone;
}

double nanosecondsOf(const PackedProduct& request) { return nanosecondsOf(gemmOf(request, false)); }

Count workspaceOf(const PackedProduct& request, const Team& team) {
  return workspaceOf(gemmOf(request, false), team);
}

Count share(const PackedProduct& request, const Buffers& buffers, Team& team) {
  simdcast::run(gemmOf(request, buffers), *buffers.kernels, buffers.outputs[0], buffers.inputs,
                buffers.workspace, team, buffers.finished);
  return kDone;
}

}  // namespace simdcast::layers
