// Rows of the documents' tables, and their checks.
#pragma once

#include <string>
#include <string_view>

#include "rules/align.hpp"

namespace simdcast::test {

// The result of an accepted pair; `aligned` may be omitted if the document does not give it.
struct Accepted {
  RuleId rule{};
  std::string_view operands;
  std::string_view result;
  std::string_view aligned = {};
  RuleParams params = {};

  [[nodiscard]] std::string name() const;
};

// The first failure of a conflicting pair.
struct Refused {
  RuleId rule{};
  std::string_view operands;
  ErrorCode code = ErrorCode::none;
  int axis = kNoAxis;
  RuleParams params = {};

  [[nodiscard]] std::string name() const;
};

void checkAccepted(const Accepted& row);
void checkRefused(const Refused& row);

[[nodiscard]] inline RuleParams onAxis(int axis) { return {.axis = axis}; }
[[nodiscard]] inline RuleParams broadcastOff() { return {.broadcast = false}; }

}  // namespace simdcast::test
