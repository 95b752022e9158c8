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
  program.taken = static_cast<int>(widths.size());
  for (const int width : widths) program.inputs.push({.laneWidth = width});
  program.laneWidth = outputWidth;
  return program;
}

}  // namespace simdcast::test
