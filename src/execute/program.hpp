// What to compute on every element: a first kernel over as many operands as it takes, then further
// operands or constants folded into the result one at a time. Operands stored in another type than
// their lane are widened on the way in, and the result is narrowed on the way out, once.
#pragma once

#include "../shape.hpp"
#include "convert.hpp"
#include "kernel.hpp"

namespace simdcast {

struct ProgramInput {
  int laneWidth = 0;
  Convert widen = nullptr;
};

// result = kernel(result, operand), or kernel(result, constant) where operand is below 0.
struct FoldStep {
  Kernel kernel = nullptr;
  int operand = -1;
  int constant = 0;
};

struct Program {
  static constexpr int kConstants = 2;

  Kernel first = nullptr;
  InlineVector<int, 3> firstOperands;               // in the order the kernel takes them
  InlineVector<ProgramInput, kMaxOperands> inputs;  // one per operand of the plan
  InlineVector<FoldStep, kMaxOperands + 2> folds;
  int laneWidth = 0;  // of the result, before it is narrowed
  Convert narrow = nullptr;
  alignas(simd::kVectorBytes) std::byte constants[kConstants][kSplatBytes];

  // Whether each run goes through a tile, so that runs must not be longer than one.
  [[nodiscard]] bool staged() const noexcept {
    if (narrow != nullptr || !folds.empty()) return true;
    for (const ProgramInput& input : inputs)
      if (input.widen != nullptr) return true;
    return false;
  }
  [[nodiscard]] int widestLane() const noexcept {
    int widest = laneWidth;
    for (const ProgramInput& input : inputs) widest = std::max(widest, input.laneWidth);
    return widest;
  }
};

}  // namespace simdcast
