#include "sentences.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>

#include "../base/enum_table.hpp"
#include "../rules/matrices.hpp"
#include "template.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

using text::number;

// An operand, or the one that is placed.
struct OfOperand {
  const Alignment& alignment;
  int operand;

  [[nodiscard]] const OperandTrace& trace() const { return alignment.operands[operand]; }
};

enum class OperandKey : std::uint8_t {
  operand,
  shape,
  numbers,
  aligned,
  first,
  missing,
  rule,
  count
};

constexpr Placeholders<OperandKey, OfOperand> kInOperands({
    {OperandKey::operand, "operand",
     [](const OfOperand& about) { return text::operandName(about.alignment, about.operand); }},
    {OperandKey::shape, "shape",
     [](const OfOperand& about) { return text::shape(about.alignment, about.trace().shape); }},
    {OperandKey::numbers, "numbers",
     [](const OfOperand& about) {
       return text::numbers(elementCount(about.trace().shape).value_or(0));
     }},
    {OperandKey::aligned, "aligned",
     [](const OfOperand& about) { return text::shape(about.alignment, about.trace().aligned); }},
    {OperandKey::first, "first",
     [](const OfOperand& about) { return number(about.trace().first); }},
    {OperandKey::missing, "missing",
     [](const OfOperand& about) { return text::axes(about.alignment, about.trace().added); }},
    {OperandKey::rule, "rule",
     [](const OfOperand& about) { return text::ruleName(about.alignment); }},
});

constexpr Template<kInOperands> kOperand = "{operand} has shape {shape}: {numbers}.";
constexpr Template<kInOperands> kTarget = "{operand} requests the shape {shape}.";

constexpr Templates<Placement, kInOperands> kPlacements({
    {Placement::right,
     "Line them up on the right. {operand} has no {missing}, so it counts as {aligned}."},
    {Placement::left,
     "{rule} puts {operand} on the outer axes. It has no {missing}, so it counts as {aligned}."},
    {Placement::axis,
     "{operand} starts at axis {first}. It has no {missing}, so it counts as {aligned}."},
    {Placement::scalar, "{operand} is a single number, so it counts as {aligned}."},
    {Placement::target, ""},
    {Placement::matrix, "{operand} has no {missing}, so it counts as {aligned}."},
});

// ncnn's rank-1 fallback, kept for compatibility.
constexpr Template<kInOperands> kNcnnInner =
    "{operand} is not as long as the outermost axis, so {rule} puts it on the innermost one. "
    "It counts as {aligned}.";

std::string describeOperand(const Alignment& alignment, int operand) {
  const auto& sentence = isOnlyShape(alignment, operand) ? kTarget : kOperand;
  return sentence.about(OfOperand{alignment, operand});
}

std::string describePlacement(const Alignment& alignment, int operand) {
  const OfOperand about{alignment, operand};
  const Placement placement = about.trace().placement;
  const bool inner = alignment.rule->key == RuleId::ncnn && placement == Placement::right;
  return (inner ? kNcnnInner : kPlacements[placement].text).about(about);
}

struct OfAxis {
  const Alignment& alignment;
  int axis;

  [[nodiscard]] const AxisTrace& trace() const { return alignment.axes[axis]; }
};

enum class AxisKey : std::uint8_t { stretched, is, size, wanted, reason, count };

std::string whatAxesWant(const OfAxis& about) {
  if (about.trace().role == AxisRole::inner) return "a product needs them equal";
  if (about.alignment.policy().mismatch == ErrorCode::broadcastOff)
    return text::ruleName(about.alignment) + " needs equal sizes";
  return about.alignment.operands.size() == 2 ? "neither is 1" : "only a 1 repeats";
}

constexpr Placeholders<AxisKey, OfAxis> kInAxes({
    {AxisKey::stretched, "stretched",
     [](const OfAxis& about) {
       return text::operandNames(about.alignment, about.trace().stretched);
     }},
    {AxisKey::is, "is",
     [](const OfAxis& about) {
       return std::string(std::has_single_bit(about.trace().stretched) ? "is" : "are");
     }},
    {AxisKey::size, "size", [](const OfAxis& about) { return number(about.trace().size); }},
    {AxisKey::wanted, "wanted", whatAxesWant},
    {AxisKey::reason, "reason",
     [](const OfAxis& about) { return describeRefusal(about.alignment, about.axis); }},
});

// "3 and 3", or "A has 4, B has none and counts as 1".
std::string sizesOn(const Alignment& alignment, int axis) {
  const auto& operands = alignment.operands;
  const Size size = operands[0].aligned[axis];
  const bool alike =
      std::all_of(operands.begin(), operands.end(), [&](const OperandTrace& operand) {
        return operand.aligned[axis] == size && !has(operand.added, axis);
      });
  if (alike && operands.size() > 1)
    return text::list(operands.size(), [&](int) { return number(size); });
  return text::listWith(", ", operands.size(), [&](int i) {
    return text::operandName(alignment, i) +
           (has(operands[i].added, axis) ? " has none and counts as " : " has ") +
           number(operands[i].aligned[axis]);
  });
}

constexpr Template<kInAxes> kAlone = ".";

// After "Axis 1: A has 4, B has 3".
constexpr Templates<Outcome, kInAxes> kAxes({
    {Outcome::equal, ". They pair up."},
    {Outcome::stretched, ", so {stretched} {is} used {size} times."},
    {Outcome::ones, "."},
    {Outcome::zero, ", so the result has 0."},
    {Outcome::summed, ". The products are summed along it, and the result has no such axis."},
    {Outcome::conflict, ". They differ, and {wanted}."},
    {Outcome::refused, ". Not allowed: {reason}."},
});

enum class ResultKey : std::uint8_t { output, numbers, stored, count };

constexpr Placeholders<ResultKey, Alignment> kInResults({
    {ResultKey::output, "output",
     [](const Alignment& alignment) { return text::shape(alignment, alignment.output); }},
    {ResultKey::numbers, "numbers",
     [](const Alignment& alignment) { return text::numbers(outputElements(alignment)); }},
    {ResultKey::stored, "stored",
     [](const Alignment& alignment) { return text::grouped(storedElements(alignment)); }},
});

constexpr Template<kInResults> kResult = "Result: {output}. {numbers}, computed from {stored}.";

struct Verdict {
  const Alignment& alignment;
  const Fixes& fixes;
};

enum class VerdictKey : std::uint8_t {
  shapes,
  fit,
  output,
  byRule,
  op,
  operands,
  doNotFit,
  clashing,
  reason,
  matrices,
  fix,
  count
};

// How a rule combines operands, and the corresponding words.
enum class Meeting : std::uint8_t { broadcast, expand, multiply, count };

Meeting meetingOf(const Alignment& alignment) {
  if (alignment.policy().product) return Meeting::multiply;
  return alignment.policy().lastIsShape ? Meeting::expand : Meeting::broadcast;
}

struct Between {
  Meeting key{};
  std::string_view accepted;
  std::string_view clashing;
};

constexpr EnumTable<Meeting, Between> kBetween({
    {Meeting::broadcast, " and ", " with "},
    {Meeting::expand, " expanded to ", " to "},
    {Meeting::multiply, " times ", " with "},
});

// "(4,1) and (3,)"; with the operands' names if these are not A, B, …
std::string shapes(const Verdict& about) {
  const Alignment& alignment = about.alignment;
  const auto words = [&](int i) {
    return alignment.names.empty() ? text::shape(alignment, alignment.operands[i].shape)
                                   : text::namedShape(alignment, i);
  };
  const int count = alignment.operands.size();
  return count == 2 ? text::listWith(kBetween[meetingOf(alignment)].accepted, count, words)
                    : text::list(count, words);
}

std::string operands(const Verdict& about) {
  return text::list(about.alignment.operands.size(),
                    [&](int i) { return text::namedShape(about.alignment, i); });
}

// "A (3,4) with B (3,)"; further operands follow.
std::string clashing(const Verdict& about) {
  const int last = about.alignment.operands.size() - 1;
  const std::string_view between = kBetween[meetingOf(about.alignment)].clashing;
  std::string out;
  for (int i = 0; i <= last; ++i) {
    if (i > 0) out += i == 1 ? between : i == last ? " and " : ", ";
    out += text::namedShape(about.alignment, i);
  }
  return out;
}

// The smaller of two sizes that differ on an axis, and how far apart they are; nothing for more.
struct Difference {
  Size smaller = 0;
  Size gap = 0;
};

std::optional<Difference> differenceOn(const Alignment& alignment, const Error& error) {
  const auto operands = text::bitsOf(error.operands);
  if (error.axis == kNoAxis || operands.size() != 2) return std::nullopt;
  const Size a = alignment.operands[operands[0]].aligned[error.axis];
  const Size b = alignment.operands[operands[1]].aligned[error.axis];
  return Difference{std::min(a, b), std::max(a, b) - std::min(a, b)};
}

// Whether images have their channels here: in the last axis, or before height and width.
bool mayBeChannels(const Alignment& alignment, int axis) {
  const int fromEnd = alignment.rank() - axis;
  return alignment.rank() >= 3 && (fromEnd == 1 || fromEnd == 3);
}

// The usual cause of the conflict in sizes, as a question.
std::string guess(const Alignment& alignment) {
  for (const Error& error : alignment.failures) {
    const auto difference = differenceOn(alignment, error);
    if (!difference || difference->gap != 1) return {};
    if (difference->smaller == 3 && mayBeChannels(alignment, error.axis)) return " (RGBA?)";
  }
  return " (off by one?)";
}

// An outer product always exists if an operand gets new axes or 1s change position. It is advice
// only if an operand has been given 1s for the other's sizes.
bool isAdvice(const Fix& fix) {
  return !fix.grows || (fix.kind == FixKind::unsqueeze && !fix.deepens);
}

bool isSizeWrong(const Verdict& about) {
  return about.alignment.failures[0].code == ErrorCode::sizeConflict &&
         (about.fixes.empty() || !isAdvice(about.fixes[0]));
}

// " As matrices they multiply: matMul gives (97,1)."
std::string asMatrices(const Verdict& about) {
  const auto product = readAsMatrices(about.alignment);
  if (!product) return {};
  const bool pairs = !about.fixes.empty() && !about.fixes[0].grows;
  if (product->isTransposed && (pairs || !guess(about.alignment).empty())) return {};
  const std::string gives = text::shape(about.alignment, product->output) + ".";
  return product->isTransposed ? " With " + text::operandName(about.alignment, 1) +
                                     " transposed they multiply as matrices: matMul gives " + gives
                               : " As matrices they multiply: matMul gives " + gives;
}

// "4 numbers with 3"
std::string unpaired(const Alignment& alignment) {
  const Error& error = alignment.failures[0];
  const auto operands = text::bitsOf(error.operands);
  if (operands.size() != 2) return "these one to one";
  const auto sizeOf = [&](int i) { return alignment.operands[operands[i]].aligned[error.axis]; };
  return number(sizeOf(0)) + (sizeOf(0) == 1 ? " number" : " numbers") + " with " +
         number(sizeOf(1));
}

// " (For all 4×3 pairs, make A (4,1).)", for vectors.
std::string allPairs(const Verdict& about) {
  const auto& operands = about.alignment.operands;
  const bool areVectors = operands.size() == 2 && about.alignment.rank() == 1;
  const auto fix = std::ranges::find(about.fixes, 0, &Fix::operand);
  if (!areVectors || fix == about.fixes.end()) return {};
  return " (For all " + number(operands[0].shape[0]) + "×" + number(operands[1].shape[0]) +
         " pairs, make " + text::operandName(about.alignment, 0) + " " +
         text::shape(about.alignment, fix->shape) + ".)";
}

std::string advice(const Verdict& about) {
  const auto product = readAsMatrices(about.alignment);
  // The sizes are explained by a matrix product.
  if (isSizeWrong(about) && product && !product->isTransposed) return {};
  if (isSizeWrong(about))
    return " No reshape pairs " + unpaired(about.alignment) + ". Check the sizes" +
           guess(about.alignment) + "." + allPairs(about);
  if (about.fixes.empty()) return {};
  const Fix& best = about.fixes[0];
  std::string fix = describe(about.alignment, best);
  fix[0] = static_cast<char>(std::tolower(fix[0]));
  return (best.grows ? " Possible fix: " : " Likely fix: ") + fix;
}

bool isAlone(const Verdict& about) { return about.alignment.operands.size() == 1; }

constexpr Placeholders<VerdictKey, Verdict> kInVerdicts({
    {VerdictKey::shapes, "shapes", shapes},
    {VerdictKey::fit, "fit",
     [](const Verdict& about) { return std::string(isAlone(about) ? "fits" : "fit"); }},
    {VerdictKey::output, "output",
     [](const Verdict& about) { return text::shape(about.alignment, about.alignment.output); }},
    {VerdictKey::byRule, "byRule",
     [](const Verdict& about) { return text::byRule(about.alignment); }},
    {VerdictKey::op, "op", [](const Verdict& about) { return std::string(about.alignment.op); }},
    {VerdictKey::operands, "operands", operands},
    {VerdictKey::doNotFit, "doNotFit",
     [](const Verdict& about) {
       return std::string(isAlone(about) ? "doesn't fit" : "don't fit");
     }},
    {VerdictKey::clashing, "clashing", clashing},
    {VerdictKey::reason, "reason",
     [](const Verdict& about) { return describe(about.alignment, about.alignment.failures[0]); }},
    {VerdictKey::matrices, "matrices", asMatrices},
    {VerdictKey::fix, "fix", advice},
});

struct VerdictRow {
  Meeting key{};
  Template<kInVerdicts> accepted;
  Template<kInVerdicts> rejected;
  Template<kInVerdicts> rejectedByOperator;
};

constexpr EnumTable<Meeting, VerdictRow> kVerdicts({
    {Meeting::broadcast, "{shapes} {fit}{byRule}: the result is {output}.",
     "{operands} {doNotFit}{byRule}. {reason}{matrices}{fix}",
     "{op} cannot broadcast {clashing}{byRule}. {reason}{matrices}{fix}"},
    {Meeting::expand, "{shapes} gives {output}.", "Expand cannot expand {clashing}. {reason}{fix}",
     "{op} cannot expand {clashing}. {reason}{fix}"},
    {Meeting::multiply, "{shapes} gives {output}.",
     "{operands} cannot be multiplied. {reason}{fix}",
     "{op} cannot multiply {clashing}. {reason}{fix}"},
});

const Template<kInVerdicts>& verdictOn(const Alignment& alignment) {
  const VerdictRow& row = kVerdicts[meetingOf(alignment)];
  if (alignment.ok()) return row.accepted;
  return alignment.op.empty() ? row.rejected : row.rejectedByOperator;
}

constexpr NameTable<SentenceKind> kKindNames({
    {SentenceKind::operand, "operand"},
    {SentenceKind::placement, "placement"},
    {SentenceKind::axis, "axis"},
    {SentenceKind::failure, "failure"},
    {SentenceKind::result, "result"},
});

}  // namespace

std::string_view name(SentenceKind kind) noexcept { return kKindNames[kind].name; }

std::string describeAxis(const Alignment& alignment, int axis) {
  const std::string label = text::capitalised(text::axis(alignment, axis));
  const Outcome outcome = alignment.axes[axis].outcome;
  const bool isAlone = outcome == Outcome::equal && alignment.operands.size() == 1;
  const auto& ending = isAlone ? kAlone : kAxes[outcome].text;
  return label + ": " + sizesOn(alignment, axis) + ending.about(OfAxis{alignment, axis});
}

std::vector<Sentence> explain(const Alignment& alignment) {
  std::vector<Sentence> sentences;
  sentences.reserve(alignment.operands.size() * 2 + alignment.rank() + alignment.failures.size() +
                    1);
  for (int i = 0; i < alignment.operands.size(); ++i)
    sentences.push_back(
        {.kind = SentenceKind::operand, .text = describeOperand(alignment, i), .operand = i});
  if (alignment.placed) {
    for (int i = 0; i < alignment.operands.size(); ++i)
      if (alignment.operands[i].added != 0)
        sentences.push_back({.kind = SentenceKind::placement,
                             .text = describePlacement(alignment, i),
                             .operand = i});
    for (int axis = alignment.rank() - 1; axis >= 0; --axis)
      sentences.push_back(
          {.kind = SentenceKind::axis, .text = describeAxis(alignment, axis), .axis = axis});
  }
  for (const Error& failure : alignment.failures)
    if (failure.axis == kNoAxis)
      sentences.push_back({.kind = SentenceKind::failure, .text = describe(alignment, failure)});
  if (alignment.ok())
    sentences.push_back({.kind = SentenceKind::result, .text = kResult.about(alignment)});
  return sentences;
}

std::string verdict(const Alignment& alignment, const Fixes& fixes) {
  return verdictOn(alignment).about(Verdict{alignment, fixes});
}

}  // namespace simdcast
