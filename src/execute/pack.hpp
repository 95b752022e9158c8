// Packing: bringing an operand's elements into a tile in the order in which the result needs them,
// so that one long kernel loop serves any layout. Nothing is read or written past what is promised.
#pragma once

#include "../plan/loop_nest.hpp"
#include "swizzles.hpp"

namespace simdcast {

// Writes each of `count` blocks of `block` bytes `times` >= 1 times over, one after the other.
// `to` may be `from` where there is one block. `swizzles` is kept between calls, so that equal ones
// need not be worked out again.
void repeatBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count,
                  Swizzles& swizzles);

// One tile of a packed operand: `chunk` steps of the tile axis and all of the axes inside it.
// `stage` is a second tile to work in.
void pack(const LoopNest& nest, const LoopOperand& operand, Size chunk, const std::byte* from,
          std::byte* to, std::byte* stage, Swizzles& swizzles);

}  // namespace simdcast
