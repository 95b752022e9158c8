// Rotary embeddings from caches of cosines and sines, which operators of com.microsoft share.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// The rows of a cache [positions, half] at [batch or 1, sequence], shaped to broadcast with heads.
[[nodiscard]] Value atPositions(Call& call, int cacheAt, const Value& positions);

// The first rows of a cache, for positions that start at 0.
[[nodiscard]] Value fromStart(Call& call, int cacheAt, Count length);

// Checks the two caches, [positions, half] each, for heads of a size.
bool checkCaches(Call& call, int first, Count size);

}  // namespace simdcast::onnx
