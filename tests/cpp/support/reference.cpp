#include "reference.hpp"

namespace simdcast::test {

Shape broadcast(const Shapes& shapes) {
  Shape output;
  for (const Shape& shape : shapes)
    if (shape.size() > output.size()) output.resize(shape.size(), 1);
  for (Size& size : output) size = 1;
  for (const Shape& shape : shapes) {
    const int added = output.size() - shape.size();
    for (int axis = 0; axis < shape.size(); ++axis)
      if (shape[axis] != 1) output[added + axis] = shape[axis];
  }
  return output;
}

Count elementAt(const Shape& operand, const Index& index) {
  const int added = index.size() - operand.size();
  Count offset = 0;
  for (int axis = 0; axis < operand.size(); ++axis)
    offset = offset * operand[axis] + (operand[axis] == 1 ? 0 : index[added + axis]);
  return offset;
}

bool advance(Index& index, const Shape& shape) {
  for (int axis = shape.size() - 1; axis >= 0; --axis) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

std::vector<Index> indicesOf(const Shape& shape) {
  std::vector<Index> all;
  if (elementCount(shape) == 0) return all;
  Index index(shape.size(), 0);
  do all.push_back(index);
  while (advance(index, shape));
  return all;
}

}  // namespace simdcast::test
