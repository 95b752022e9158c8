// Programs of one kernel, for tests of execute.
#pragma once

#include <vector>

#include "execute/program.hpp"

namespace simdcast::test {

// The kernel takes the plan's operands in turn, each in the width that it is stored in.
[[nodiscard]] inline Program programOf(Kernel kernel, const std::vector<int>& widths,
                                       int outputWidth) {
  Program program;
  program.first = kernel;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    program.firstOperands.push(static_cast<int>(i));
    program.inputs.push({.laneWidth = widths[i]});
  }
  program.laneWidth = outputWidth;
  return program;
}

}  // namespace simdcast::test
