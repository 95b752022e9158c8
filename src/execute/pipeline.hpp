// The computation for every element: a first kernel over its inputs, then further kernels that each
// fold one more input into the result.
//
// NOTE [ rounding once ]
// Operands whose stored type differs from their lane are widened on the way in, and the result is
// narrowed on the way out, once, however long the chain of kernels. Sum of three float16 numbers,
// 2048 + 1 + 1: rounded after each addition it is 2048 (2049 is a tie, which goes to the even
// neighbour, twice); rounded once it is 2050. ONNX defines results with a single rounding.
// Narrowing in between would change them.
#pragma once

#include "../base/shape.hpp"
#include "../convert/convert.hpp"
#include "../kernels/kernel.hpp"

namespace simdcast {

struct PipelineInput {
  int laneWidth = 0;
  Convert widen = nullptr;
};

// An operand of one element, the same in every run.
struct Constant {
  std::byte bytes[sizeof(std::uint64_t)];
};

// The kernels take the inputs in order: the nest's operands, then the constants.
struct Pipeline {
  static constexpr int kMostConstants = 2;

  Kernel first = nullptr;  // null if the single operand is moved or converted
  int taken = 0;           // inputs of the first kernel
  SmallVector<PipelineInput, kUsualOperands> inputs;  // one per operand of the nest
  SmallVector<Kernel, kUsualOperands> folds;          // of the result and the next input
  int laneWidth = 0;                                  // of the result, before it is narrowed
  Convert narrow = nullptr;
  SmallVector<Constant, kMostConstants> constants;

  // Whether results pass through a tile, so a run must fit into one.
  [[nodiscard]] bool tiled() const noexcept {
    if (narrow != nullptr || !folds.empty()) return true;
    for (const PipelineInput& input : inputs)
      if (input.widen != nullptr) return true;
    return false;
  }

  [[nodiscard]] int widestLane() const noexcept {
    int widest = laneWidth;
    for (const PipelineInput& input : inputs) widest = std::max(widest, input.laneWidth);
    return widest;
  }
};

}  // namespace simdcast
