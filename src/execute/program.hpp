// What to compute on every element: a first kernel over as many inputs as it takes, then further
// inputs folded into the result one at a time. Operands stored in another type than their lane are
// widened on the way in, and the result is narrowed on the way out, once.
#pragma once

#include <vector>

#include "../base/shape.hpp"
#include "../kernels/convert.hpp"
#include "../kernels/kernel.hpp"

namespace simdcast {

struct ProgramInput {
  int laneWidth = 0;
  Convert widen = nullptr;
};

// A block that a kernel repeats.
struct Constant {
  std::byte bytes[kSplatBytes];
};

// The kernels take the inputs in order: the nest's operands, then the constants.
struct Program {
  static constexpr int kMostConstants = 2;

  Kernel first = nullptr;  // null where the one operand is moved or converted
  int taken = 0;           // inputs of the first kernel
  SmallVector<ProgramInput, kUsualOperands> inputs;  // one per operand of the nest
  SmallVector<Kernel, kUsualOperands> folds;         // of the result and the next input
  int laneWidth = 0;                                 // of the result, before it is narrowed
  Convert narrow = nullptr;
  std::vector<Constant> constants;  // at most kMostConstants

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
