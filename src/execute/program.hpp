// What to compute on every element: a first kernel over as many inputs as it takes, then further
// inputs folded into the result one at a time. Operands stored in another type than their lane are
// widened on the way in, and the result is narrowed on the way out, once.
#pragma once

#include "../shape.hpp"
#include "../view.hpp"
#include "convert.hpp"
#include "kernel.hpp"

namespace simdcast {

struct ProgramInput {
  int laneWidth = 0;
  Convert widen = nullptr;
};

// A block that a kernel repeats.
struct Constant {
  alignas(simd::kVectorBytes) std::byte bytes[kSplatBytes];
};

// The kernels take the inputs in order: the plan's operands, then the constants.
struct Program {
  static constexpr int kConstants = 2;

  Kernel first = nullptr;  // null where the one operand is moved or converted
  int taken = 0;           // inputs of the first kernel
  InlineVector<ProgramInput, kMaxOperands> inputs;        // one per operand of the plan
  InlineVector<Kernel, kMaxOperands + kConstants> folds;  // of the result and the next input
  int laneWidth = 0;                                      // of the result, before it is narrowed
  Convert narrow = nullptr;
  InlineVector<Constant, kConstants> constants;

  [[nodiscard]] bool staged() const noexcept;
  [[nodiscard]] int widestLane() const noexcept {
    int widest = laneWidth;
    for (const ProgramInput& input : inputs) widest = std::max(widest, input.laneWidth);
    return widest;
  }
};

// A program to run, wherever its parts lie.
struct ProgramView {
  ProgramView() = default;
  ProgramView(const Program& program) noexcept
      : first(program.first),
        taken(program.taken),
        inputs(program.inputs),
        folds(program.folds),
        laneWidth(program.laneWidth),
        narrow(program.narrow),
        constants(program.constants) {}

  // Whether each run goes through a tile, so that runs must not be longer than one.
  [[nodiscard]] bool staged() const noexcept {
    if (narrow != nullptr || !folds.empty()) return true;
    for (const ProgramInput& input : inputs)
      if (input.widen != nullptr) return true;
    return false;
  }

  Kernel first = nullptr;
  int taken = 0;
  View<ProgramInput> inputs;
  View<Kernel> folds;
  int laneWidth = 0;
  Convert narrow = nullptr;
  View<Constant> constants;
};

inline bool Program::staged() const noexcept { return ProgramView(*this).staged(); }

}  // namespace simdcast
