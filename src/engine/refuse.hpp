// Refusals with their sentences; for src/engine.
#pragma once

#include "../explain/refusal_sentences.hpp"
#include "refusal.hpp"

namespace simdcast {

[[nodiscard]] inline Refusal refuse(RefusalCode code, const RefusalFacts& facts = {}) {
  return {.code = code, .input = facts.input, .text = describe(code, facts)};
}

}  // namespace simdcast
