// Operators that read images between their elements.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

[[nodiscard]] Values resize(Call& call);
[[nodiscard]] Values upsample(Call& call);
[[nodiscard]] Values regionAlign(Call& call);
[[nodiscard]] Values gridSample(Call& call);
[[nodiscard]] Values affineGrid(Call& call);
[[nodiscard]] Values nonMaxSuppression(Call& call);
[[nodiscard]] Values determinant(Call& call);

}  // namespace simdcast::onnx
