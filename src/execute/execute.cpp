#include "execute.hpp"

#include <algorithm>

#include "move.hpp"

namespace simdcast {
namespace {

// Bytes from the start of an operand. Unlike a pointer, an offset may leave the operand before it
// turns back; it is unsigned, so it wraps.
using Offset = std::size_t;

// Where the iteration is within an operand.
struct Cursor {
  const std::byte* base;
  Offset at;
  Offset stride;  // from run to run
  Offset filledFrom;
  Size filled;  // positions of the run axis in its tile, starting at `filledFrom`
  bool tiled;   // whether kernels take it from a tile
};

void repeatConstants(const Pipeline& pipeline, Input* inputs) {
  for (const Constant& constant : pipeline.constants) *inputs++ = {constant.bytes, 0};
}

// Iterates over the runs of a nest, with the operands of each in the form that kernels take. A tile
// is refilled only when its operand has moved on, so an operand that every row reuses is packed
// once.
class RunIterator {
 public:
  RunIterator(const LoopNest& nest, const Pipeline& pipeline, std::byte* output,
              const std::byte* const* inputs, Scratch& scratch)
      : nest_(nest), pipeline_(pipeline), scratch_(scratch), output_(output) {
    const Size size = nest.sizes[nest.runAxis];
    const bool inParts = nest.chunk < size;
    axis_ = inParts ? nest.runAxis : nest.runAxis - 1;
    // Rounded up without adding two sizes, which may overflow.
    runs_ = inParts ? (size - 1) / nest.chunk + 1 : axis_ < 0 ? 1 : nest.sizes[axis_];
    lastChunk_ = inParts ? size - (runs_ - 1) * nest.chunk : nest.chunk;
    const Count positions = inParts ? nest.chunk : 1;
    const int count = pipeline.inputs.size();
    end_ = cursors_ + count;
    outputStride_ = strideOf(nest.operands[0], positions);
    for (int i = 0; i < count; ++i) {
      const LoopOperand& operand = nest.operands[i + 1];
      const auto [laneWidth, widen] = pipeline.inputs[i];
      const bool tiled = operand.access == Access::packed || widen != nullptr;
      cursors_[i] = {inputs[i], 0, strideOf(operand, positions), 0, 0, tiled};
      fed_[i].stride = operand.access == Access::repeat ? 0 : laneWidth;
    }
    repeatConstants(pipeline, fed_ + count);
    for (int axis = 0; axis < axis_; ++axis) index_[axis] = 0;
  }

  // Calls `compute(n, output, inputs)` for every run.
  template <class Compute>
  void forEach(const Compute& compute) {
    do {
      for (Size run = 1; run <= runs_; ++run) {
        const Size chunk = run == runs_ ? lastChunk_ : nest_.chunk;
        feed(chunk);
        compute(static_cast<std::ptrdiff_t>(chunk * nest_.inner), output_ + outputAt_, fed_);
        outputAt_ += outputStride_;
        for (Cursor* cursor = cursors_; cursor != end_; ++cursor) cursor->at += cursor->stride;
      }
    } while (next());
  }

 private:
  [[nodiscard]] Offset strideOf(const LoopOperand& operand, Count positions) const {
    return axis_ < 0 ? 0 : static_cast<Offset>(operand.strides[axis_] * positions);
  }

  void feed(Size chunk) {
    Input* input = fed_;
    for (Cursor* cursor = cursors_; cursor != end_; ++cursor, ++input) {
      input->data = cursor->base + cursor->at;
      if (!cursor->tiled) continue;
      const auto i = static_cast<int>(cursor - cursors_);
      input->data = scratch_.operands[i].bytes;
      if (cursor->filled >= chunk && cursor->filledFrom == cursor->at) continue;
      fill(i, *cursor, chunk);
    }
  }

  void fill(int i, Cursor& cursor, Size chunk) {
    const LoopOperand& operand = nest_.operands[i + 1];
    const Convert widen = pipeline_.inputs[i].widen;
    std::byte* tile = scratch_.operands[i].bytes;
    const std::byte* from = cursor.base + cursor.at;
    cursor.filledFrom = cursor.at;
    cursor.filled = nest_.chunk;
    if (operand.access == Access::repeat) return widen(1, tile, from);
    cursor.filled = chunk;
    if (operand.access == Access::packed) {
      std::byte* packed = widen != nullptr ? scratch_.stored.bytes : tile;
      pack(nest_, operand, chunk, from, packed, scratch_.spare.bytes,
           scratch_.operands[i].swizzles);
      from = packed;
    }
    if (widen != nullptr) widen(static_cast<std::ptrdiff_t>(chunk * nest_.inner), tile, from);
  }

  // Not base/odometer.hpp: the number of operands is only known at run time, and offsets are
  // unsigned, since they may leave an operand before they return.
  //
  // Moves from the last run of a row to the first run of the next one; returns false after the last
  // row.
  bool next() {
    const auto runs = static_cast<Offset>(runs_);
    outputAt_ -= outputStride_ * runs;
    for (Cursor* cursor = cursors_; cursor != end_; ++cursor) cursor->at -= cursor->stride * runs;
    for (int axis = axis_ - 1; axis >= 0; --axis) {
      const bool wraps = ++index_[axis] == nest_.sizes[axis];
      move(axis, wraps ? 1 - nest_.sizes[axis] : 1);
      if (!wraps) return true;
      index_[axis] = 0;
    }
    return false;
  }

  void move(int axis, Size positions) {
    const LoopOperand* operand = nest_.operands.begin();
    outputAt_ += static_cast<Offset>(positions * operand->strides[axis]);
    for (Cursor* cursor = cursors_; cursor != end_; ++cursor)
      cursor->at += static_cast<Offset>(positions * (++operand)->strides[axis]);
  }

  const LoopNest& nest_;
  const Pipeline& pipeline_;
  Scratch& scratch_;
  int axis_;        // the axis along which runs are adjacent; -1 if there is one run
  Size runs_;       // along it
  Size lastChunk_;  // size of the last one
  std::byte* output_;
  Offset outputAt_ = 0;
  Offset outputStride_;
  Cursor* end_;
  Cursor cursors_[kMaxOperands];
  Input fed_[kMaxOperands + Pipeline::kMostConstants];
  Size index_[kMaxRank];
};

// A chain of kernels, each applied to the result of the one before. Intermediate results stay in a
// tile, because the output may overwrite an operand that a later kernel still reads.
void computeChain(const Pipeline& pipeline, std::ptrdiff_t n, std::byte* output, Input* inputs,
                  std::byte* tile) {
  const int folds = pipeline.folds.size();
  std::byte* last = pipeline.narrow == nullptr ? output : tile;
  pipeline.first(n, folds == 0 ? last : tile, inputs);
  Input* next = inputs + pipeline.taken - 1;
  for (int i = 0; i < folds; ++i, ++next) {
    const Input overwritten = *next;
    *next = {tile, pipeline.laneWidth};
    pipeline.folds[i](n, i == folds - 1 ? last : tile, next);
    *next = overwritten;
  }
  if (pipeline.narrow != nullptr) pipeline.narrow(n, output, tile);
}

// A conversion without a kernel: the widened operand is narrowed or stored.
void convert(const Pipeline& pipeline, std::ptrdiff_t n, std::byte* output, const std::byte* lane) {
  if (pipeline.narrow != nullptr)
    pipeline.narrow(n, output, lane);
  else
    std::memcpy(output, lane, static_cast<std::size_t>(n) * pipeline.laneWidth);
}

bool isOneKernel(const Pipeline& pipeline) {
  return pipeline.first != nullptr && pipeline.folds.empty() && pipeline.narrow == nullptr;
}

// Runs the pipeline on operands that have been packed and widened.
void computeRun(const Pipeline& pipeline, std::ptrdiff_t n, std::byte* output, Input* inputs,
                std::byte* tile) {
  if (pipeline.first == nullptr)
    convert(pipeline, n, output, inputs[0].data);
  else if (isOneKernel(pipeline))
    pipeline.first(n, output, inputs);
  else
    computeChain(pipeline, n, output, inputs, tile);
}

}  // namespace

void compute(const Pipeline& pipeline, std::ptrdiff_t n, std::byte* output, const Input* inputs,
             RunScratch& scratch) {
  Input fed[RunScratch::kInputs + Pipeline::kMostConstants];
  const int count = pipeline.inputs.size();
  for (int i = 0; i < count; ++i) {
    fed[i] = inputs[i];
    const auto [laneWidth, widen] = pipeline.inputs[i];
    if (widen == nullptr) continue;
    const bool repeated = inputs[i].stride == 0;
    fed[i] = {scratch.inputs[i].bytes, repeated ? 0 : laneWidth};
    widen(repeated ? 1 : n, scratch.inputs[i].bytes, inputs[i].data);
  }
  repeatConstants(pipeline, fed + count);
  computeRun(pipeline, n, output, fed, scratch.result.bytes);
}

void execute(const LoopNest& nest, const Pipeline& pipeline, std::byte* output,
             const std::byte* const* inputs, Scratch& scratch) {
  if (nest.elements == 0) return;
  if (pipeline.first == nullptr && !pipeline.tiled())
    return move(nest, output, inputs[0], scratch.operands[0].swizzles);
  RunIterator runs(nest, pipeline, output, inputs, scratch);
  if (isOneKernel(pipeline))
    runs.forEach(pipeline.first);
  else
    runs.forEach([&](std::ptrdiff_t n, std::byte* to, Input* fed) {
      computeRun(pipeline, n, to, fed, scratch.result.bytes);
    });
}

void executePart(const LoopNest& nest, const Pipeline& pipeline, std::byte* output,
                 const std::byte* const* inputs, Count first, Count count) {
  const int inner = nest.sizes.size() - 1;
  Input fed[kMaxOperands];
  while (count > 0) {
    const Count column = first % nest.sizes[inner];
    const Count some = std::min({count, nest.sizes[inner] - column, Count{nest.chunk}});
    for (int i = 0; i < pipeline.inputs.size(); ++i) {
      const LoopOperand& operand = nest.operands[i + 1];
      Count at = column * operand.strides[inner];
      Count row = first / nest.sizes[inner];
      for (int axis = inner - 1; axis >= 0; row /= nest.sizes[axis--])
        at += row % nest.sizes[axis] * operand.strides[axis];
      fed[i] = {inputs[i] + at, static_cast<std::ptrdiff_t>(operand.strides[inner])};
    }
    pipeline.first(static_cast<std::ptrdiff_t>(some), output + first * nest.operands[0].width, fed);
    first += some;
    count -= some;
  }
}

}  // namespace simdcast
