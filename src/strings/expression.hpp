// Regular expressions in RE2's syntax, matched in time linear in the text: all ways through an
// expression are followed at once (Thompson's construction, simulated as in
// https://swtch.com/~rsc/regexp/regexp1.html). Neither a full match nor the longest one depends on
// which quantifiers are greedy, so non-greedy ones are the same here.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "utf8.hpp"

namespace simdcast::strings {

class Expression {
 public:
  // Nothing for a pattern that RE2 rejects, such as one with backreferences or lookaround.
  [[nodiscard]] static std::optional<Expression> make(std::string_view pattern);

  [[nodiscard]] bool matches(PointsView whole) const;

  // The start and end of a match, in code points.
  struct Match {
    std::size_t first = 0;
    std::size_t end = 0;
  };
  // The matches in a text from left to right: the longest at each position, never empty.
  [[nodiscard]] std::vector<Match> find(PointsView points) const;

 private:
  struct Program;
  // The end of the longest match that begins at a code point.
  [[nodiscard]] std::optional<std::size_t> longest(PointsView points, std::size_t first) const;

  std::shared_ptr<const Program> program_;
};

}  // namespace simdcast::strings
