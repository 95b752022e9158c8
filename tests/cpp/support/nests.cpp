#include "nests.hpp"

#include "reference.hpp"

namespace simdcast::test {
namespace {

// Offset of an index into a dense tensor of `shape`, whose 1s stay at 0.
Count offsetIn(const Shape& shape, const Index& index) { return elementAt(shape, index); }

Count dot(const Strides& strides, const Index& index, int firstAxis = 0) {
  Count offset = 0;
  for (int axis = 0; axis < index.size(); ++axis) offset += strides[firstAxis + axis] * index[axis];
  return offset;
}

Shape axesFrom(const Shape& sizes, int first) {
  Shape rest;
  for (int axis = first; axis < sizes.size(); ++axis) rest.push(sizes[axis]);
  return rest;
}

}  // namespace

Visits visitsOf(const Alignment& alignment, int outputWidth, const std::vector<int>& widths) {
  Visits visits;
  for (const Index& index : indicesOf(alignment.output)) {
    std::vector<Count> offsets;
    for (int k = 0; k < alignment.operands.size(); ++k)
      offsets.push_back(offsetIn(alignment.operands[k].aligned, index) *
                        widths[static_cast<std::size_t>(k)]);
    visits[offsetIn(alignment.output, index) * outputWidth] = offsets;
  }
  return visits;
}

Visits visitsOf(const LoopNest& nest) {
  Visits visits;
  for (const Index& index : indicesOf(nest.sizes)) {
    std::vector<Count>& offsets = visits[dot(nest.operands[0].strides, index)];
    for (int k = 1; k < nest.operands.size(); ++k)
      offsets.push_back(dot(nest.operands[k].strides, index));
  }
  return visits;
}

std::vector<StoredOperand> storedOperands(const std::vector<int>& widths) {
  std::vector<StoredOperand> operands;
  for (const int width : widths) operands.push_back({static_cast<int>(operands.size()), width});
  return operands;
}

LoopNest nestOf(const Alignment& alignment, int outputWidth, const std::vector<int>& widths,
                bool tiled) {
  int widest = outputWidth;
  for (const int width : widths) widest = std::max(widest, width);
  const std::vector<StoredOperand> operands = storedOperands(widths);
  return lower(
      alignment,
      {.outputWidth = outputWidth, .operands = operands, .widestLane = widest, .tiled = tiled});
}

LoopNest nestOf(const Shapes& shapes, int width) {
  const std::vector<int> widths(static_cast<std::size_t>(shapes.size()), width);
  return nestOf(align(RuleId::multidirectional, shapes), width, widths);
}

std::vector<Run> runsOf(const LoopNest& nest) {
  std::vector<Run> runs;
  Shape outer;
  for (int axis = 0; axis < nest.runAxis; ++axis) outer.push(nest.sizes[axis]);
  for (const Index& index : indicesOf(outer)) {
    for (Size start = 0; start < nest.sizes[nest.runAxis]; start += nest.chunk) {
      Run run;
      run.chunk = std::min(nest.chunk, nest.sizes[nest.runAxis] - start);
      for (const LoopOperand& operand : nest.operands)
        run.offsets.push_back(dot(operand.strides, index) + operand.strides[nest.runAxis] * start);
      runs.push_back(run);
    }
  }
  return runs;
}

std::vector<Count> offsetsInRun(const LoopNest& nest, const LoopOperand& operand, Size chunk) {
  Shape inside = axesFrom(nest.sizes, nest.runAxis);
  inside[0] = chunk;
  std::vector<Count> offsets;
  for (const Index& index : indicesOf(inside))
    offsets.push_back(dot(operand.strides, index, nest.runAxis));
  return offsets;
}

}  // namespace simdcast::test
