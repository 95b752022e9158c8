// Parses regular expressions in RE2's syntax.
#pragma once

#include <memory>
#include <vector>

#include "characters.hpp"

namespace simdcast::strings::expressions {

// An expression that a quantifier without an upper bound repeats.
inline constexpr int kUnbounded = -1;

struct Node {
  enum class Kind : std::uint8_t { point, assertion, sequence, choice, repeat };

  Kind kind = Kind::sequence;
  Test test = {};                // of a point
  Assertion holds = nullptr;     // of an assertion
  std::vector<Node> parts = {};  // of a sequence or choice; the one that is repeated
  int least = 0;
  int most = 0;
};

// Nothing for a pattern that RE2 rejects.
[[nodiscard]] std::optional<Node> parse(std::string_view pattern);

}  // namespace simdcast::strings::expressions
