// What an alignment says in English. Every sentence is rendered from the trace by a template that
// its code selects; the templates stand in sentences.cpp and nowhere else.
#pragma once

#include <string>
#include <vector>

#include "../rules/fixes.hpp"
#include "../rules/warnings.hpp"

namespace simdcast {

struct Sentence {
  std::string text;
  int axis = kNoAxis;
  int operand = -1;
};

// The verdict: what the operands give, or why they cannot, with the best fix where there is one.
[[nodiscard]] std::string verdict(const Alignment& alignment, const Fixes& fixes);

// The explanation, in reading order: operands, placement, axes, result.
[[nodiscard]] std::vector<Sentence> explain(const Alignment& alignment);

[[nodiscard]] std::string describeAxis(const Alignment& alignment, int axis);
[[nodiscard]] std::string describe(const Alignment& alignment, const Error& error);
[[nodiscard]] std::string describe(const Alignment& alignment, const Warning& warning,
                                   Count elementSize);
[[nodiscard]] std::string describe(const Alignment& alignment, const Fix& fix);

}  // namespace simdcast
