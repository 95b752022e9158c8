#include <limits>

#include "float_rows.hpp"
#include "lanes.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { outer, size, inner, numbers };

// One column at a time would stride through the slab; rows of many columns do not.
class Columns {
 public:
  Columns(const TaskRequest& request, Lane lane, std::byte* sums, std::byte* powers)
      : size_(request.numbers[size]),
        inner_(request.numbers[inner]),
        bytes_(inner_ * width(lane)),
        log_(request.option != 0),
        rows_(lane),
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

void runRow(const FloatRows& rows, Count n, bool log, std::byte* to, const std::byte* from,
            std::byte* powers) {
  alignas(simd::kVectorBytes) std::byte one[simd::kVectorBytes];
  rows.fold(KernelOp::max, n, one, from);
  rows.withOne(KernelOp::sub, n, to, from, one);
  std::byte* power = log ? powers : to;
  rows.unary(KernelOp::exp, n, power, to);
  rows.fold(KernelOp::add, n, one, power);
  if (log) rows.unary(KernelOp::log, 1, one, one);
  rows.withOne(log ? KernelOp::sub : KernelOp::div, n, to, to, one);
}

// The workspace: the maxima and sums of the columns, a row of powers, and a slab of a type that is
// computed in another.
Count rowBytes(const TaskRequest& request, const Lanes& lanes) {
  const Count columns = request.numbers[inner];
  return aligned((columns == 1 ? request.numbers[size] : columns) * lanes.width);
}

Count run(const Task& task, const Buffers& buffers) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  const Count row = rowBytes(request, lanes);
  const Count slab = request.numbers[size] * request.numbers[inner];
  if (slab == 0) return kDone;
  const Columns columns(request, lanes.lane, buffers.workspace, buffers.workspace + row);
  const FloatRows rows(lanes.lane);
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  std::byte* tile = buffers.workspace + 2 * row;
  const Count stored = slab * width(request.type);
  for (Count i = 0; i < request.numbers[outer]; ++i, from += stored, to += stored) {
    const std::byte* values = lanes.bring(slab, from, tile);
    std::byte* results = lanes.converts() ? tile : to;
    if (request.numbers[inner] == 1)
      runRow(rows, slab, request.option != 0, results, values, buffers.workspace);
    else
      columns.run(results, values);
    lanes.store(slab, to, results);
  }
  return kDone;
}

}  // namespace

bool prepareSoftmax(Task& task) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  if (!isFloat(lanes.lane) || request.numbers.size() != numbers) return false;
  task.run = run;
  const Count slab = request.numbers[size] * request.numbers[inner];
  task.workspace =
      2 * rowBytes(request, lanes) + (lanes.converts() ? aligned(slab * lanes.width) : 0);
  return true;
}

}  // namespace simdcast::tensor
