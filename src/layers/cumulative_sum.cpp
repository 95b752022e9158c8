#include <cstring>

#include "../kernels/registry.hpp"
#include "compute_lane.hpp"
#include "kinds.hpp"
#include "runs.hpp"

namespace simdcast::layers {
namespace {

// The sum so far, and the row that is added to it, in the lane.
constexpr int kWorkingRows = 2;
Count rowBytes(const CumulativeSum& request) {
  return padded(request.inner * computeLaneOf(request.type).width);
}

}  // namespace

bool fits(const CumulativeSum& request) {
  return lane(request.type) != Lane::none && areSizes({request.outer, request.size, request.inner});
}

Count workspaceOf(const CumulativeSum& request) { return kWorkingRows * rowBytes(request); }

Count run(const CumulativeSum& request, const Buffers& buffers) {
  if (request.size == 0 || request.inner == 0) return Layer::kDone;
  const ComputeLane compute = computeLaneOf(request.type);
  const Kernel add = findKernel(KernelOp::add, compute.lane);
  const Count n = request.inner;
  const Count bytes = n * compute.storedWidth;
  std::byte* sum = buffers.workspace;
  std::byte* row = sum + rowBytes(request);
  for (Count i = 0; i < request.outer; ++i) {
    std::memset(sum, 0, static_cast<std::size_t>(n * compute.width));
    for (Count j = 0; j < request.size; ++j) {
      const Count at = i * request.size + (request.reverse ? request.size - 1 - j : j);
      std::byte* to = buffers.outputs[0] + at * bytes;
      if (request.exclusive) compute.store(n, to, sum);
      const std::byte* from = compute.bring(n, buffers.inputs[0] + at * bytes, row);
      forRuns(n, [&](Count first, std::ptrdiff_t few) {
        std::byte* part = sum + first * compute.width;
        const Input pair[] = {{part, compute.width}, {from + first * compute.width, compute.width}};
        add(few, part, pair);
      });
      compute.round(n, sum);
      if (!request.exclusive) compute.store(n, to, sum);
    }
  }
  return Layer::kDone;
}

}  // namespace simdcast::layers
