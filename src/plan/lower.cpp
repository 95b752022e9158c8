#include "lower.hpp"

#include <numeric>

namespace simdcast {
namespace {

PlanOperand scaled(const Strides& elements, int width) {
  PlanOperand operand{.width = width};
  for (Count stride : elements) operand.strides.push(stride * width);
  return operand;
}

void gatherStrides(const Alignment& alignment, const Layout& layout, Plan& plan) {
  plan.sizes = alignment.output;
  OperandTrace output;
  output.aligned = alignment.output;
  plan.operands.push(scaled(elementStrides(output), layout.outputWidth));
  for (const auto [operand, width] : layout.operands)
    plan.operands.push(scaled(elementStrides(alignment.operands[operand]), width));
}

void eraseAxis(Plan& plan, int axis) {
  plan.sizes.erase(axis);
  for (PlanOperand& operand : plan.operands) operand.strides.erase(axis);
}

void dropUnitAxes(Plan& plan) {
  for (int axis = plan.sizes.size() - 1; axis >= 0; --axis)
    if (plan.sizes[axis] == 1) eraseAxis(plan, axis);
}

// An axis ends where any operand's repeat pattern changes: two axes are one where every operand
// steps over the outer one as if it went on along the inner one.
bool canCoalesce(const Plan& plan, int outer) {
  const Count count = Count{plan.sizes[outer]} * plan.sizes[outer + 1];
  if (count > INT32_MAX) return false;
  for (const PlanOperand& operand : plan.operands)
    if (operand.strides[outer] != operand.strides[outer + 1] * plan.sizes[outer + 1]) return false;
  return true;
}

void coalesce(Plan& plan) {
  for (int outer = plan.sizes.size() - 2; outer >= 0; --outer) {
    if (!canCoalesce(plan, outer)) continue;
    plan.sizes[outer + 1] *= plan.sizes[outer];
    eraseAxis(plan, outer);
  }
}

void ensureOneAxis(Plan& plan) {
  if (!plan.sizes.empty()) return;
  plan.sizes.push(1);
  for (PlanOperand& operand : plan.operands) operand.strides.push(0);
}

bool repeats(const PlanOperand& operand, int tileAxis) {
  return std::all_of(operand.strides.begin() + tileAxis, operand.strides.end(),
                     [](Count stride) { return stride == 0; });
}

bool isContiguous(const PlanOperand& operand, const Shape& sizes, int tileAxis) {
  Count stride = operand.width;
  for (int axis = sizes.size() - 1; axis >= tileAxis; --axis) {
    if (operand.strides[axis] != stride) return false;
    stride *= sizes[axis];
  }
  return true;
}

Step stepOf(const PlanOperand& operand, const Shape& sizes, int tileAxis) {
  if (repeats(operand, tileAxis)) return Step::repeat;
  return isContiguous(operand, sizes, tileAxis) ? Step::contiguous : Step::packed;
}

// A tile of `chunk` steps of the axis and everything inside it.
struct Tile {
  int axis = 0;
  Size chunk = 0;
  Count inner = 0;  // elements of the axes inside
};

// What things cost, in vectors that a loop moves within the nearest cache.
constexpr double kCallCost = 56;  // a kernel's call, and finding where its operands are
constexpr double kTailCost = 12;  // a run that does not end with a vector
constexpr double kSplatCost = 8;  // an element made a block that the kernel repeats
constexpr double kFillCost = 16;  // a tile, besides what it holds

// The tiles in a row, from the first on, that take the same part of the operand.
double timesReused(const Plan& plan, const PlanOperand& operand, const Tile& tile) {
  double times = 1;
  if (tile.chunk < plan.sizes[tile.axis]) {
    if (operand.strides[tile.axis] != 0) return 1;
    times = static_cast<double>(plan.sizes[tile.axis]) / tile.chunk;
  }
  for (int axis = tile.axis - 1; axis >= 0 && operand.strides[axis] == 0; --axis)
    times *= plan.sizes[axis];
  return times;
}

// The cost of walking the whole plan in such tiles, besides the work of the kernels.
double costOf(const Plan& plan, const Tile& tile) {
  const double elements = static_cast<double>(tile.chunk) * static_cast<double>(tile.inner);
  const auto vectorsOf = [&](int width) { return elements * width / 16; };
  double cost = kCallCost;
  if (tile.chunk * tile.inner * plan.operands[0].width % 16 != 0) cost += kTailCost;
  for (int i = 1; i < plan.operands.size(); ++i) {
    const PlanOperand& operand = plan.operands[i];
    const Step step = stepOf(operand, plan.sizes, tile.axis);
    if (step == Step::contiguous) continue;
    const double once = step == Step::repeat ? kSplatCost : kFillCost + vectorsOf(operand.width);
    cost += once / timesReused(plan, operand, tile);
  }
  return cost * (static_cast<double>(plan.elements) / elements);
}

// The largest tile of the axis within `capacity` elements: in equal parts, and of whole turns of
// the kernels' loops where it can be.
Tile largestTile(const Plan& plan, int axis, Count inner, Count capacity) {
  constexpr Count kTurn = 64;
  const Count size = plan.sizes[axis];
  const Count most = capacity / inner;
  if (most >= size) return {axis, plan.sizes[axis], inner};
  const Count parts = (size + most - 1) / most;
  const Count whole = kTurn / std::gcd(inner, kTurn);
  const Count even = ((size + parts - 1) / parts + whole - 1) / whole * whole;
  const Count chunk = even <= most ? even : most < whole ? most : most / whole * whole;
  return {axis, static_cast<Size>(chunk), inner};
}

// What all operands of a run may take together: more would leave the nearest cache.
constexpr Count kRunBytes = 3 * kTileBytes;

int widest(const Plan& plan, int widestLane) {
  int width = widestLane;
  for (const PlanOperand& operand : plan.operands) width = std::max(width, operand.width);
  return width;
}

// Runs along the innermost axis need no packing; a tile of several, of four at the least, has fewer
// calls.
Tile chooseTile(const Layout& layout, const Plan& plan) {
  const int last = plan.sizes.size() - 1;
  const Count bytes = std::min(kTileBytes, kRunBytes / plan.operands.size());
  const Count capacity = bytes / widest(plan, layout.widestLane);
  Tile best =
      layout.staged ? largestTile(plan, last, 1, capacity) : Tile{last, plan.sizes[last], 1};
  double least = costOf(plan, best);
  Count inner = plan.sizes[last];
  for (int axis = last - 1; axis >= 0 && inner * 4 <= capacity; inner *= plan.sizes[axis--]) {
    const Tile tile = largestTile(plan, axis, inner, capacity);
    const double cost = costOf(plan, tile);
    if (cost >= least) continue;
    best = tile;
    least = cost;
  }
  return best;
}

void setTile(const Tile& tile, Plan& plan) {
  plan.tileAxis = tile.axis;
  plan.chunk = tile.chunk;
  plan.inner = tile.inner;
  for (PlanOperand& operand : plan.operands)
    operand.step = stepOf(operand, plan.sizes, plan.tileAxis);
  plan.operands[0].step = Step::contiguous;
}

}  // namespace

void lower(const Alignment& alignment, const Layout& layout, Plan& plan) {
  plan.elements = elementCount(alignment.output).value_or(0);
  gatherStrides(alignment, layout, plan);
  if (plan.elements == 0) return;
  dropUnitAxes(plan);
  coalesce(plan);
  ensureOneAxis(plan);
  setTile(chooseTile(layout, plan), plan);
}

}  // namespace simdcast
