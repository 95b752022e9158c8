#include <limits>

#include "float_rows.hpp"
#include "share.hpp"
#include "softmax_row.hpp"

namespace simdcast::layers {
namespace {

// Columns are taken row by row, all at once: one at a time would stride through the slab, with a
// cache line for every element.
class Columns {
 public:
  // So many of them, of rows that are `stride` elements apart.
  Columns(const Softmax& request, const ComputeLane& compute, Count count, Count stride,
          std::byte* sums, std::byte* powers)
      : size_(request.size),
        inner_(count),
        bytes_(stride * compute.width),
        log_(request.logarithm),
        rows_(FloatRows::inLane(compute.lane)),
        sums_(sums),
        powers_(powers) {}

  // `to` may be `from`.
  void run(std::byte* to, const std::byte* from) const {
    rows_.fill(inner_, sums_, -std::numeric_limits<double>::infinity());
    for (Count i = 0; i < size_; ++i)
      rows_.binary(KernelOp::max, inner_, sums_, sums_, from + i * bytes_);
    for (Count i = 0; i < size_; ++i)
      rows_.binary(KernelOp::sub, inner_, to + i * bytes_, from + i * bytes_, sums_);
    rows_.fill(inner_, sums_, 0);
    for (Count i = 0; i < size_; ++i) {
      std::byte* power = log_ ? powers_ : to + i * bytes_;
      rows_.unary(KernelOp::exp, inner_, power, to + i * bytes_);
      rows_.binary(KernelOp::add, inner_, sums_, sums_, power);
    }
    if (log_) rows_.unary(KernelOp::log, inner_, sums_, sums_);
    for (Count i = 0; i < size_; ++i)
      rows_.binary(log_ ? KernelOp::sub : KernelOp::div, inner_, to + i * bytes_, to + i * bytes_,
                   sums_);
  }

 private:
  Count size_;
  Count inner_;
  Count bytes_;
  bool log_;
  FloatRows rows_;
  std::byte* sums_;
  std::byte* powers_;
};

// The workspace: the maxima and sums of columns, a row of their powers, and a slab of a type that
// is computed in another.
Count rowBytes(const Softmax& request, const ComputeLane& compute) {
  return request.inner == 1 ? 0 : padded(request.inner * compute.width);
}

}  // namespace

bool fits(const Softmax& request) {
  return isFloat(request.type) && areSizes({request.outer, request.size, request.inner});
}

Count workspaceOf(const Softmax& request) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Count slab = request.size * request.inner;
  return 2 * rowBytes(request, compute) + (compute.converts() ? padded(slab * compute.width) : 0);
}

Count run(const Softmax& request, const Buffers& buffers) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Count row = rowBytes(request, compute);
  const Count slab = request.size * request.inner;
  if (slab == 0) return Layer::kDone;
  const Columns columns(request, compute, request.inner, request.inner, buffers.workspace,
                        buffers.workspace + row);
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  std::byte* tile = buffers.workspace + 2 * row;
  const Count stored = slab * compute.storedWidth;
  for (Count i = 0; i < request.outer; ++i, from += stored, to += stored) {
    const std::byte* values = compute.bring(slab, from, tile);
    std::byte* results = compute.converts() ? tile : to;
    if (request.inner == 1)
      softmaxRow(compute.lane, slab, request.logarithm, results, values);
    else
      columns.run(results, values);
    compute.store(slab, to, results);
  }
  return Layer::kDone;
}

void runColumns(const Softmax& request, const Buffers& buffers, Count count) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Count sums = rowBytes(request, compute);
  const Count row = request.inner * compute.storedWidth;
  const Count stride = compute.converts() ? count : request.inner;
  const Columns columns(request, compute, count, stride, buffers.workspace,
                        buffers.workspace + sums);
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  std::byte* tile = buffers.workspace + 2 * sums;
  for (Count i = 0; i < request.outer; ++i, from += request.size * row, to += request.size * row) {
    const std::byte* values = compute.bringColumns(request.size, row, count, from, tile);
    columns.run(compute.converts() ? tile : to, values);
    if (!compute.converts()) continue;
    for (Count j = 0; j < request.size; ++j)
      compute.store(count, to + j * row, tile + j * count * compute.width);
  }
}

}  // namespace simdcast::layers
