// align: the one merge that serves every rule. It fills every axis, also after the first conflict.
#pragma once

#include "alignment.hpp"

namespace simdcast {

// Shapes are outermost first. Never fails: what is wrong is in `failures`.
void align(const Rule& rule, const Shapes& shapes, const RuleParams& params, Alignment& result);

[[nodiscard]] inline Alignment align(RuleId id, const Shapes& shapes,
                                     const RuleParams& params = {}) {
  Alignment result;
  align(effectiveRule(id, params), shapes, params, result);
  return result;
}

}  // namespace simdcast
