// align: the one merge that serves every rule. It fills every axis, also after the first conflict.
#pragma once

#include "alignment.hpp"

namespace simdcast {

// Shapes are outermost first. Never fails: what is wrong is in `failures`.
[[nodiscard]] Alignment align(const Rule& rule, const Shapes& shapes, const RuleParams& params);

[[nodiscard]] inline Alignment align(RuleId id, const Shapes& shapes,
                                     const RuleParams& params = {}) {
  return align(effectiveRule(id, params), shapes, params);
}

}  // namespace simdcast
