#include "source.hpp"

namespace simdcast {
namespace {

// Steps an index through the axes of `free`, last axis fastest. False after the last one.
bool advance(Index& index, const Shape& bounds, AxisMask free) {
  for (int axis = index.size() - 1; axis >= 0; --axis) {
    if (!has(free, axis)) continue;
    if (++index[axis] < bounds[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

}  // namespace

Index source(const Alignment& alignment, int operand, const Index& output) {
  const OperandTrace& trace = alignment.operands[operand];
  Index index;
  for (int i = 0; i < trace.shape.size(); ++i)
    index.push(trace.shape[i] == 1 ? 0 : output[trace.first + i]);
  return index;
}

Fanout fanout(const Alignment& alignment, int operand, const Index& element) {
  const OperandTrace& trace = alignment.operands[operand];
  const AxisMask free = trace.stretched;
  Fanout result;
  Index index(alignment.rank(), 0);
  for (int i = 0; i < element.size(); ++i) index[trace.first + i] = element[i];
  Shape reused;
  for (int axis = 0; axis < alignment.rank(); ++axis)
    if (has(free, axis)) reused.push(alignment.output[axis]);
  result.count = elementCount(reused).value_or(kMaxCount);
  if (result.count == 0) return result;
  do {
    result.first.push(index);
  } while (result.first.size() < Fanout::kListed && advance(index, alignment.output, free));
  return result;
}

Shapes explicitShapes(const Alignment& alignment) {
  Shapes shapes;
  for (const OperandTrace& operand : alignment.operands) shapes.push(operand.aligned);
  return shapes;
}

}  // namespace simdcast
