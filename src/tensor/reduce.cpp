#include "reduce.hpp"

#include <cstring>
#include <limits>

#include "../enum_table.hpp"
#include "../execute/pack.hpp"
#include "../execute/registry.hpp"
#include "folds.hpp"
#include "lanes.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { mask, rank, firstSize };

struct Row {
  Reduction key{};
  KernelOp op{};
  double identity = 0;  // of floats
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr EnumTable<Reduction, Row> kReductions({
    {Reduction::sum, KernelOp::add, 0},
    {Reduction::mean, KernelOp::add, 0},
    {Reduction::max, KernelOp::max, -kInfinity},
    {Reduction::min, KernelOp::min, kInfinity},
    {Reduction::product, KernelOp::mul, 1},
});

// The identity of an integer lane, for a type that may be narrower.
std::uint64_t integerIdentity(const Row& row, DType type) {
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

struct Axis {
  Count size = 0;
  bool reduced = false;
};

using Axes = InlineVector<Axis, kMaxRank>;

// Neighbours of one kind are one axis.
Axes axesOf(const TaskRequest& request) {
  Axes axes;
  for (int axis = 0; axis < request.numbers[rank]; ++axis) {
    const Axis next{request.numbers[firstSize + axis], (request.numbers[mask] >> axis & 1) != 0};
    if (next.size == 1) continue;
    if (!axes.empty() && axes.back().reduced == next.reduced)
      axes.back().size *= next.size;
    else
      axes.push(next);
  }
  return axes;
}

Count product(const Axes& axes, bool reduced) {
  Count count = 1;
  for (const Axis& axis : axes)
    if (axis.reduced == reduced) count *= axis.size;
  return count;
}

// Elements that are brought into the lane at a time.
constexpr Count kChunk = 2048;

class Reducer {
 public:
  Reducer(const TaskRequest& request, const Lanes& lanes, std::byte* tile)
      : lanes_(lanes),
        stored_(width(request.type)),
        row_(kReductions[static_cast<Reduction>(request.option)]),
        kernel_(findKernel(row_.op, lanes.lane)),
        tile_(tile),
        axes_(axesOf(request)) {
    if (isFloat(lanes.lane)) {
      splatNumber(identity_, lanes.lane, row_.identity);
      return;
    }
    const std::uint64_t integer = integerIdentity(row_, request.type);
    splat(identity_, reinterpret_cast<const std::byte*>(&integer), 8, splatBytes(8));
  }

  // Accumulators in the lane, one for each element of the result.
  void run(const std::byte* from, std::byte* accumulators) {
    const Count count = product(axes_, false);
    splat(accumulators, identity_, lanes_.width, count * lanes_.width);
    if (count > 0 && product(axes_, true) > 0) walk(0, from, accumulators, elements());
  }

 private:
  [[nodiscard]] Count elements() const { return product(axes_, false) * product(axes_, true); }

  // `elements` and the accumulators' stride shrink from axis to axis.
  void walk(int axis, const std::byte* from, std::byte* accumulators, Count elements) {
    const int left = axes_.size() - axis;
    if (left == 0) return accumulate(1, from, accumulators);
    const Axis& here = axes_[axis];
    if (left == 1)
      return here.reduced ? foldRow(here.size, from, accumulators)
                          : accumulate(here.size, from, accumulators);
    if (left == 2 && here.reduced)
      return foldRows(here.size, axes_[axis + 1].size, from, accumulators);
    const Count inner = elements / here.size;
    Count kept = 1;
    for (int next = axis + 1; next < axes_.size(); ++next)
      if (!axes_[next].reduced) kept *= axes_[next].size;
    const Count step = here.reduced ? 0 : kept * lanes_.width;
    for (Count i = 0; i < here.size; ++i)
      walk(axis + 1, from + i * inner * stored_, accumulators + i * step, inner);
  }

  void combine(Count n, std::byte* into, const std::byte* elements) {
    const Input pair[] = {{into, false}, {elements, false}};
    kernel_(static_cast<std::ptrdiff_t>(n), into, pair);
  }

  // One element onto each accumulator.
  void accumulate(Count n, const std::byte* from, std::byte* accumulators) {
    for (Count at = 0; at < n; at += kChunk) {
      const Count few = std::min(kChunk, n - at);
      combine(few, accumulators + at * lanes_.width, lanes_.bring(few, from + at * stored_, tile_));
    }
  }

  // All of them onto one accumulator.
  void foldRow(Count n, const std::byte* from, std::byte* accumulator) {
    for (Count at = 0; at < n; at += kChunk) {
      const Count few = std::min(kChunk, n - at);
      alignas(simd::kVectorBytes) std::byte part[simd::kVectorBytes];
      fold(kernel_, lanes_.width, few, part, lanes_.bring(few, from + at * stored_, tile_));
      combine(1, accumulator, part);
    }
  }

  // Rows onto accumulators of their length. Several short rows at a time make one long one, whose
  // parts are brought together in the end.
  void foldRows(Count rows, Count n, const std::byte* from, std::byte* accumulators) {
    const Count group = std::min(rows, kChunk / 4 / n);
    Count row = 0;
    if (group > 1) {
      const Count longRow = group * n;
      std::byte* sums = tile_ + kChunk * lanes_.width;
      splat(sums, identity_, lanes_.width, longRow * lanes_.width);
      for (; row + group <= rows; row += group) accumulate(longRow, from + row * n * stored_, sums);
      for (Count i = 0; i < group; ++i) combine(n, accumulators, sums + i * n * lanes_.width);
    }
    for (; row < rows; ++row) accumulate(n, from + row * n * stored_, accumulators);
  }

  const Lanes& lanes_;
  int stored_;
  const Row& row_;
  Kernel kernel_;
  std::byte* tile_;
  Axes axes_;
  alignas(simd::kVectorBytes) std::byte identity_[kSplatBytes];
};

// A mean of integers loses its fraction.
void divide(const Lanes& lanes, Count n, std::byte* sums, Count count) {
  alignas(simd::kVectorBytes) std::byte divisor[kSplatBytes];
  splatNumber(divisor, lanes.lane, static_cast<double>(count));
  const Input pair[] = {{sums, false}, {divisor, true}};
  findKernel(KernelOp::div, lanes.lane)(static_cast<std::ptrdiff_t>(n), sums, pair);
}

constexpr Count tileElements() { return kChunk + kChunk / 4; }

Count run(const Task& task, const Buffers& buffers) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  const Axes axes = axesOf(request);
  const Count count = product(axes, false);
  std::byte* accumulators = lanes.converts()
                                ? buffers.workspace + aligned(tileElements() * lanes.width)
                                : buffers.outputs[0];
  Reducer(request, lanes, buffers.workspace).run(buffers.inputs[0], accumulators);
  if (static_cast<Reduction>(request.option) == Reduction::mean)
    divide(lanes, count, accumulators, product(axes, true));
  lanes.store(count, buffers.outputs[0], accumulators);
  return kDone;
}

}  // namespace

bool prepareReduce(Task& task) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  const bool known = request.option >= 0 && request.option < static_cast<int>(Reduction::count);
  if (!known || request.numbers.size() < firstSize || request.numbers[rank] > kMaxRank ||
      request.numbers.size() != firstSize + request.numbers[rank] || lanes.lane == Lane::none)
    return false;
  task.run = run;
  const Count made = lanes.converts() ? product(axesOf(request), false) : 0;
  task.workspace = aligned(tileElements() * lanes.width) + aligned(made * lanes.width);
  return true;
}

}  // namespace simdcast::tensor
