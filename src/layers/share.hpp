// Layers shared among threads.
#pragma once

#include "../threads/parts.hpp"
#include "kinds.hpp"

namespace simdcast::layers {

// A layer as steps that do not depend on one another.
struct Steps {
  Count count = 1;
  Count unit = 1;          // a part has a multiple of these
  double nanoseconds = 0;  // of all of them on one thread, about
  // Bytes to the first step of the first operands.
  Count firstInput = 0;
  Count firstOutput = 0;
  // Bytes from step to step of each operand; 0 where all read the same.
  Count inputs[3]{};
  Count outputs[3]{};
};

// Bytes between the workspaces of two threads, which then share no line of a cache.
inline constexpr Count kApart = 64;

// Less than this is done by the caller alone, in one workspace.
inline constexpr double kWorthSharing = 10'000;

// A convolution is cut inside: what its parts read in common is made once.
[[nodiscard]] Count workspaceOf(const Convolution& request, int threads);
Count share(const Convolution& request, const Buffers& buffers, Team& team);

}  // namespace simdcast::layers
