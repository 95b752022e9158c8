// Why the engine does not do what it was asked: a value, never an exception.
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
  std::string text = {};  // in English; empty for outOfMemory, which has no room for it
  std::optional<Alignment> alignment = {};  // of byRule: where the shapes do not meet
};

}  // namespace simdcast
