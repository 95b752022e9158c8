// Steps that do not depend on one another, cut into parts for a team.
#pragma once

#include <algorithm>

#include "../base/rounding.hpp"
#include "team.hpp"

namespace simdcast {

// Bytes between what two threads write all the time, which then shares no line of a cache.
inline constexpr Count kApart = 64;

// Bytes, two pages. Processors read ahead as far as the end of a page: a thread that reads less of
// each row than that fetches what another one is to read.
inline constexpr Count kReadAhead = 8192;

// Equal parts but for the last one, which may be shorter.
struct Parts {
  Count steps = 0;  // of a part
  int count = 1;
  Count last = 0;  // steps of the last part

  // Up to `most` parts of multiples of `unit` steps.
  [[nodiscard]] static Parts of(Count steps, Count unit, int most) noexcept {
    Parts parts{.steps = divideUp(divideUp(steps, unit), most) * unit};
    parts.count = static_cast<int>(divideUp(steps, parts.steps));
    parts.last = steps - (parts.count - 1) * parts.steps;
    return parts;
  }

  [[nodiscard]] Count first(int part) const noexcept { return part * steps; }
  [[nodiscard]] Count stepsOf(int part) const noexcept { return part == count - 1 ? last : steps; }
};

}  // namespace simdcast
