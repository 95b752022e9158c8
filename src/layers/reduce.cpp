#include <cstring>
#include <limits>

#include "../base/enum_table.hpp"
#include "../base/odometer.hpp"
#include "../kernels/registry.hpp"
#include "../plan/coalesce.hpp"
#include "../simd/simd.hpp"
#include "compute_lane.hpp"
#include "folds.hpp"
#include "runs.hpp"
#include "share.hpp"

namespace simdcast::layers {
namespace {

struct ReductionRow {
  Reduction key{};
  std::string_view name;
  KernelOp op{};
  double identity = 0;  // of floats
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr EnumTable<Reduction, ReductionRow> kReductions({
    {Reduction::sum, "sum", KernelOp::add, 0},
    {Reduction::mean, "mean", KernelOp::add, 0},
    {Reduction::max, "max", KernelOp::max, -kInfinity},
    {Reduction::min, "min", KernelOp::min, kInfinity},
    {Reduction::product, "product", KernelOp::mul, 1},
});

// The identity of an integer lane, for a type that may be narrower.
std::uint64_t integerIdentity(const ReductionRow& row, DType type) {
  if (row.identity != kInfinity && row.identity != -kInfinity)
    return static_cast<std::uint64_t>(row.identity);
  const bool highest = row.identity > 0;
  const int bits = width(type) * 8;
  const Lane stored = lane(type);
  if (stored == Lane::b8) return highest ? 1 : 0;
  const std::uint64_t ones = ~std::uint64_t{0};
  if (!isSigned(stored)) return highest ? ones >> (64 - bits) : 0;
  return highest ? ones >> (65 - bits) : ones << (bits - 1);
}

using Axis = Reduce::Axis;
using Axes = decltype(Reduce::axes);

Count product(const Axes& axes, bool reduced) {
  Count count = 1;
  for (const Axis& axis : axes)
    if (axis.reduced == reduced) count *= axis.size;
  return count;
}

// The input's strides, and the result's: 0, and only there, where an axis is reduced.
StridedAxes stridedAxes(const Axes& axes) {
  StridedAxes strided;
  Strides input(axes.size(), 1);
  Strides result(axes.size(), 1);
  for (const Axis& axis : axes) strided.sizes.push(axis.size);
  for (int i = axes.size() - 2; i >= 0; --i) {
    const auto [size, reduced] = axes[i + 1];
    input[i] = input[i + 1] * std::max<Count>(1, size);
    result[i] = reduced ? result[i + 1] : result[i + 1] * std::max<Count>(1, size);
  }
  for (int i = 0; i < axes.size(); ++i)
    if (axes[i].reduced) result[i] = 0;
  strided.strides = {std::move(input), std::move(result)};
  return strided;
}

// Elements that are brought into the lane at a time.
constexpr Count kChunk = 2048;
// Elements of short rows that are folded side by side, and of such a row: Fold begins longer ones
// with whole blocks.
constexpr Count kBeside = kChunk;
constexpr Count kMostBeside = 255;

// An unsigned type for moving elements of a lane.
DType wordOf(int bytes) {
  return bytes == 8   ? DType::uint64
         : bytes == 4 ? DType::uint32
         : bytes == 2 ? DType::uint16
                      : DType::uint8;
}

class Reducer {
 public:
  // The tile holds tileBytes.
  Reducer(const Reduce& request, const ComputeLane& compute, std::byte* tile)
      : compute_(compute),
        row_(kReductions[request.reduction]),
        kernel_(findKernel(row_.op, compute.lane)),
        fold_(row_.op, compute.lane),
        tile_(tile),
        axes_(request.axes) {
    if (isFloat(compute.lane))
      writeNumber(identity_, compute.lane, row_.identity);
    else
      simd::store(identity_, integerIdentity(row_, request.type));
  }

  // Accumulators in the lane, one for each element of the result.
  void run(const std::byte* from, std::byte* accumulators) {
    const Count count = product(axes_, false);
    start(count, accumulators);
    if (count == 0 || product(axes_, true) == 0) return;
    const int inner = innerAxes();
    Odometer<2> outer = outerAxes(inner);
    do {
      reduce(inner, from + outer.offset(0), accumulators + outer.offset(1));
    } while (outer.next());
  }

  // The same of some columns of the innermost axis, which is not reduced, and is so long that run
  // takes its rows one by one: the same sums.
  void runColumns(Count columns, const std::byte* from, std::byte* accumulators) {
    for (Count row = 0; row < product(axes_, false); row += axes_.back().size)
      start(columns, accumulators + row * compute_.width);
    Odometer<2> rows = outerAxes(1);
    do {
      accumulate(columns, from + rows.offset(0), accumulators + rows.offset(1));
    } while (rows.next());
  }

 private:
  void start(Count n, std::byte* accumulators) const {
    simd::fill(accumulators, identity_, compute_.width, n * compute_.width);
  }

  // The axes at the inner end that are reduced at once: rows that fall onto one row of the result,
  // short rows that each fall onto an element of it, else one row.
  [[nodiscard]] int innerAxes() const {
    const int rank = axes_.size();
    if (rank < 2) return rank;
    const Axis& last = axes_[rank - 1];
    return !last.reduced || last.size <= kMostBeside ? 2 : 1;
  }

  [[nodiscard]] Odometer<2> outerAxes(int inner) const {
    Odometer<2> outer;
    Count stored = product(axes_, false) * product(axes_, true) * compute_.storedWidth;
    Count made = product(axes_, false) * compute_.width;
    for (int axis = 0; axis < axes_.size() - inner; ++axis) {
      const auto [size, reduced] = axes_[axis];
      stored /= size;
      if (!reduced) made /= size;
      outer.push(size, {stored, reduced ? 0 : made});
    }
    return outer;
  }

  void reduce(int inner, const std::byte* from, std::byte* accumulators) {
    if (inner == 0) return accumulate(1, from, accumulators);
    const Axis& last = axes_.back();
    if (inner == 2) {
      const Count rows = axes_[axes_.size() - 2].size;
      return last.reduced ? foldBeside(rows, last.size, from, accumulators)
                          : foldRows(rows, last.size, from, accumulators);
    }
    return last.reduced ? foldRow(last.size, from, accumulators)
                        : accumulate(last.size, from, accumulators);
  }

  void combine(Count n, std::byte* into, const std::byte* elements) {
    const Input pair[] = {{into, compute_.width}, {elements, compute_.width}};
    kernel_(static_cast<std::ptrdiff_t>(n), into, pair);
  }

  // One element onto each accumulator.
  void accumulate(Count n, const std::byte* from, std::byte* accumulators) {
    for (Count at = 0; at < n; at += kChunk) {
      const Count few = std::min(kChunk, n - at);
      combine(few, accumulators + at * compute_.width,
              compute_.bring(few, from + at * compute_.storedWidth, tile_));
    }
  }

  // All of them onto one accumulator.
  void foldRow(Count n, const std::byte* from, std::byte* accumulator) {
    for (Count at = 0; at < n; at += kChunk) {
      const Count few = std::min(kChunk, n - at);
      std::byte part[kWidestElement];
      fold_(few, part, compute_.bring(few, from + at * compute_.storedWidth, tile_));
      combine(1, accumulator, part);
    }
  }

  // Each of some short rows onto an accumulator of its own: as columns, of which one kernel call
  // folds many. In the order of Fold, so that the bits are the same.
  void foldBeside(Count rows, Count n, const std::byte* from, std::byte* accumulators) {
    const Count most = kBeside / n;
    std::byte* columns = tile_ + kChunk * compute_.width;
    for (Count row = 0; row < rows; row += most) {
      const Count few = std::min(most, rows - row);
      const std::byte* elements =
          compute_.bring(few * n, from + row * n * compute_.storedWidth, tile_);
      layers::run(Copy{.type = wordOf(compute_.width), .axes = {{n, 1, few}, {few, n, 1}}},
                  {.outputs = &columns, .inputs = &elements});
      for (Count left = n; left > 1;) {
        const Count half = left / 2;
        left -= half;
        combine(half * few, columns, columns + left * few * compute_.width);
      }
      combine(few, accumulators + row * compute_.width, columns);
    }
  }

  // Rows onto accumulators of their length. Several short rows at a time make one long one, whose
  // parts are brought together in the end.
  void foldRows(Count rows, Count n, const std::byte* from, std::byte* accumulators) {
    const Count group = std::min(rows, kChunk / 4 / n);
    Count row = 0;
    if (group > 1) {
      const Count longRow = group * n;
      std::byte* sums = tile_ + kChunk * compute_.width;
      simd::fill(sums, identity_, compute_.width, longRow * compute_.width);
      for (; row + group <= rows; row += group)
        accumulate(longRow, from + row * n * compute_.storedWidth, sums);
      for (Count i = 0; i < group; ++i) combine(n, accumulators, sums + i * n * compute_.width);
    }
    for (; row < rows; ++row) accumulate(n, from + row * n * compute_.storedWidth, accumulators);
  }

  const ComputeLane& compute_;
  const ReductionRow& row_;
  Kernel kernel_;
  Fold fold_;
  std::byte* tile_;
  const Axes& axes_;
  std::byte identity_[kWidestElement];
};

// A mean of integers loses its fraction.
void divide(Lane lane, Count n, std::byte* sums, Count count) {
  const Kernel kernel = findKernel(KernelOp::div, lane);
  std::byte divisor[kWidestElement];
  writeNumber(divisor, lane, static_cast<double>(count));
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    std::byte* few = sums + at * width(lane);
    const Input pair[] = {{few, width(lane)}, {divisor, 0}};
    kernel(run, few, pair);
  });
}

// A chunk in the lane, and the sums of a group of short rows, or short rows as columns.
Count tileBytes(const ComputeLane& compute) { return padded((kChunk + kBeside) * compute.width); }

}  // namespace

std::string_view name(Reduction reduction) noexcept { return kReductions[reduction].name; }
KernelOp foldOf(Reduction reduction) noexcept { return kReductions[reduction].op; }

bool fits(const Reduce& request) {
  if (request.reduction >= Reduction::count || lane(request.type) == Lane::none ||
      request.axes.size() > kMaxRank)
    return false;
  Count elements = 1;
  for (const Axis& axis : request.axes)
    if (!multiply(elements, axis.size)) return false;
  return true;
}

Reduce simplified(const Reduce& request) {
  Reduce result{.type = request.type, .reduction = request.reduction};
  const StridedAxes strided = coalesce(stridedAxes(request.axes));
  for (int i = 0; i < strided.sizes.size(); ++i)
    result.axes.push({.size = strided.sizes[i], .reduced = strided.strides[1][i] == 0});
  return result;
}

// The tile, and accumulators for a result that is stored in another type.
Count workspaceOf(const Reduce& request) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Count made = compute.converts() ? product(request.axes, false) : 0;
  return tileBytes(compute) + padded(made * compute.width);
}

Count run(const Reduce& request, const Buffers& buffers) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Count count = product(request.axes, false);
  std::byte* to = buffers.outputs[0];
  std::byte* accumulators = compute.converts() ? buffers.workspace + tileBytes(compute) : to;
  Reducer(request, compute, buffers.workspace).run(buffers.inputs[0], accumulators);
  if (request.reduction == Reduction::mean)
    divide(compute.lane, count, accumulators, product(request.axes, true));
  compute.store(count, to, accumulators);
  return Layer::kDone;
}

static_assert(kChunk / 4 / (kMostShortRow + 1) <= 1);

void runColumns(const Reduce& request, const Buffers& buffers, Count count) {
  const ComputeLane compute = computeLaneOf(request.type);
  std::byte* to = buffers.outputs[0];
  std::byte* accumulators = compute.converts() ? buffers.workspace + tileBytes(compute) : to;
  Reducer(request, compute, buffers.workspace).runColumns(count, buffers.inputs[0], accumulators);
  for (Count row = 0; row < product(request.axes, false); row += request.axes.back().size) {
    std::byte* sums = accumulators + row * compute.width;
    if (request.reduction == Reduction::mean)
      divide(compute.lane, count, sums, product(request.axes, true));
    compute.store(count, to + row * compute.storedWidth, sums);
  }
}

}  // namespace simdcast::layers
