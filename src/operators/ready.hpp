// What running a prepared operator takes, in one piece of memory of just that size. Plans are kept
// by the hundred, and a Prepared has room for every rank and number of operands.
#pragma once

#include "prepare.hpp"

namespace simdcast {

struct Ready {
  ProgramView program;
  PlanView plan;
  View<int> walked;
  int inputs = 0;
  GemmKernel gemmKernel = nullptr;  // null: the program runs
  const Gemm* gemm = nullptr;

  // Of an operator that is ok; null where memory ran out. The caller discards it.
  [[nodiscard]] static Ready* make(const Prepared& prepared) noexcept;
  static void discard(Ready* ready) noexcept;
};

}  // namespace simdcast
