// align: how shapes broadcast, for every rule. Reports every conflict, not only the first.
#pragma once

#include "alignment.hpp"

namespace simdcast {

// Shapes are outermost first. Errors are in `failures`.
[[nodiscard]] Alignment align(const Rule& rule, const Shapes& shapes, const RuleParams& params);

[[nodiscard]] inline Alignment align(RuleId id, const Shapes& shapes,
                                     const RuleParams& params = {}) {
  return align(effectiveRule(id, params), shapes, params);
}

}  // namespace simdcast
