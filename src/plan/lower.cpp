#include "lower.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "../base/rounding.hpp"
#include "coalesce.hpp"

namespace simdcast {
namespace {

constexpr Count kLongestAxis = std::numeric_limits<Size>::max();

// Byte strides, the output's first.
StridedAxes gatherStrides(const Alignment& alignment, const LoweringOptions& options) {
  StridedAxes axes;
  for (Size size : alignment.output) axes.sizes.push(size);
  const auto add = [&](const Shape& aligned, int width) {
    axes.strides.push(elementStrides(aligned));
    for (Count& stride : axes.strides.back()) stride *= width;
  };
  add(alignment.output, options.outputWidth);
  for (const auto [operand, width] : options.operands)
    add(alignment.operands[operand].aligned, width);
  return axes;
}

// A nest over these axes; a scalar gets one axis of size 1.
LoopNest nestOver(StridedAxes&& axes, const LoweringOptions& options) {
  LoopNest nest;
  for (Count size : axes.sizes) nest.sizes.push(static_cast<Size>(size));
  nest.operands.push({.width = options.outputWidth});
  for (const auto [operand, width] : options.operands) nest.operands.push({.width = width});
  for (int i = 0; i < nest.operands.size(); ++i)
    nest.operands[i].strides = std::move(axes.strides[i]);
  if (!nest.sizes.empty()) return nest;
  nest.sizes.push(1);
  for (LoopOperand& operand : nest.operands) operand.strides.push(0);
  return nest;
}

bool repeats(const LoopOperand& operand, int runAxis) {
  return std::all_of(operand.strides.begin() + runAxis, operand.strides.end(),
                     [](Count stride) { return stride == 0; });
}

bool isContiguous(const LoopOperand& operand, const Shape& sizes, int runAxis) {
  Count stride = operand.width;
  for (int axis = sizes.size() - 1; axis >= runAxis; --axis) {
    if (operand.strides[axis] != stride) return false;
    stride *= sizes[axis];
  }
  return true;
}

Access accessOf(const LoopOperand& operand, const Shape& sizes, int runAxis) {
  if (repeats(operand, runAxis)) return Access::repeat;
  return isContiguous(operand, sizes, runAxis) ? Access::contiguous : Access::packed;
}

// `chunk` positions of an axis, with all axes inside it.
struct Run {
  int axis = 0;
  Size chunk = 0;
  Count inner = 0;  // elements of the axes inside
};

// The cost model. The unit is the time that a loop takes for one vector in L1.
constexpr double kCallCost = 56;  // of calling a kernel, and advancing to the next run
constexpr double kTailCost = 12;  // of a tail, which does not fill a vector
constexpr double kSplatCost = 8;  // of a splat
constexpr double kFillCost = 16;  // of packing a tile, in addition to its vectors

// The number of consecutive runs that read the same elements of an operand, which is packed only
// once for them.
double timesReused(const LoopNest& nest, const LoopOperand& operand, const Run& run) {
  double times = 1;
  if (run.chunk < nest.sizes[run.axis]) {
    if (operand.strides[run.axis] != 0) return 1;
    times = static_cast<double>(nest.sizes[run.axis]) / run.chunk;
  }
  for (int axis = run.axis - 1; axis >= 0 && operand.strides[axis] == 0; --axis)
    times *= nest.sizes[axis];
  return times;
}

// The cost of iterating over the nest in such runs, without the work of the kernels.
double costOf(const LoopNest& nest, const Run& run) {
  const double elements = static_cast<double>(run.chunk) * static_cast<double>(run.inner);
  const auto vectorsOf = [&](int width) { return elements * width / 16; };
  double cost = kCallCost;
  if (run.chunk * run.inner * nest.operands[0].width % 16 != 0) cost += kTailCost;
  for (int i = 1; i < nest.operands.size(); ++i) {
    const LoopOperand& operand = nest.operands[i];
    const Access access = accessOf(operand, nest.sizes, run.axis);
    if (access == Access::contiguous) continue;
    const double once =
        access == Access::repeat ? kSplatCost : kFillCost + vectorsOf(operand.width);
    cost += once / timesReused(nest, operand, run);
  }
  return cost * (static_cast<double>(nest.elements) / elements);
}

// The largest run of the axis within `capacity` elements. Runs are of about equal size, to leave
// no short remainder, and multiples of the kernels' unrolled loops if possible: 1000 positions at a
// capacity of 512 become runs of 512 and 488, rather than two of 500 that both have a tail.
Run largestRun(const LoopNest& nest, int axis, Count inner, Count capacity) {
  constexpr Count kUnrolled = 64;  // elements of an unrolled loop's body
  const Count size = nest.sizes[axis];
  const Count most = capacity / inner;
  if (most >= size) return {axis, nest.sizes[axis], inner};
  const Count parts = divideUp(size, most);
  const Count whole = kUnrolled / std::gcd(inner, kUnrolled);
  const Count even = roundUp(divideUp(size, parts), whole);
  const Count chunk = even <= most ? even : most < whole ? most : most / whole * whole;
  return {axis, static_cast<Size>(chunk), inner};
}

// Maximum size of all operands of a run together, in bytes; more would not fit into L1.
constexpr Count kRunBytes = 3 * kTileBytes;

int widest(const LoopNest& nest, int widestLane) {
  int width = widestLane;
  for (const LoopOperand& operand : nest.operands) width = std::max(width, operand.width);
  return width;
}

// Runs along the innermost axis need no packing and may be long; runs of several rows (at least
// four have to fit) need fewer calls.
Run chooseRun(const LoweringOptions& options, const LoopNest& nest) {
  const int last = nest.sizes.size() - 1;
  const Count bytes = std::min(kTileBytes, kRunBytes / nest.operands.size());
  const int width = widest(nest, options.widestLane);
  const Count capacity = bytes / width;
  Run best = largestRun(nest, last, 1, options.tiled ? capacity : kMostRunBytes / width);
  if (options.byRows) return best;
  double least = costOf(nest, best);
  Count inner = nest.sizes[last];
  for (int axis = last - 1; axis >= 0 && inner * 4 <= capacity; inner *= nest.sizes[axis--]) {
    const Run run = largestRun(nest, axis, inner, capacity);
    const double cost = costOf(nest, run);
    if (cost >= least) continue;
    best = run;
    least = cost;
  }
  return best;
}

void setRun(const Run& run, LoopNest& nest) {
  nest.runAxis = run.axis;
  nest.chunk = run.chunk;
  nest.inner = run.inner;
  for (LoopOperand& operand : nest.operands)
    operand.access = accessOf(operand, nest.sizes, nest.runAxis);
  nest.operands[0].access = Access::contiguous;
}

}  // namespace

LoopNest lower(const Alignment& alignment, const LoweringOptions& options) {
  LoopNest nest = nestOver(coalesce(gatherStrides(alignment, options), kLongestAxis), options);
  nest.elements = outputElements(alignment);
  if (nest.elements > 0) setRun(chooseRun(options, nest), nest);
  return nest;
}

LoopNest partOf(const LoopNest& nest, int axis, Size count) {
  LoopNest part{.runAxis = nest.runAxis - axis, .chunk = nest.chunk, .inner = nest.inner};
  part.elements = count;
  part.sizes.push(count);
  for (int i = axis + 1; i < nest.sizes.size(); ++i) {
    part.sizes.push(nest.sizes[i]);
    part.elements *= nest.sizes[i];
  }
  for (const LoopOperand& operand : nest.operands) {
    LoopOperand rest{.width = operand.width, .access = operand.access};
    for (int i = axis; i < operand.strides.size(); ++i) rest.strides.push(operand.strides[i]);
    part.operands.push(std::move(rest));
  }
  if (part.runAxis == 0) part.chunk = std::min(nest.chunk, count);
  return part;
}

}  // namespace simdcast
