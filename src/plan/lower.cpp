#include "lower.hpp"

namespace simdcast {
namespace {

// Inner runs of at least this many bytes are worth a kernel call each. Shorter ones are gathered
// into tiles: a call costs about as much as 512 bytes of work.
constexpr Count kDirectBytes = 512;

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
  for (int i = 0; i < static_cast<int>(layout.widths.size()); ++i)
    plan.operands.push(scaled(elementStrides(alignment.operands[i]), layout.widths[i]));
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

Count widest(const Plan& plan, int widestLane) {
  int width = widestLane;
  for (const PlanOperand& operand : plan.operands) width = std::max(width, operand.width);
  return width;
}

void chooseTile(const Layout& layout, Plan& plan) {
  plan.tileAxis = plan.sizes.size() - 1;
  plan.chunk = plan.sizes.back();
  plan.inner = 1;
  const Count width = widest(plan, layout.widestLane);
  const Count capacity = kTileBytes / width;
  if (plan.sizes.size() == 1 || plan.chunk * width >= kDirectBytes) {
    if (layout.staged) plan.chunk = static_cast<Size>(std::min<Count>(plan.chunk, capacity));
    return;
  }
  while (plan.tileAxis > 0 && plan.inner * plan.sizes[plan.tileAxis] * 2 <= capacity)
    plan.inner *= plan.sizes[plan.tileAxis--];
  plan.chunk = static_cast<Size>(std::min<Count>(plan.sizes[plan.tileAxis], capacity / plan.inner));
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

void classify(Plan& plan) {
  for (PlanOperand& operand : plan.operands)
    operand.step = repeats(operand, plan.tileAxis)                    ? Step::repeat
                   : isContiguous(operand, plan.sizes, plan.tileAxis) ? Step::contiguous
                                                                      : Step::packed;
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
  chooseTile(layout, plan);
  classify(plan);
}

}  // namespace simdcast
