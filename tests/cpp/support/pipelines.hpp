// Pipelines of one kernel, for tests of execute.
#pragma once

#include <vector>

#include "execute/pipeline.hpp"

namespace simdcast::test {

// The kernel takes the plan's operands in turn, each in the width that it is stored in.
[[nodiscard]] inline Pipeline pipelineOf(Kernel kernel, const std::vector<int>& widths,
                                         int outputWidth) {
  Pipeline pipeline;
  pipeline.first = kernel;
  pipeline.taken = static_cast<int>(widths.size());
  for (const int width : widths) pipeline.inputs.push({.laneWidth = width});
  pipeline.laneWidth = outputWidth;
  return pipeline;
}

}  // namespace simdcast::test
