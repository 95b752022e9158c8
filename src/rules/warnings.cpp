#include "warnings.hpp"

#include <algorithm>

#include "../base/enum_table.hpp"

namespace simdcast {
namespace {

constexpr Count kBigBytes = 100'000'000;
constexpr Count kBigRatio = 1000;

// Two axes of the same size N > 1, on each of which one operand has N and the other 1.
AxisMask crossedAxes(const OperandTrace& a, const OperandTrace& b, int rank) {
  for (int i = 0; i < rank; ++i) {
    if (a.aligned[i] <= 1 || b.aligned[i] != 1) continue;
    for (int j = 0; j < rank; ++j)
      if (b.aligned[j] == a.aligned[i] && a.aligned[j] == 1) return bit(i) | bit(j);
  }
  return 0;
}

Warning outerProduct(const Alignment& alignment) {
  if (!grows(alignment) || outputElements(alignment) == 0) return {};
  const int rank = broadcastRank(alignment);
  for (int i = 0; i < alignment.operands.size(); ++i) {
    for (int j = i + 1; j < alignment.operands.size(); ++j) {
      const AxisMask axes = crossedAxes(alignment.operands[i], alignment.operands[j], rank);
      if (axes == 0) continue;
      const OperandMask operands = bit(i) | bit(j);
      return {WarningCode::outerProduct, axes, operands, findPairings(alignment, operands)};
    }
  }
  return {};
}

// A rule adds 1s to an operand of a lower rank. A 1 that is written is a decision.
bool isPlacedByRule(const Alignment& alignment, int operand) {
  const OperandTrace& trace = alignment.operands[operand];
  const bool onNamedAxis = trace.placement == Placement::axis;
  return !isOnlyShape(alignment, operand) && !trace.shape.empty() &&
         trace.shape.size() < alignment.rank() && !onNamedAxis &&
         std::ranges::all_of(trace.shape, [](Size size) { return size > 1; });
}

// The first other operand with all the axes of the result.
OperandMask fullOperand(const Alignment& alignment) {
  for (int i = 0; i < alignment.operands.size(); ++i)
    if (alignment.operands[i].shape.size() == alignment.rank()) return bit(i);
  return 0;
}

// An operand whose sizes fit the result on several choices of axes: the rule chooses one, and no
// error occurs if another was meant. In a product there is only one way.
Warning squareTrap(const Alignment& alignment) {
  if (!alignment.ok() || alignment.policy().product) return {};
  for (int i = 0; i < alignment.operands.size(); ++i) {
    if (!isPlacedByRule(alignment, i)) continue;
    Warning warning{WarningCode::squareTrap, axesUsed(alignment.operands[i].aligned),
                    bit(i) | fullOperand(alignment), findOtherAxes(alignment, i)};
    if (warning.fixes.empty()) continue;
    for (const Fix& fix : warning.fixes) warning.axes |= axesUsed(fix.aligned);
    return warning;
  }
  return {};
}

Warning rankChange(const Alignment& alignment) {
  if (!alignment.ok()) return {};
  Warning warning{WarningCode::rankChange};
  const AxisMask broadcast = firstBits(broadcastRank(alignment));
  for (int i = 0; i < alignment.operands.size(); ++i) {
    const AxisMask added = alignment.operands[i].added & broadcast;
    if (added == 0) continue;
    warning.axes |= added;
    warning.operands |= bit(i);
  }
  return warning;
}

Warning ncnnUnchecked(const Alignment& alignment) {
  if (alignment.ok() || !alignment.placed || alignment.rule->key != RuleId::ncnn) return {};
  Warning warning{WarningCode::ncnnUnchecked};
  for (const Error& failure : alignment.failures) {
    if (failure.axis != kNoAxis) warning.axes |= bit(failure.axis);
    warning.operands |= failure.operands;
  }
  return warning;
}

Warning bigResult(const Alignment& alignment, Count elementSize) {
  if (!alignment.ok()) return {};
  const Count stored = storedElements(alignment);
  const Count output = outputElements(alignment);
  const bool big = output > kBigBytes / std::max<Count>(1, elementSize) ||
                   (output > 0 && (output - 1) / kBigRatio >= stored);
  const OperandMask all = firstBits(alignment.operands.size());
  return big ? Warning{WarningCode::bigResult, 0, all} : Warning{};
}

constexpr NameTable<WarningCode> kNames({
    {WarningCode::outerProduct, "outer_product"},
    {WarningCode::squareTrap, "square_trap"},
    {WarningCode::rankChange, "rank_change"},
    {WarningCode::ncnnUnchecked, "ncnn_unchecked"},
    {WarningCode::bigResult, "big_result"},
});

}  // namespace

Warnings findWarnings(const Alignment& alignment, Count elementSize) {
  Warnings found;
  for (const Warning& warning :
       {outerProduct(alignment), squareTrap(alignment), rankChange(alignment),
        ncnnUnchecked(alignment), bigResult(alignment, elementSize)})
    if (warning.operands != 0) found.push(warning);
  return found;
}

Shape uncheckedOutput(const Alignment& alignment) {
  Shape output(alignment.rank(), 0);
  for (const OperandTrace& operand : alignment.operands)
    for (int axis = 0; axis < alignment.rank(); ++axis)
      output[axis] = std::max(output[axis], operand.aligned[axis]);
  return output;
}

std::string_view name(WarningCode code) noexcept { return kNames[code].name; }

}  // namespace simdcast
