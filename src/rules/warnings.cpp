#include "warnings.hpp"

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
  for (int i = 0; i < alignment.operands.size(); ++i)
    for (int j = i + 1; j < alignment.operands.size(); ++j)
      if (const AxisMask axes = crossedAxes(alignment.operands[i], alignment.operands[j], rank))
        return {WarningCode::outerProduct, axes, bit(i) | bit(j)};
  return {};
}

AxisMask axesOfSize(const OperandTrace& operand, Size size) {
  AxisMask axes = 0;
  for (int axis = 0; axis < operand.aligned.size(); ++axis)
    if (operand.aligned[axis] == size) axes |= bit(axis);
  return axes;
}

// A vector of length N > 1 meets an operand that has N on two axes or more, so that another rule
// could align it differently. In a product there is only one way.
Warning squareTrap(const Alignment& alignment) {
  if (!alignment.ok() || alignment.policy().product) return {};
  for (int i = 0; i < alignment.operands.size(); ++i) {
    const Shape& vector = alignment.operands[i].shape;
    if (vector.size() != 1 || vector[0] <= 1) continue;
    for (int j = 0; j < alignment.operands.size(); ++j) {
      const AxisMask axes = axesOfSize(alignment.operands[j], vector[0]);
      const bool several = (axes & (axes - 1)) != 0;
      if (j != i && several) return {WarningCode::squareTrap, axes, bit(i) | bit(j)};
    }
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
