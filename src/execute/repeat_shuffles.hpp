// Repeating short blocks by shuffles that are known when compiling: engines make one instruction of
// each, where a shuffle by bytes from memory takes three.
#pragma once

#include <cstddef>

#include "../base/shape.hpp"

namespace simdcast {

// Repeats blocks from the start of `sourceBytes` bytes on, and returns the bytes of whole blocks
// that it took; fewer than four vectors are left.
using RepeatShuffle = Count (*)(std::byte* to, const std::byte* from, Count sourceBytes);

// Null where there is none for blocks of `block` bytes written `times` times.
[[nodiscard]] RepeatShuffle findRepeatShuffle(Count block, Count times);

}  // namespace simdcast
