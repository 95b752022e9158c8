// Dropout, which is one of the operators for training.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// Returns the input; in training mode, drops elements at random in every run.
[[nodiscard]] Values dropout(Call& call);

}  // namespace simdcast::onnx
