// What an alignment says: the verdict, and the explanation step by step. Every sentence
// is rendered from the trace by a template that its code selects (template.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "advice_sentences.hpp"
#include "error_sentences.hpp"

namespace simdcast {

enum class SentenceKind : std::uint8_t {
  operand,    // what an operand is
  placement,  // where its axes were put
  axis,       // what meets on an axis
  failure,    // what is wrong with whole shapes
  result,     // what comes out
  count
};

[[nodiscard]] std::string_view name(SentenceKind kind) noexcept;

struct Sentence {
  SentenceKind kind{};
  std::string text;
  int axis = kNoAxis;
  int operand = -1;
};

// The verdict: what the operands give, or why they cannot, with the best fix where there is one.
[[nodiscard]] std::string verdict(const Alignment& alignment, const Fixes& fixes);

// The explanation, in reading order: operands, placement, axes, result.
[[nodiscard]] std::vector<Sentence> explain(const Alignment& alignment);

[[nodiscard]] std::string describeAxis(const Alignment& alignment, int axis);

}  // namespace simdcast
