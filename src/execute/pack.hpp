// Packing: copies an operand's elements into a tile in the order of the result, for one long kernel
// loop whatever the strides. Never reads or writes beyond the given sizes.
#pragma once

#include "../plan/loop_nest.hpp"
#include "swizzles.hpp"

namespace simdcast {

// Writes each of `count` blocks of `block` bytes `times` >= 1 times. `to` may be `from` if there is
// one block. `swizzles` caches the preparation for the last block size and count.
void repeatBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count,
                  Swizzles& swizzles);

// One tile of a packed operand: `chunk` positions of the run axis and all of the axes inside it.
// `spare` is a second tile to work in.
void pack(const LoopNest& nest, const LoopOperand& operand, Size chunk, const std::byte* from,
          std::byte* to, std::byte* spare, Swizzles& swizzles);

}  // namespace simdcast
