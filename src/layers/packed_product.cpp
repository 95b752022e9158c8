#include <algorithm>
#include <cstring>

#include "../matrix/gemm.hpp"
#include "../matrix/product_types.hpp"
#include "kind.hpp"

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

// The matrix as stored, and the panels of its columns.
struct Panels {
  explicit Panels(const PackedProduct& request)
      : type(*findProductType(request.type)),
        element(size(simdcast::width(request.type))),
        columns(size(request.columns)),
        depth(size(request.depth)),
        rows(request.transposed ? columns : depth),
        row((request.transposed ? depth : columns) * element) {}

  const ProductType& type;
  std::size_t element;  // bytes
  std::size_t columns, depth;
  std::size_t rows;
  std::size_t row;                         // bytes
  std::size_t width = size(type.columns);  // of a panel, in columns
  std::size_t packedRow = width * element;
  std::size_t bytes = depth * packedRow;
};

}  // namespace

template <>
struct Kind<PackedProduct> : Defaults<PackedProduct> {
  static constexpr std::string_view name = "PackedProduct";

  [[gnu::cold]] static Operands operands(const PackedProduct& request) {
    return {.inputs = {tensor(request.type, {request.rows, request.depth}),
                       request.transposed ? tensor(request.type, {request.columns, request.depth})
                                          : tensor(request.type, {request.depth, request.columns}),
                       tensor(request.type, {request.columns})},
            .outputs = {tensor(request.type, {request.rows, request.columns})},
            .optional = 1,
            .takesEpilogue = true};
  }

  static bool fits(const PackedProduct& request) {
    const ProductType* found = findProductType(request.type);
    if (found == nullptr || found->interleaveStored == nullptr) return false;
    const ProductType& type = *found;
    const auto padded = [&](Count columns) { return roundUp(columns, Count{type.columns}); };
    return areSizes({request.rows, request.depth}) && areSizes({request.rows, request.columns}) &&
           areSizes({request.depth, request.columns}) &&
           areSizes({request.depth, padded(request.columns), Count{type.laneBytes}});
  }

  static Count workspace(const PackedProduct& request) {
    return workspaceOf(gemmOf(request, false));
  }

  static Count packedBytes(const PackedProduct& request) {
    return request.depth * roundUp(request.columns, Count{findProductType(request.type)->columns}) *
           width(request.type);
  }

  static void pack(const PackedProduct& request, std::byte* to, const std::byte* from) {
    const Panels panels(request);
    const std::byte* end = from + panels.rows * panels.row;
    for (std::size_t first = 0; first < panels.columns; first += panels.width, to += panels.bytes) {
      const std::size_t columns = std::min(panels.width, panels.columns - first);
      if (request.transposed) {
        panels.type.interleaveStored(to, {from + first * panels.row, panels.row, end}, columns,
                                     panels.width, panels.depth);
      } else {
        const std::byte* start = from + first * panels.element;
        if (columns == panels.width) {
          copyColumns(to, {start, panels.row, end}, panels.packedRow, panels.packedRow,
                      panels.depth);
          continue;
        }
        std::memset(to, 0, panels.bytes);
        for (std::size_t i = 0; i < panels.depth; ++i)
          std::memcpy(to + i * panels.packedRow, start + i * panels.row, columns * panels.element);
      }
    }
  }

  static void unpack(const PackedProduct& request, std::byte* to, const std::byte* from) {
    const Panels panels(request);
    for (std::size_t first = 0; first < panels.columns; first += panels.width)
      for (std::size_t i = 0; i < panels.depth; ++i, from += panels.packedRow) {
        const std::size_t columns = std::min(panels.width, panels.columns - first);
        std::byte* row = to + i * panels.row + first * panels.element;
        if (!request.transposed)
          std::memcpy(row, from, columns * panels.element);
        else
          for (std::size_t column = 0; column < columns; ++column)
            std::memcpy(to + (first + column) * panels.row + i * panels.element,
                        from + column * panels.element, panels.element);
      }
  }

  static Count run(const PackedProduct& request, const Buffers& buffers) {
    simdcast::run(gemmOf(request, buffers), *buffers.kernels, buffers.outputs[0], buffers.inputs,
                  buffers.workspace, buffers.epilogue);
    return kDone;
  }

  // Cut like the products of plans.
  static double nanoseconds(const PackedProduct& request) {
    return nanosecondsOf(gemmOf(request, false));
  }

  static Count teamWorkspace(const PackedProduct& request, const Team& team) {
    return workspaceOf(gemmOf(request, false), team);
  }

  static Count share(const PackedProduct& request, const Buffers& buffers, Team& team) {
    simdcast::run(gemmOf(request, buffers), *buffers.kernels, buffers.outputs[0], buffers.inputs,
                  buffers.workspace, team, buffers.epilogue);
    return kDone;
  }
};
template const Functions& functionsOf<PackedProduct>();
template const Sharing& sharingOf<PackedProduct>();

}  // namespace simdcast::layers
