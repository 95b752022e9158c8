// Rows of the documents' tables, and the checks of them.
#pragma once

#include <string>
#include <string_view>

#include "rules/align.hpp"

namespace simdcast::test {

// What an accepted pair gives; `aligned` may be left out where the document does not say.
struct Accepted {
  RuleId rule{};
  std::string_view operands;
  std::string_view result;
  std::string_view aligned = {};
  RuleParams params = {};

  [[nodiscard]] std::string name() const;
};

// The first failure of a refused pair.
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
