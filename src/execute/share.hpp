// Loop nests shared among threads.
#pragma once

#include "../threads/team.hpp"
#include "execute.hpp"

namespace simdcast {

// About, on one thread.
[[nodiscard]] double nanosecondsOf(const LoopNest& nest, const Pipeline& pipeline);

// As execute, of work that takes about so long, with a Scratch for each thread of the team. Where
// the output is an input, only the caller works: a piece could not be run again.
void execute(Team& team, double nanoseconds, const LoopNest& nest, const Pipeline& pipeline,
             std::byte* output, const std::byte* const* inputs, Scratch* scratch);

}  // namespace simdcast
