// What a Plan holds; for src/engine and its tests.
#pragma once

#include <atomic>

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
  bool takesKernel = false;  // whether it is of Plan::makeForKernel
  // Estimates for sharing runs, made by the first run that needs them. Threads may make them at
  // once: all make the same.
  std::atomic<double> nanoseconds = 0;
  KeptPieces pieces;  // of an elementwise plan

  [[nodiscard]] const Elementwise* elementwise() const noexcept {
    return std::get_if<Elementwise>(&lowered.work);
  }
  [[nodiscard]] Elementwise* elementwise() noexcept {
    return std::get_if<Elementwise>(&lowered.work);
  }
  [[nodiscard]] bool lacksKernel() const noexcept {
    return takesKernel && elementwise()->pipeline.first == nullptr;
  }
  [[nodiscard]] const Gemm* gemm() const noexcept { return std::get_if<Gemm>(&lowered.work); }
};

}  // namespace simdcast
