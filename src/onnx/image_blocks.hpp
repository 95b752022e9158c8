// Blocks of an image's height and width that become channels, and the reverse.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

[[nodiscard]] Values depthToSpace(Call& call);
[[nodiscard]] Values spaceToDepth(Call& call);

}  // namespace simdcast::onnx
