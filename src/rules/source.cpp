#include "source.hpp"

#include "../base/odometer.hpp"

namespace simdcast {
Index source(const Alignment& alignment, int operand, const Index& output) {
  const OperandTrace& trace = alignment.operands[operand];
  Index index;
  for (int i = 0; i < trace.shape.size(); ++i)
    index.push(trace.shape[i] == 1 ? 0 : output[trace.first + i]);
  return index;
}

Fanout fanout(const Alignment& alignment, int operand, const Index& element) {
  const OperandTrace& trace = alignment.operands[operand];
  Index own(alignment.rank(), 0);
  for (int i = 0; i < element.size(); ++i) own[trace.first + i] = element[i];
  Shape reused(alignment.rank(), 1);
  for (int axis = 0; axis < alignment.rank(); ++axis)
    if (has(trace.stretched, axis)) reused[axis] = alignment.output[axis];
  Fanout result;
  result.count = elementCount(reused).value_or(kMaxCount);
  if (result.count == 0) return result;
  Odometer<0> odometer;
  for (Size size : reused) odometer.push(size, {});
  do {
    Index fed = own;
    for (int axis = 0; axis < fed.size(); ++axis)
      fed[axis] += static_cast<Size>(odometer.index(axis));
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
