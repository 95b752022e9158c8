// Repeats short blocks by shuffles with constant indices, which engines compile to one instruction
// each; a swizzle by indices from memory takes three.
#pragma once

#include <cstddef>

#include "../base/shape.hpp"

namespace simdcast {

// Repeats the first blocks of `sourceBytes` bytes; returns the bytes of the blocks that it has
// repeated, which leaves fewer than four vectors.
using RepeatShuffle = Count (*)(std::byte* to, const std::byte* from, Count sourceBytes);

// Null if this block size and count have no shuffle.
[[nodiscard]] RepeatShuffle findRepeatShuffle(Count block, Count times);

}  // namespace simdcast
