// What a Plan holds; for src/engine and its tests.
#pragma once

#include "../execute/share.hpp"
#include "../operators/lower_operator.hpp"
#include "plan.hpp"

namespace simdcast {

struct Plan::State {
  Lowered lowered;
  SmallVector<DType, kUsualOperands> types;  // of the inputs
  Shapes shapes;
  MicroKernels microKernels;
  bool reversed = false;  // the operator's rule writes shapes innermost first
  Count elements = 0;
  Count workspace = 0;
  double nanoseconds = 0;  // of a run, once somebody has asked whether to share it
  std::unique_ptr<const NestPieces> pieces;  // of an elementwise plan, once a run was shared

  [[nodiscard]] const Elementwise* elementwise() const noexcept {
    return std::get_if<Elementwise>(&lowered.work);
  }
  [[nodiscard]] Elementwise* elementwise() noexcept {
    return std::get_if<Elementwise>(&lowered.work);
  }
  [[nodiscard]] const Gemm* gemm() const noexcept { return std::get_if<Gemm>(&lowered.work); }
};

}  // namespace simdcast
