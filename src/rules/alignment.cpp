#include "alignment.hpp"

#include <algorithm>

#include "../base/enum_table.hpp"

namespace simdcast {
namespace {

constexpr NameTable<Outcome> kOutcomes({
    {Outcome::equal, "equal"},
    {Outcome::stretched, "stretched"},
    {Outcome::ones, "ones"},
    {Outcome::zero, "zero"},
    {Outcome::summed, "summed"},
    {Outcome::conflict, "conflict"},
    {Outcome::refused, "refused"},
});

constexpr NameTable<Placement> kPlacements({
    {Placement::right, "right"},
    {Placement::left, "left"},
    {Placement::axis, "axis"},
    {Placement::scalar, "scalar"},
    {Placement::target, "target"},
    {Placement::matrix, "matrix"},
});

constexpr NameTable<AxisRole> kRoles({
    {AxisRole::broadcast, ""},
    {AxisRole::rows, "rows"},
    {AxisRole::inner, "inner"},
    {AxisRole::columns, "columns"},
});

}  // namespace

Strides elementStrides(const Shape& shape) {
  Strides strides(shape.size(), 0);
  Count stride = 1;
  for (int axis = shape.size() - 1; axis >= 0; --axis) {
    if (shape[axis] != 1) strides[axis] = stride;
    // In a shape with a 0, the product of the other sizes may exceed any count.
    const Size size = std::max(shape[axis], 1);
    stride = stride > kMaxCount / size ? kMaxCount : stride * size;
  }
  return strides;
}

bool isOnlyShape(const Alignment& alignment, int operand) noexcept {
  return alignment.policy().lastIsShape && operand == alignment.operands.size() - 1;
}

AxisMask axesUsed(const Shape& aligned) noexcept {
  AxisMask axes = 0;
  for (int axis = 0; axis < aligned.size(); ++axis)
    if (aligned[axis] != 1) axes |= bit(axis);
  return axes;
}

Shape extents(const Alignment& alignment) {
  Shape sizes;
  for (const AxisTrace& axis : alignment.axes) sizes.push(axis.size);
  return sizes;
}

int broadcastRank(const Alignment& alignment) noexcept {
  return static_cast<int>(
      std::count_if(alignment.axes.begin(), alignment.axes.end(),
                    [](const AxisTrace& axis) { return axis.role == AxisRole::broadcast; }));
}

Shapes operandShapes(const Alignment& alignment) {
  Shapes shapes;
  for (const OperandTrace& operand : alignment.operands) shapes.push(operand.shape);
  return shapes;
}

Count outputElements(const Alignment& alignment) noexcept {
  return alignment.ok() ? elementCount(alignment.output).value_or(0) : 0;
}

bool grows(const Alignment& alignment) {
  if (!alignment.ok()) return false;
  const Shape sizes = leading(extents(alignment), broadcastRank(alignment));
  return std::all_of(alignment.operands.begin(), alignment.operands.end(),
                     [&](const OperandTrace& operand) {
                       for (int axis = 0; axis < sizes.size(); ++axis)
                         if (operand.aligned[axis] != sizes[axis]) return true;
                       return false;
                     });
}

Count storedElements(const Alignment& alignment, int operand) noexcept {
  if (isOnlyShape(alignment, operand)) return 0;
  return elementCount(alignment.operands[operand].shape).value_or(0);
}

Count storedElements(const Alignment& alignment) noexcept {
  Count stored = 0;
  for (int i = 0; i < alignment.operands.size(); ++i) stored += storedElements(alignment, i);
  return stored;
}

std::string_view name(Outcome outcome) noexcept { return kOutcomes[outcome].name; }
std::string_view name(AxisRole role) noexcept { return kRoles[role].name; }
std::string_view name(Placement placement) noexcept { return kPlacements[placement].name; }

}  // namespace simdcast
