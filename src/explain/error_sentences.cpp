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
  innerSizes,
  needed,
  neededRank,
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

// "A has 4, B has 3"
std::string sizes(const Subject& about) {
  const auto operands = text::bitsOf(about.error.operands);
  return text::listWith(", ", operands.size(), [&](int i) {
    return nameOf(about, operands[i]) + " has " +
           number(about.alignment.operands[operands[i]].aligned[about.error.axis]);
  });
}

// The sizes that would fit.
std::string needed(const Subject& about) {
  const Policy& policy = about.alignment.policy();
  if (policy.ones == Ones::fixed) return "Sizes must match";
  if (policy.targetFixed)
    return "Sizes must match, or " + nameOf(about, operandOf(about.error)) + " must have 1";
  return std::popcount(about.error.operands) == 2 ? "Sizes must match, or one must be 1"
                                                  : "Sizes must match or be 1";
}

// "A has 3 columns, B has 4 rows"; a vector has elements.
std::string innerSizes(const Subject& about) {
  return text::listWith(", ", about.alignment.operands.size(), [&](int i) {
    const OperandTrace& operand = about.alignment.operands[i];
    const Size size = operand.aligned[about.error.axis];
    const char* thing = operand.shape.size() == 1 ? " element" : i == 0 ? " column" : " row";
    return nameOf(about, i) + " has " + number(size) + thing + (size == 1 ? "" : "s");
  });
}

// "Last axis: A has 4, B has 3"
std::string where(const Subject& about) {
  if (about.error.axis == kNoAxis) return "The ranks differ";
  return text::capitalised(text::axisOrLast(about.alignment, about.error.axis)) + ": " +
         sizes(about);
}

// The sizes or shapes that the rule would accept.
std::string hint(const Subject& about) {
  if (about.alignment.rule->key == RuleId::legacyOff) return " unless broadcast=1 is set";
  return about.alignment.policy().lastIsShape ? "; a 1 keeps the input's own size" : "";
}

// The rank that the operand of this error should have, such as "rank 1 or more".
std::string neededRank(const Subject& about) {
  const RuleId rule = about.alignment.rule->key;
  if (rule == RuleId::scalars) return "rank 0 (one number)";
  if (rule == RuleId::ncnn) return "rank 1 to 4";
  if (about.error.code != ErrorCode::rankTooLow) return "rank 1";
  return rule == RuleId::matMul ? "rank 1 or more" : "rank 2 or more";
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
    {Key::innerSizes, "innerSizes", innerSizes},
    {Key::needed, "needed", needed},
    {Key::neededRank, "neededRank", neededRank},
    {Key::where, "where", where},
    {Key::why, "why", [](const Subject& about) { return text::capitalised(refusal(about)); }},
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
    {ErrorCode::sizeConflict, "{where}. {needed}."},
    {ErrorCode::targetWouldGrow, "{where}. {why}."},
    {ErrorCode::rankExceedsTarget,
     "{operand} has rank {rank} and {target} only {targetRank}, and the result must have the shape "
     "of {target}."},
    {ErrorCode::interiorOne, "{where}. {why}."},
    {ErrorCode::axisOutOfRange,
     "axis={axisParam} leaves no room for {operand}, which can start at axis 0 to {lastAxis}."},
    {ErrorCode::negativeAxis,
     "axis={axisParam} is not allowed; the only negative axis is -1, which lines {operand} up on "
     "the right."},
    {ErrorCode::broadcastOff, "{where}. The shapes must be equal{hint}."},
    {ErrorCode::rankNotRepresentable, "{operand} must have {neededRank}, but has rank {rank}."},
    {ErrorCode::zeroNotRepresentable, "{operand} has a size of 0, which this rule does not allow."},
    {ErrorCode::operandCount, "{rule} takes {operandRange}, not {operandCount}."},
    {ErrorCode::rankTooHigh, "{operand} has rank {rank}, but the highest is {maxRank}."},
    {ErrorCode::rankTooLow, "{lowest} must have {neededRank}, but has rank {lowestRank}."},
    {ErrorCode::tooManyElements, "There would be more than 2^53 elements."},
    {ErrorCode::negativeSize, "{operand} has a negative size{hint}."},
    {ErrorCode::innerMismatch, "{innerSizes}. These must be equal."},
});

constexpr Template<kPlaceholders> kWouldGrow = "{target} is never stretched";
constexpr Template<kPlaceholders> kInteriorOne =
    "only the leading and trailing 1s of {operand} may stretch";

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
