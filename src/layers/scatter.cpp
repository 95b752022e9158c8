#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "../kernels/registry.hpp"
#include "../rows/compute_lane.hpp"
#include "../rows/runs.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"
#include "reductions.hpp"

namespace simdcast::layers {
namespace {

// Elements of rows that are folded at a time.
constexpr Count kMostFolded = 16384;

Count rowBytes(const Scatter& request) {
  return padded(std::min(request.inner, kMostFolded) * wrappingLaneOf(request.type).width);
}

Count indexAt(const std::byte* indices, Count position) {
  return simd::load<std::int64_t>(indices + position * Count{sizeof(std::int64_t)});
}

// Rows of the result with rows that are folded into them, each result rounded to the type.
class RowFold {
 public:
  RowFold(const Scatter& request, std::byte* workspace)
      : n_(request.inner),
        compute_(wrappingLaneOf(request.type)),
        kernel_(findKernel(foldOf(request.reduction), compute_.lane)),
        row_(workspace),
        update_(workspace + rowBytes(request)) {}

  void run(std::byte* to, const std::byte* from) const {
    forRuns(
        n_,
        [&](Count at, std::ptrdiff_t few) {
          fold(few, to + at * compute_.storedWidth, from + at * compute_.storedWidth);
        },
        kMostFolded);
  }

 private:
  void fold(std::ptrdiff_t n, std::byte* to, const std::byte* from) const {
    std::byte* result = compute_.converts() ? row_ : to;
    const Input pair[] = {{compute_.widened(n, to, row_), compute_.width},
                          {compute_.widened(n, from, update_), compute_.width}};
    kernel_(n, result, pair);
    compute_.store(n, to, result);
  }

  Count n_;
  ComputeLane compute_;
  Kernel kernel_;
  std::byte* row_;
  std::byte* update_;
};

}  // namespace

template <>
struct Kind<Scatter> : Defaults<Scatter> {
  static constexpr std::string_view name = "Scatter";

  [[gnu::cold]] static Operands operands(const Scatter& request) {
    const TensorType data = tensor(request.type, {request.rows, request.inner});
    return {.inputs = {data, tensor(DType::int64, {request.indices}),
                       tensor(request.type, {request.indices, request.inner})},
            .outputs = {data}};
  }

  static bool fits(const Scatter& request) {
    const bool canFold = request.reduction < Reduction::count &&
                         request.reduction != Reduction::mean && lane(request.type) != Lane::none;
    return (!request.folds || canFold) && areSizes({request.rows, request.inner}) &&
           areSizes({request.indices, request.inner}) && areSizes({request.indices, 8});
  }

  static Count workspace(const Scatter& request) {
    return request.folds ? 2 * rowBytes(request) : 0;
  }

  static Count run(const Scatter& request, const Buffers& buffers) {
    const std::byte* indices = buffers.inputs[1];
    const std::byte* updates = buffers.inputs[2];
    for (Count i = 0; i < request.indices; ++i)
      if (const Count row = indexAt(indices, i); row < 0 || row >= request.rows) return i;
    const Count bytes = request.inner * width(request.type);
    if (bytes == 0 || request.rows == 0) return kDone;
    std::byte* to = buffers.outputs[0];
    std::memcpy(to, buffers.inputs[0], size(request.rows * bytes));
    const auto rowAt = [&](Count i) { return to + indexAt(indices, i) * bytes; };
    if (!request.folds) {
      for (Count i = 0; i < request.indices; ++i)
        std::memcpy(rowAt(i), updates + i * bytes, size(bytes));
      return kDone;
    }
    const RowFold fold(request, buffers.workspace);
    for (Count i = 0; i < request.indices; ++i) fold.run(rowAt(i), updates + i * bytes);
    return kDone;
  }
};
template const Functions& functionsOf<Scatter>();
template const Sharing& sharingOf<Scatter>();

}  // namespace simdcast::layers
