// Positions that do not depend on one another, cut into parts for a team.
#pragma once

#include <algorithm>
#include <cassert>

#include "../base/rounding.hpp"
#include "team.hpp"

namespace simdcast {

// Bytes that keep the writes of two threads on different cache lines (no false sharing).
inline constexpr Count kCacheLine = 64;

// Bytes, two pages. Hardware prefetches as far as the end of a page: a thread that reads less of
// each row than that fetches the share of its neighbour.
inline constexpr Count kReadAhead = 8192;

// Neighbouring positions.
struct Stretch {
  Count first;
  Count count;
};

// Equal parts, except that the last one may be shorter.
struct Parts {
  Count size = 0;  // positions of a part
  int count = 1;
  Count last = 0;  // those of the last part

  // Up to `most` parts of multiples of `unit` positions; one empty part if there are no positions.
  // `unit` and `most` are at least 1.
  [[nodiscard]] static Parts of(Count positions, Count unit, int most) noexcept {
    assert(positions >= 0 && unit > 0 && most > 0);
    if (positions == 0) return {};
    Parts parts{.size = divideUp(divideUp(positions, unit), most) * unit};
    parts.count = static_cast<int>(divideUp(positions, parts.size));
    parts.last = positions - (parts.count - 1) * parts.size;
    return parts;
  }

  [[nodiscard]] Count first(int part) const noexcept { return part * size; }
  [[nodiscard]] Count sizeOf(int part) const noexcept { return part == count - 1 ? last : size; }
  [[nodiscard]] Stretch at(int part) const noexcept { return {first(part), sizeOf(part)}; }
};

}  // namespace simdcast
