#include "error_sentences.hpp"

#include <bit>

#include "template.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

using text::number;

struct Subject {
  const Alignment& alignment;
  const Error& error;
};

enum class Key : std::uint8_t {
  axis,
  sizes,
  innerSizes,
  where,
  why,
  hint,
  rule,
  target,
  targetRank,
  operand,
  rank,
  maxRank,
  lowest,
  lowestRank,
  axisParam,
  lastAxis,
  operandRange,
  operandCount,
  count
};

// The operand that an error is about, rather than the target that it does not fit: the last one.
int operandOf(const Error& error) { return static_cast<int>(std::bit_width(error.operands)) - 1; }

std::string nameOf(const Subject& about, int operand) {
  return text::operandName(about.alignment, operand);
}

int rankOf(const Subject& about, int operand) {
  return about.alignment.operands[operand].shape.size();
}

// "4 in A and 3 in B"
std::string sizes(const Subject& about) {
  const auto operands = text::bitsOf(about.error.operands);
  return text::list(operands.size(), [&](int i) {
    return number(about.alignment.operands[operands[i]].aligned[about.error.axis]) + " in " +
           nameOf(about, operands[i]);
  });
}

// "A has 3 columns and B has 4 rows"; a vector has elements.
std::string innerSizes(const Subject& about) {
  return text::list(about.alignment.operands.size(), [&](int i) {
    const OperandTrace& operand = about.alignment.operands[i];
    const char* things = operand.shape.size() == 1 ? " elements" : i == 0 ? " columns" : " rows";
    return nameOf(about, i) + " has " + number(operand.aligned[about.error.axis]) + things;
  });
}

std::string where(const Subject& about) {
  const auto& [alignment, error] = about;
  if (error.axis == kNoAxis) return "the ranks differ";
  return describe(alignment, {ErrorCode::sizeConflict, error.axis, error.operands});
}

// What the rule would take instead.
std::string hint(const Subject& about) {
  if (about.alignment.rule->key == RuleId::legacyOff) return "; set broadcast=1";
  return about.alignment.policy().lastIsShape ? "; a 1 keeps the input's own size" : "";
}

int lowestRanked(const Subject& about) {
  int lowest = 0;
  for (int i = 1; i < about.alignment.operands.size(); ++i)
    if (rankOf(about, i) < rankOf(about, lowest)) lowest = i;
  return lowest;
}

// The first axis of the operand at the latest.
int lastAxis(const Subject& about) {
  return rankOf(about, 0) - rankOf(about, operandOf(about.error));
}

std::string operandRange(const Subject& about) {
  const Policy& policy = about.alignment.policy();
  return text::range(policy.minOperands, policy.maxOperands, "operands");
}

std::string refusal(const Subject& about);

constexpr Placeholders<Key, Subject> kPlaceholders({
    {Key::axis, "axis",
     [](const Subject& about) { return text::axis(about.alignment, about.error.axis); }},
    {Key::sizes, "sizes", sizes},
    {Key::innerSizes, "innerSizes", innerSizes},
    {Key::where, "where", where},
    {Key::why, "why", refusal},
    {Key::hint, "hint", hint},
    {Key::rule, "rule", [](const Subject& about) { return text::ruleName(about.alignment); }},
    {Key::target, "target", [](const Subject& about) { return nameOf(about, 0); }},
    {Key::targetRank, "targetRank", [](const Subject& about) { return number(rankOf(about, 0)); }},
    {Key::operand, "operand",
     [](const Subject& about) { return nameOf(about, operandOf(about.error)); }},
    {Key::rank, "rank",
     [](const Subject& about) { return number(rankOf(about, operandOf(about.error))); }},
    {Key::maxRank, "maxRank", [](const Subject&) { return number(kMaxRank); }},
    {Key::lowest, "lowest",
     [](const Subject& about) { return nameOf(about, lowestRanked(about)); }},
    {Key::lowestRank, "lowestRank",
     [](const Subject& about) { return number(rankOf(about, lowestRanked(about))); }},
    {Key::axisParam, "axisParam",
     [](const Subject& about) { return number(about.alignment.params.axis); }},
    {Key::lastAxis, "lastAxis", [](const Subject& about) { return number(lastAxis(about)); }},
    {Key::operandRange, "operandRange", operandRange},
    {Key::operandCount, "operandCount",
     [](const Subject& about) { return number(about.alignment.operands.size()); }},
});

constexpr Templates<ErrorCode, kPlaceholders> kErrors({
    {ErrorCode::none, ""},
    {ErrorCode::sizeConflict, "{axis} has {sizes}"},
    {ErrorCode::targetWouldGrow, "{where}, and {why}"},
    {ErrorCode::rankExceedsTarget,
     "{operand} has rank {rank}, more than the {targetRank} of {target}, whose shape {rule} keeps"},
    {ErrorCode::interiorOne, "{where}, and {why}"},
    {ErrorCode::axisOutOfRange,
     "axis={axisParam} leaves no room for {operand}, whose first axis can be 0 to {lastAxis}"},
    {ErrorCode::negativeAxis,
     "axis={axisParam} is negative; only -1 is allowed, which matches from the right"},
    {ErrorCode::broadcastOff, "{where}, and {rule} wants equal shapes{hint}"},
    {ErrorCode::rankNotRepresentable, "{operand} has rank {rank}, which {rule} does not take"},
    {ErrorCode::zeroNotRepresentable, "{operand} has a zero size, which {rule} does not take"},
    {ErrorCode::operandCount, "{rule} takes {operandRange}, and got {operandCount}"},
    {ErrorCode::rankTooHigh, "{operand} has rank {rank}, and the highest is {maxRank}"},
    {ErrorCode::rankTooLow, "{lowest} has rank {lowestRank}, too low for {rule}"},
    {ErrorCode::tooManyElements, "there would be more than 2^53 elements"},
    {ErrorCode::negativeSize, "{operand} has a negative size{hint}"},
    {ErrorCode::innerMismatch, "{innerSizes}"},
});

constexpr Template<kPlaceholders> kWouldGrow = "{rule} never stretches {target}";
constexpr Template<kPlaceholders> kInteriorOne =
    "{rule} stretches only the leading and trailing 1s of {operand}";

std::string refusal(const Subject& about) {
  const auto& sentence = about.error.code == ErrorCode::interiorOne ? kInteriorOne : kWouldGrow;
  return sentence.about(about);
}

}  // namespace

std::string describe(const Alignment& alignment, const Error& error) {
  return kErrors[error.code].text.about(Subject{alignment, error});
}

std::string describeRefusal(const Alignment& alignment, int axis) {
  for (const Error& error : alignment.failures)
    if (error.axis == axis) return refusal({alignment, error});
  return {};
}

}  // namespace simdcast
