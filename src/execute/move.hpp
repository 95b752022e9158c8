// move: one operand, laid out as the result asks for it, with nothing computed.
#pragma once

#include "../plan/plan.hpp"
#include "swizzles.hpp"

namespace simdcast {

// `to` and `from` are dense, of the shapes that the plan of one operand was lowered from. They may
// be the same where the shapes are, and must not overlap otherwise.
void move(const PlanView& plan, std::byte* to, const std::byte* from, Swizzles& swizzles);

}  // namespace simdcast
