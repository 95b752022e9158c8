#include <algorithm>
#include <limits>

#include "../base/costs.hpp"
#include "../rows/float_rows.hpp"
#include "../rows/softmax_row.hpp"
#include "copy.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// Columns are taken row by row, all at once: one at a time would stride through the slice, with a
// cache line for every element.
class Columns {
 public:
  // `count` columns of rows with a stride in elements.
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

// Rows that are computed together. Parts are multiples of this number, because fewer rows cost the
// same.
Count rowsAtOnce(const Softmax& request) {
  constexpr Count kShortRows = 64;
  const bool areShort = request.inner == 1 && request.size <= kShortSoftmaxRow;
  return areShort && computeLaneOf(request.type).lane == Lane::f32 ? kShortRows : 1;
}

// The parts of the workspace, in bytes: the maxima and sums of columns, a row of their powers or
// else short rows as columns, and slices of a type that is computed in another.
struct Areas {
  Count powers = 0;
  Count widened = 0;
  Count bytes = 0;
};

Areas areasOf(const Softmax& request, const ComputeLane& compute) {
  const Count rows = std::min(rowsAtOnce(request), request.outer);
  const Count row = padded(request.inner * compute.width);
  Areas areas{.powers = row, .widened = request.inner == 1 ? 0 : 2 * row};
  if (rows > 1) areas.widened = 2 * request.size * roundUp(rows, kSoftmaxUnit) * compute.width;
  const Count slices = padded(request.size * request.inner * rows * compute.width);
  areas.bytes = areas.widened + (compute.converts() ? slices : 0);
  return areas;
}

SoftmaxForm formOf(const Softmax& request) {
  if (request.logarithm) return SoftmaxForm::logarithm;
  return request.flush ? SoftmaxForm::flushed : SoftmaxForm::exact;
}

// Slices in sequence; short rows many at a time.
class Slices {
 public:
  Slices(const Softmax& request, const Buffers& buffers)
      : request_(request),
        compute_(computeLaneOf(request.type)),
        form_(formOf(request)),
        size_(request.size * request.inner),
        workspace_(buffers.workspace),
        areas_(areasOf(request, compute_)),
        to_(buffers.outputs[0]),
        from_(buffers.inputs[0]) {}

  void run() {
    constexpr Count kFewRows = 8;
    Count left = request_.outer;
    for (Count rows = rowsAtOnce(request_); rows > 1 && left >= kFewRows; left -= rows) {
      rows = std::min(rows, left);
      runShortRows(rows);
    }
    for (; left > 0; --left) runOne();
  }

 private:
  // As columns: alone, a short row spends more time on its edges than on its elements.
  void runShortRows(Count rows) {
    const Count n = request_.size;
    const Count columns = roundUp(rows, kSoftmaxUnit);
    if (rows < columns) FloatRows::inLane(compute_.lane).fill(n * columns, workspace_, 0);
    copyPlane(workspace_, widened(rows), {{n, 1, columns}, {rows, n, 1}});
    softmaxColumns(n, columns, form_, workspace_);
    copyPlane(results(), workspace_, {{rows, 1, n}, {n, columns, 1}});
    store(rows);
  }

  void runOne() {
    const std::byte* values = widened(1);
    if (request_.inner == 1) {
      softmaxRow(compute_.lane, size_, form_, results(), values);
    } else {
      const Columns columns(request_, compute_, request_.inner, request_.inner, workspace_,
                            workspace_ + areas_.powers);
      columns.run(results(), values);
    }
    store(1);
  }

  static void copyPlane(std::byte* to, const std::byte* from, const decltype(Copy::axes)& axes) {
    copyBox({.type = DType::float32, .axes = axes}, to, from);
  }
  [[nodiscard]] const std::byte* widened(Count slices) const {
    return compute_.widened(slices * size_, from_, workspace_ + areas_.widened);
  }
  [[nodiscard]] std::byte* results() const {
    return compute_.converts() ? workspace_ + areas_.widened : to_;
  }
  // The results of slices, after which come the next.
  void store(Count slices) {
    compute_.store(slices * size_, to_, results());
    const Count bytes = slices * size_ * compute_.storedWidth;
    from_ += bytes;
    to_ += bytes;
  }

  const Softmax& request_;
  const ComputeLane compute_;
  const SoftmaxForm form_;
  const Count size_;
  std::byte* const workspace_;
  const Areas areas_;
  std::byte* to_;
  const std::byte* from_;
};

}  // namespace

template <>
struct Kind<Softmax> : Defaults<Softmax> {
  static constexpr std::string_view name = "Softmax";

  [[gnu::cold]] static Operands operands(const Softmax& request) {
    return {.inputs = {along(request)}, .outputs = {along(request)}};
  }

  static bool fits(const Softmax& request) {
    return isFloat(request.type) && areSizes({request.outer, request.size, request.inner});
  }

  static Count workspace(const Softmax& request) {
    return areasOf(request, computeLaneOf(request.type)).bytes;
  }

  static Count run(const Softmax& request, const Buffers& buffers) {
    if (request.size * request.inner > 0) Slices(request, buffers).run();
    return kDone;
  }

  static Positions positions(const Softmax& request) {
    if (areColumnsBetter(request.outer, request.inner))
      return columnsOf(request.type, request.inner, nanosecondsAlong(request, costs::kNormalized),
                       request.type);
    Positions positions =
        slicesOf(request, costs::kNormalized, request.size * request.inner, request.type);
    positions.unit = rowsAtOnce(request);
    positions.nanoseconds +=
        static_cast<double>(request.outer) *
        (positions.unit == 1 ? costs::kNormalizedRow : costs::kNormalizedColumn);
    return positions;
  }

  static void runColumns(const Softmax& request, const Buffers& buffers, Count count) {
    const ComputeLane compute = computeLaneOf(request.type);
    const Areas areas = areasOf(request, compute);
    const Count row = request.inner * compute.storedWidth;
    const Count stride = compute.converts() ? count : request.inner;
    const Columns columns(request, compute, count, stride, buffers.workspace,
                          buffers.workspace + areas.powers);
    const std::byte* from = buffers.inputs[0];
    std::byte* to = buffers.outputs[0];
    std::byte* widened = buffers.workspace + areas.widened;
    for (Count i = 0; i < request.outer;
         ++i, from += request.size * row, to += request.size * row) {
      const std::byte* values = compute.widenedColumns(request.size, row, count, from, widened);
      columns.run(compute.converts() ? widened : to, values);
      if (!compute.converts()) continue;
      for (Count j = 0; j < request.size; ++j)
        compute.store(count, to + j * row, widened + j * count * compute.width);
    }
  }
};
template const Functions& functionsOf<Softmax>();
template const Sharing& sharingOf<Softmax>();

}  // namespace simdcast::layers
