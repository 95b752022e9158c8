#include <cstring>
#include <limits>

#include "../base/costs.hpp"
#include "../base/enum_table.hpp"
#include "../base/odometer.hpp"
#include "../kernels/registry.hpp"
#include "../rows/compute_lane.hpp"
#include "../rows/folds.hpp"
#include "../rows/runs.hpp"
#include "../simd/simd.hpp"
#include "copy.hpp"
#include "kind.hpp"
#include "reductions.hpp"

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

// Elements that are converted to the lane at a time.
constexpr Count kChunk = 2048;
// Elements of all short rows that are folded side by side, and of one such row: Fold begins longer
// ones with whole blocks.
constexpr Count kBeside = kChunk;
constexpr Count kMostBeside = 255;

// An unsigned type for moving elements of a lane.
DType wordOf(int bytes) {
  return bytes == 8   ? DType::uint64
         : bytes == 4 ? DType::uint32
         : bytes == 2 ? DType::uint16
                      : DType::uint8;
}

// Neighbouring positions of an axis, `stride` elements of the input apart.
struct Span {
  Count size = 1;
  Count stride = 1;
  bool reduced = false;
  bool isWhole = true;
};
using Spans = SmallVector<Span, kUsualRank>;

Spans spansOf(const Axes& axes) {
  Spans spans;
  Count stride = product(axes, false) * product(axes, true);
  for (const Axis& axis : axes) {
    stride /= std::max<Count>(1, axis.size);
    spans.push({.size = axis.size, .stride = stride, .reduced = axis.reduced});
  }
  return spans;
}

// Reduces the elements of a block onto neighbouring elements of the result.
class Reducer {
 public:
  // The tile has tileBytes bytes.
  Reducer(const Reduce& request, const ComputeLane& compute, std::byte* tile)
      : compute_(compute),
        row_(kReductions[request.reduction]),
        kernel_(findKernel(row_.op, compute.lane)),
        fold_(row_.op, compute.lane),
        tile_(tile) {
    if (isFloat(compute.lane))
      writeNumber(identity_, compute.lane, row_.identity);
    else
      simd::store(identity_, integerIdentity(row_, request.type));
  }

  // Accumulators in the lane, without gaps, one for each of the spans' elements of the result.
  void run(const Spans& spans, const std::byte* from, std::byte* accumulators) {
    spans_ = &spans;
    Count made = 1;
    Count folded = 1;
    for (const Span& span : spans) (span.reduced ? folded : made) *= span.size;
    start(made, accumulators);
    if (made == 0 || folded == 0) return;
    const int inner = innerAxes();
    Odometer<2> outer = outerAxes(inner, made);
    do {
      reduce(inner, from + outer.offset(0), accumulators + outer.offset(1));
    } while (outer.next());
  }

 private:
  void start(Count n, std::byte* accumulators) const {
    simd::fill(accumulators, identity_, compute_.width, n * compute_.width);
  }

  // The number of innermost axes that are reduced at once: rows that fold onto one row of the
  // result, short rows that each fold onto one element of it, or else one row.
  [[nodiscard]] int innerAxes() const {
    const int rank = spans_->size();
    if (rank < 2) return rank;
    const Span& last = spans_->back();
    return !last.reduced || last.size <= kMostBeside ? 2 : 1;
  }

  [[nodiscard]] Odometer<2> outerAxes(int inner, Count made) const {
    Odometer<2> outer;
    for (int axis = 0; axis < spans_->size() - inner; ++axis) {
      const Span& span = (*spans_)[axis];
      if (!span.reduced) made /= span.size;
      outer.push(span.size,
                 {span.stride * compute_.storedWidth, span.reduced ? 0 : made * compute_.width});
    }
    return outer;
  }

  void reduce(int inner, const std::byte* from, std::byte* accumulators) {
    if (inner == 0) return accumulate(1, from, accumulators);
    const Span& last = spans_->back();
    if (inner == 2) {
      const Span& rows = (*spans_)[spans_->size() - 2];
      return last.reduced ? foldBeside(rows.size, last.size, from, accumulators)
                          : foldRows(rows, last, from, accumulators);
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
              compute_.widened(few, from + at * compute_.storedWidth, tile_));
    }
  }

  // Folds all elements onto one accumulator.
  void foldRow(Count n, const std::byte* from, std::byte* accumulator) {
    for (Count at = 0; at < n; at += kChunk) {
      const Count few = std::min(kChunk, n - at);
      std::byte part[kWidestElement];
      fold_(few, part, compute_.widened(few, from + at * compute_.storedWidth, tile_));
      combine(1, accumulator, part);
    }
  }

  // Folds short rows onto one accumulator each: they become columns, which share kernel calls. The
  // order is that of Fold, so the results are bit-identical.
  void foldBeside(Count rows, Count n, const std::byte* from, std::byte* accumulators) {
    const Count most = kBeside / n;
    std::byte* columns = tile_ + kChunk * compute_.width;
    for (Count row = 0; row < rows; row += most) {
      const Count few = std::min(most, rows - row);
      const std::byte* elements =
          compute_.widened(few * n, from + row * n * compute_.storedWidth, tile_);
      copyBox({.type = wordOf(compute_.width), .axes = {{n, 1, few}, {few, n, 1}}}, columns,
              elements);
      for (Count left = n; left > 1;) {
        const Count half = left / 2;
        left -= half;
        combine(half * few, columns, columns + left * few * compute_.width);
      }
      combine(few, accumulators + row * compute_.width, columns);
    }
  }

  // Folds rows onto accumulators of the same length. Several short rows at a time form a long one,
  // whose parts are combined at the end.
  void foldRows(const Span& rows, const Span& columns, const std::byte* from,
                std::byte* accumulators) {
    const Count n = columns.size;
    const Count bytes = rows.stride * compute_.storedWidth;
    const Count group = columns.isWhole ? std::min(rows.size, kChunk / 4 / n) : 1;
    Count row = 0;
    if (group > 1) {
      const Count longRow = group * n;
      std::byte* sums = tile_ + kChunk * compute_.width;
      start(longRow, sums);
      for (; row + group <= rows.size; row += group) accumulate(longRow, from + row * bytes, sums);
      for (Count i = 0; i < group; ++i) combine(n, accumulators, sums + i * n * compute_.width);
    }
    for (; row < rows.size; ++row) accumulate(n, from + row * bytes, accumulators);
  }

  const ComputeLane& compute_;
  const ReductionRow& row_;
  Kernel kernel_;
  Fold fold_;
  std::byte* tile_;
  const Spans* spans_ = nullptr;
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

// The sums of a mean must not wrap in the bits of its type.
ComputeLane reducingLaneOf(const Reduce& request) {
  return request.reduction == Reduction::mean ? computeLaneOf(request.type)
                                              : wrappingLaneOf(request.type);
}

// A chunk in the lane, and the sums of a group of short rows, or short rows as columns.
Count tileBytes(const ComputeLane& compute) { return padded((kChunk + kBeside) * compute.width); }

// Accumulators that are kept in the workspace at a time, if the result is stored in another type.
constexpr Count kMostKept = Count{1} << 16;

// The outermost kept axis inside which the result has at most `most` elements; -1 if all axes are
// reduced.
int outermostWithin(const Axes& axes, Count most) {
  int found = -1;
  Count inside = 1;
  for (int axis = axes.size() - 1; axis >= 0 && inside <= most; --axis) {
    if (axes[axis].reduced) continue;
    found = axis;
    inside *= axes[axis].size;
  }
  return found;
}

// A reduction in blocks: some positions of one axis, at each index of the axes outside it.
class Blocks {
 public:
  Blocks(const Reduce& request, const ComputeLane& compute, const Buffers& buffers)
      : Blocks(request, compute, buffers, spansOf(request.axes)) {}
  // `spans` are parts of the request's axes; the operands point to their first elements.
  Blocks(const Reduce& request, const ComputeLane& compute, const Buffers& buffers, Spans spans)
      : request_(request),
        compute_(compute),
        buffers_(buffers),
        spans_(std::move(spans)),
        reducer_(request, compute, buffers.workspace) {}

  // Blocks of up to `most` elements of the result, cut along the axis.
  void run(int axis, Count most) {
    Count made = product(request_.axes, false);
    if (made == 0) return;
    if (axis < 0) return runBlock(spans_, 1, 0, 0);
    Spans block;
    Odometer<2> outer;
    Count inside = 1;
    for (int i = axis + 1; i < spans_.size(); ++i)
      if (!spans_[i].reduced) inside *= spans_[i].size;
    for (int i = 0; i < axis; ++i) {
      const auto& [size, stride, reduced, isWhole] = spans_[i];
      if (reduced) {
        block.push(spans_[i]);
        continue;
      }
      made /= size;
      outer.push(size, {stride, made});
    }
    const int cut = block.size();
    for (int i = axis; i < spans_.size(); ++i) block.push(spans_[i]);
    const Count step = std::max<Count>(1, most / inside);
    do {
      for (Count first = 0; first < spans_[axis].size; first += step) {
        block[cut].size = std::min(step, spans_[axis].size - first);
        block[cut].isWhole = spans_[axis].isWhole && block[cut].size == spans_[axis].size;
        runBlock(block, block[cut].size * inside, outer.offset(0) + first * spans_[axis].stride,
                 outer.offset(1) + first * inside);
      }
    } while (outer.next());
  }

 private:
  // `from` and `to` are the first elements of the input and the result.
  void runBlock(const Spans& spans, Count count, Count from, Count to) {
    std::byte* result = buffers_.outputs[0] + to * compute_.storedWidth;
    std::byte* accumulators =
        compute_.converts() ? buffers_.workspace + tileBytes(compute_) : result;
    reducer_.run(spans, buffers_.inputs[0] + from * compute_.storedWidth, accumulators);
    if (request_.reduction == Reduction::mean)
      divide(compute_.lane, count, accumulators, product(request_.axes, true));
    compute_.store(count, result, accumulators);
  }

  const Reduce& request_;
  const ComputeLane& compute_;
  const Buffers& buffers_;
  Spans spans_;
  Reducer reducer_;
};

// Sums are bound by memory: shorter parts of rows on two threads are no faster than whole rows on
// one. Rows of runColumns are longer than short ones.
Count leastSums(DType type) { return kReadAhead / width(type); }
constexpr Count kMostShortRow = 256;
static_assert(kReadAhead / kWidestElement > kMostShortRow);

}  // namespace

std::string_view name(Reduction reduction) noexcept { return kReductions[reduction].name; }
KernelOp foldOf(Reduction reduction) noexcept { return kReductions[reduction].op; }

static_assert(kChunk / 4 / (kMostShortRow + 1) <= 1);

template <>
struct Kind<Reduce> : Defaults<Reduce> {
  static constexpr std::string_view name = "Reduce";

  [[gnu::cold]] static Operands operands(const Reduce& request) {
    Shape from;
    Shape to;
    for (const Reduce::Axis& axis : request.axes) {
      from.push(static_cast<Size>(axis.size));
      if (!axis.reduced) to.push(static_cast<Size>(axis.size));
    }
    return {.inputs = {tensorOf(request.type, from)}, .outputs = {tensorOf(request.type, to)}};
  }

  static bool fits(const Reduce& request) {
    if (request.reduction >= Reduction::count || lane(request.type) == Lane::none ||
        request.axes.size() > kMaxRank)
      return false;
    Count elements = 1;
    for (const Axis& axis : request.axes)
      if (!multiply(elements, axis.size)) return false;
    return true;
  }

  static void simplify(Reduce& request) {
    decltype(request.axes) axes;
    for (const Axis& axis : request.axes) {
      if (axis.size == 1) continue;
      if (!axes.empty() && axes.back().reduced == axis.reduced)
        axes.back().size *= axis.size;
      else
        axes.push(axis);
    }
    request.axes = axes;
  }

  static Count workspace(const Reduce& request) {
    const ComputeLane compute = reducingLaneOf(request);
    const Count made = compute.converts() ? std::min(product(request.axes, false), kMostKept) : 0;
    return tileBytes(compute) + padded(made * compute.width);
  }

  static Count run(const Reduce& request, const Buffers& buffers) {
    const ComputeLane compute = reducingLaneOf(request);
    const Count most = compute.converts() ? kMostKept : product(request.axes, false);
    Blocks(request, compute, buffers).run(outermostWithin(request.axes, most), most);
    return kDone;
  }

  // Rows or columns of the result: axes that are reduced stay whole.
  static Positions positions(const Reduce& request) {
    if (request.axes.size() < 2) return {};
    Count read = 1;
    Count made = 1;
    for (const Reduce::Axis& axis : request.axes) {
      read *= axis.size;
      if (!axis.reduced) made *= axis.size;
    }
    if (read == 0) return {};
    const double nanoseconds = static_cast<double>(read) * costs::kReduced;
    const Reduce::Axis& first = request.axes[0];
    const Reduce::Axis& last = request.axes.back();
    const Count slices = first.reduced ? 1 : first.size;
    const Count least = leastSums(request.type);
    if (!last.reduced && areColumnsBetter(slices, last.size, least))
      return columnsOf(request.type, last.size, nanoseconds, request.type, least);
    return {.count = slices,
            .nanoseconds = nanoseconds,
            .inputs = {bytesOf(request.type, read / slices)},
            .outputs = {bytesOf(request.type, made / slices)}};
  }

  static void cut(Reduce& request, Count count) { request.axes[0].size = count; }

  static void runColumns(const Reduce& request, const Buffers& buffers, Count count) {
    const ComputeLane compute = reducingLaneOf(request);
    Spans spans = spansOf(request.axes);
    const int last = spans.size() - 1;
    spans[last].size = count;
    spans[last].isWhole = false;
    Blocks(request, compute, buffers, spans).run(last, compute.converts() ? kMostKept : count);
  }
};
template const Functions& functionsOf<Reduce>();
template const Sharing& sharingOf<Reduce>();

}  // namespace simdcast::layers
