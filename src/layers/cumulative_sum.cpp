#include <algorithm>
#include <cstring>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../kernels/registry.hpp"
#include "../rows/compute_lane.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// The sum so far, and the row that is added to it, in the lane, for up to kMostColumns columns.
constexpr int kWorkingRows = 2;
constexpr Count kMostColumns = 16384;
Count rowBytes(const CumulativeSum& request) {
  return padded(std::min(request.inner, kMostColumns) * wrappingLaneOf(request.type).width);
}

// Sums `n` columns, to which the operands point.
void addUp(const CumulativeSum& request, const ComputeLane& compute, Count n, std::byte* workspace,
           std::byte* output, const std::byte* input) {
  const Kernel add = findKernel(KernelOp::add, compute.lane);
  const Count bytes = request.inner * compute.storedWidth;
  std::byte* sum = workspace;
  std::byte* row = sum + rowBytes(request);
  std::memset(sum, 0, size(n * compute.width));
  for (Count j = 0; j < request.size; ++j) {
    const Count at = (request.reverse ? request.size - 1 - j : j) * bytes;
    if (request.exclusive) compute.store(n, output + at, sum);
    const Input pair[] = {{sum, compute.width},
                          {compute.widened(n, input + at, row), compute.width}};
    add(static_cast<std::ptrdiff_t>(n), sum, pair);
    compute.round(n, sum);
    if (!request.exclusive) compute.store(n, output + at, sum);
  }
}

}  // namespace

template <>
struct Kind<CumulativeSum> : Defaults<CumulativeSum> {
  static constexpr std::string_view name = "CumulativeSum";

  [[gnu::cold]] static Operands operands(const CumulativeSum& request) {
    return {.inputs = {along(request)}, .outputs = {along(request)}};
  }

  static bool fits(const CumulativeSum& request) {
    return lane(request.type) != Lane::none &&
           areSizes({request.outer, request.size, request.inner});
  }

  static Count workspace(const CumulativeSum& request) { return kWorkingRows * rowBytes(request); }

  static Count run(const CumulativeSum& request, const Buffers& buffers) {
    const ComputeLane compute = wrappingLaneOf(request.type);
    for (Count i = 0; i < request.outer; ++i)
      for (Count first = 0; first < request.inner; first += kMostColumns) {
        const Count at = (i * request.size * request.inner + first) * compute.storedWidth;
        addUp(request, compute, std::min(kMostColumns, request.inner - first), buffers.workspace,
              buffers.outputs[0] + at, buffers.inputs[0] + at);
      }
    return kDone;
  }

  static Positions positions(const CumulativeSum& request) {
    return slicesOf(request, costs::kNormalized, request.size * request.inner, request.type);
  }
};
template const Functions& functionsOf<CumulativeSum>();
template const Sharing& sharingOf<CumulativeSum>();

}  // namespace simdcast::layers
