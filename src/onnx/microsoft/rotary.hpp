// Rotary embeddings from caches of cosines and sines, which operators of com.microsoft share.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// Checks the two caches, [positions, half] each, for heads of a size.
bool checkCaches(Call& call, int first, Count size);

}  // namespace simdcast::onnx
