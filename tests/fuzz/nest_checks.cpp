#include "nest_checks.hpp"

#include <memory>
#include <vector>

#include "check.hpp"
#include "cpp/support/buffers.hpp"
#include "cpp/support/reference.hpp"
#include "execute/execute.hpp"
#include "kernels/registry.hpp"
#include "plan/lower.hpp"

namespace simdcast::fuzz {
namespace {

constexpr Count kMostElements = 4096;

struct LaneRow {
  Lane lane;
  int width;
};

constexpr LaneRow kLanes[] = {{Lane::i8, 1}, {Lane::i16, 2}, {Lane::i32, 4}, {Lane::i64, 8}};

// The operands with elements: a shape that only requests an extent has none.
int walkedOperands(const Alignment& alignment) {
  return alignment.operands.size() - (alignment.policy().lastIsShape ? 1 : 0);
}

LoopNest nestOf(const Alignment& alignment, int width, bool tiled) {
  std::vector<StoredOperand> operands;
  for (int i = 0; i < walkedOperands(alignment); ++i) operands.push_back({i, width});
  return lower(alignment,
               {.outputWidth = width, .operands = operands, .widestLane = width, .tiled = tiled});
}

Count product(const Shape& sizes, int first) {
  Count count = 1;
  for (int axis = first; axis < sizes.size(); ++axis) count *= sizes[axis];
  return count;
}

void checkExtent(const LoopNest& nest, const LoopOperand& operand, Count elements) {
  Count last = 0;
  check(operand.strides.size() == nest.sizes.size(), "an operand has a stride for every axis");
  for (int axis = 0; axis < nest.sizes.size(); ++axis) {
    check(operand.strides[axis] >= 0, "strides are not negative");
    last += operand.strides[axis] * (nest.sizes[axis] - 1);
  }
  check(last + operand.width <= elements * operand.width, "offsets stay within the operand");
}

void checkTile(const LoopNest& nest) {
  check(nest.runAxis >= 0 && nest.runAxis < nest.sizes.size(), "the run's axis is one");
  check(nest.inner == product(nest.sizes, nest.runAxis + 1), "inner counts the axes inside");
  check(nest.chunk >= 1 && nest.chunk <= nest.sizes[nest.runAxis], "a chunk is part of its axis");
  for (const LoopOperand& operand : nest.operands)
    check(nest.chunk * nest.inner <= kMostRunBytes / operand.width, "a run's bytes can be counted");
  for (const LoopOperand& operand : nest.operands)
    check(operand.access != Access::packed || nest.chunk * nest.inner * operand.width <= kTileBytes,
          "a packed tile fits");
}

Pipeline sumOf(int operands, const LaneRow& row) {
  Pipeline pipeline;
  const Kernel add = findKernel(KernelOp::add, row.lane);
  pipeline.first = operands == 1 ? nullptr : add;
  pipeline.taken = 2;
  pipeline.laneWidth = row.width;
  for (int i = 0; i < operands; ++i) {
    pipeline.inputs.push({.laneWidth = row.width});
    if (i >= 2) pipeline.folds.push(add);
  }
  return pipeline;
}

using Buffers = std::vector<test::Source>;

test::Source readBuffer(Bytes& bytes, Count elements, int width) {
  const int misaligned = bytes.below(8);
  std::vector<std::uint8_t> content(static_cast<std::size_t>(elements * width));
  std::uint32_t state = bytes.word();
  for (std::uint8_t& byte : content) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return test::Source(content, static_cast<std::size_t>(misaligned));
}

std::uint64_t elementOf(const test::Source& buffer, Count at, int width) {
  std::uint64_t value = 0;
  std::memcpy(&value, buffer.data() + at * width, static_cast<std::size_t>(width));
  return value;
}

std::vector<std::uint8_t> expected(const Alignment& alignment, const Buffers& inputs, int width) {
  std::vector<std::uint8_t> all;
  Index index(alignment.output.size(), 0);
  do {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Shape& aligned = alignment.operands[static_cast<int>(i)].aligned;
      sum += elementOf(inputs[i], test::elementAt(aligned, index), width);
    }
    const auto* from = reinterpret_cast<const std::uint8_t*>(&sum);
    all.insert(all.end(), from, from + width);
  } while (test::advance(index, alignment.output));
  return all;
}

bool isSmall(const Alignment& alignment) {
  const Count elements = elementCount(alignment.output).value_or(0);
  return elements > 0 && elements <= kMostElements;
}

Scratch& scratch() {
  static const auto only = std::make_unique<Scratch>();
  return *only;
}

// An operand that the result may be written over, or -1.
int readTarget(Bytes& bytes, const Alignment& alignment) {
  const int operand = bytes.below(walkedOperands(alignment));
  const bool fits = alignment.operands[operand].aligned == alignment.output;
  return bytes.flag() && fits ? operand : -1;
}

}  // namespace

void checkNest(const Alignment& alignment, Bytes& bytes) {
  constexpr int kWidths[] = {1, 2, 4, 8, 16};
  const LoopNest nest = nestOf(alignment, bytes.pick(kWidths), bytes.flag());
  check(nest.elements == elementCount(alignment.output), "the nest counts the result's elements");
  if (nest.elements == 0) return;
  check(product(nest.sizes, 0) == nest.elements, "the nest covers the result");
  checkExtent(nest, nest.operands[0], nest.elements);
  for (int i = 1; i < nest.operands.size(); ++i)
    checkExtent(nest, nest.operands[i], storedElements(alignment, i - 1));
  checkTile(nest);
}

void checkExecution(const Alignment& alignment, Bytes& bytes) {
  if (!isSmall(alignment)) return;
  const LaneRow row = bytes.pick(kLanes);
  const int operands = walkedOperands(alignment);
  Buffers inputs;
  for (int i = 0; i < operands; ++i)
    inputs.push_back(readBuffer(bytes, storedElements(alignment, i), row.width));
  const std::vector<std::uint8_t> wanted = expected(alignment, inputs, row.width);
  const test::Source result(std::vector<std::uint8_t>(wanted.size()));
  const int target = readTarget(bytes, alignment);
  const test::Source& out = target < 0 ? result : inputs[static_cast<std::size_t>(target)];
  const std::byte* addresses[kMaxOperands];
  for (std::size_t i = 0; i < inputs.size(); ++i) addresses[i] = inputs[i].data();
  const Pipeline pipeline = sumOf(operands, row);
  execute(nestOf(alignment, row.width, pipeline.tiled()), pipeline, out.data(), addresses,
          scratch());
  check(out.values<std::uint8_t>() == wanted, "the result is the loop's");
}

}  // namespace simdcast::fuzz
