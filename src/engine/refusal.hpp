// The reason why the engine rejects a call: a value, never an exception.
#pragma once

#include <optional>
#include <string>

#include "../rules/alignment.hpp"

namespace simdcast {

struct Refusal {
  RefusalCode code{};
  ErrorCode cause = ErrorCode::none;              // of byRule
  ObjectionCode objection = ObjectionCode::none;  // of byOperator
  int input = -1;         // the position of the input concerned, if there is one
  std::string text = {};  // in English; empty for outOfMemory, which cannot allocate it
  std::optional<Alignment> alignment = {};  // for byRule: the conflict
};

}  // namespace simdcast
