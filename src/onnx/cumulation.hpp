// Sums and products of the elements along an axis so far.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

[[nodiscard]] Values cumulativeSum(Call& call);
[[nodiscard]] Values cumulativeProduct(Call& call);

}  // namespace simdcast::onnx
