// The sentences of an alignment: the verdict, and the explanation step by step. Every sentence is
// rendered from the trace with the template of its code (template.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "advice_sentences.hpp"
#include "error_sentences.hpp"

namespace simdcast {

enum class SentenceKind : std::uint8_t {
  operand,    // describes an operand
  placement,  // where its axes were put
  axis,       // describes the sizes on an axis
  failure,    // describes a fault of whole shapes
  result,     // describes the result
  count
};

[[nodiscard]] std::string_view name(SentenceKind kind) noexcept;

struct Sentence {
  SentenceKind kind{};
  std::string text;
  int axis = kNoAxis;
  int operand = -1;
};

// The verdict: the result, or the reason for the conflict with the best fix, if there is one.
[[nodiscard]] std::string verdict(const Alignment& alignment, const Fixes& fixes);

// The explanation, in reading order: operands, placement, axes, result.
[[nodiscard]] std::vector<Sentence> explain(const Alignment& alignment);

[[nodiscard]] std::string describeAxis(const Alignment& alignment, int axis);

}  // namespace simdcast
