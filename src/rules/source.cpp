#include "source.hpp"

#include "../base/odometer.hpp"

namespace simdcast {
Index source(const Alignment& alignment, int operand, const Index& index) {
  const OperandTrace& trace = alignment.operands[operand];
  Index own;
  for (int axis = 0; axis < alignment.rank(); ++axis)
    if (!has(trace.added, axis)) own.push(trace.aligned[axis] == 1 ? 0 : index[axis]);
  return own;
}

Fanout fanout(const Alignment& alignment, int operand, const Index& element) {
  const OperandTrace& trace = alignment.operands[operand];
  Index own(alignment.rank(), 0);
  for (int axis = 0, i = 0; axis < alignment.rank(); ++axis)
    if (!has(trace.added, axis)) own[axis] = element[i++];
  SmallVector<int, kUsualRank> axes;
  Shape stretched;
  for (int axis = 0; axis < alignment.rank(); ++axis) {
    if (!has(trace.stretched, axis)) continue;
    axes.push(axis);
    stretched.push(alignment.axes[axis].size);
  }
  Fanout result;
  result.count = elementCount(stretched).value_or(kMaxCount);
  if (result.count == 0) return result;
  Odometer<0> odometer;
  for (Size size : stretched) odometer.push(size, {});
  do {
    Index fed = own;
    for (int i = 0; i < axes.size(); ++i) fed[axes[i]] += static_cast<Size>(odometer.index(i));
    result.first.push(fed);
  } while (result.first.size() < Fanout::kListed && odometer.next());
  return result;
}

Shapes explicitShapes(const Alignment& alignment) {
  Shapes shapes;
  for (const OperandTrace& operand : alignment.operands) shapes.push(operand.aligned);
  return shapes;
}

}  // namespace simdcast
