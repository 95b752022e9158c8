// A question to the rules: bytes name the rule, its parameters and the shapes.
#pragma once

#include "bytes.hpp"
#include "rules/rule.hpp"

namespace simdcast::fuzz {

struct Question {
  RuleId rule{};
  RuleParams params;
  Shapes shapes;
};

[[nodiscard]] Question readQuestion(Bytes& bytes);

}  // namespace simdcast::fuzz
