// A workspace for each thread of a team, at distances that keep two threads off one cache line.
#pragma once

#include "parts.hpp"

namespace simdcast {

struct TeamWorkspace {
  Count bytes = 0;  // of one thread

  [[nodiscard]] Count stride() const noexcept { return roundUp(bytes, kCacheLine); }
  [[nodiscard]] std::byte* of(int thread, std::byte* first) const noexcept {
    return first + thread * stride();
  }
  // Bytes for all threads, or for one if the work is not worth sharing.
  [[nodiscard]] Count forTeam(const Team& team, double nanoseconds) const noexcept {
    const bool fits = bytes < kMaxCount / team.threads() - kCacheLine;
    return fits && team.isWorthSharing(nanoseconds) ? stride() * team.threads() : bytes;
  }
};

}  // namespace simdcast
