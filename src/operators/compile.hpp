// compile: the pipeline of an elementwise operator, from its row and its inputs' types.
#pragma once

#include <optional>

#include "../execute/pipeline.hpp"
#include "request.hpp"

namespace simdcast {

struct Compiled {
  Pipeline pipeline;
  SmallVector<int, kUsualOperands>
      inputOf;   // the position of the operator's input for each of the pipeline's
  DType type{};  // of the result
};

// The request must have passed screen(). Empty if a type has no kernel.
[[nodiscard]] std::optional<Compiled> compile(const OperatorRequest& request,
                                              const Version& version);

}  // namespace simdcast
