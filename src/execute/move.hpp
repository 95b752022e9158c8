// move: broadcasts one operand to the result, without computing anything.
#pragma once

#include "../plan/loop_nest.hpp"
#include "swizzles.hpp"

namespace simdcast {

// `to` and `from` are dense, of the shapes that the nest of one operand was lowered from. They may
// be the same if the shapes are, and must not overlap otherwise.
void move(const LoopNest& nest, std::byte* to, const std::byte* from, Swizzles& swizzles);

}  // namespace simdcast
