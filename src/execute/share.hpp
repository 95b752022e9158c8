// Loop nests shared among threads.
#pragma once

#include <memory>

#include "../threads/parts.hpp"
#include "execute.hpp"

namespace simdcast {

// About, on one thread.
[[nodiscard]] double nanosecondsOf(const LoopNest& nest, const Pipeline& pipeline);

// How a nest is cut: at each index of the axes outside of `axis`, into parts of its positions. The
// nests of the parts are made once for a plan, so that what workers read of them stays in their
// caches.
struct NestPieces {
  int axis = 0;
  int outside = 1;
  Parts parts;
  LoopNest part;
  LoopNest last;
};

// As execute, of work that takes about so long, with a Scratch for each thread of the team. Where
// the output is an input, only the caller works: a piece could not be run again. `pieces` is made
// where it is null, and kept for further runs of the same nest.
void execute(Team& team, double nanoseconds, const LoopNest& nest,
             std::unique_ptr<const NestPieces>& pieces, const Pipeline& pipeline, std::byte* output,
             const std::byte* const* inputs, Scratch* scratch);

}  // namespace simdcast
