#include "sentences.hpp"

#include <bit>
#include <cctype>

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
  rank,
  elements,
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
    {OperandKey::rank, "rank",
     [](const OfOperand& about) { return number(about.trace().shape.size()); }},
    {OperandKey::elements, "elements",
     [](const OfOperand& about) {
       return text::elements(elementCount(about.trace().shape).value_or(0));
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

constexpr Template<kInOperands> kOperand = "{operand} is {shape}: rank {rank}, {elements}.";
constexpr Template<kInOperands> kTarget = "{operand} asks for {shape}: rank {rank}.";

constexpr Templates<Placement, kInOperands> kPlacements({
    {Placement::right,
     "Line them up from the right: {operand} has no {missing}, so it is read as {aligned}."},
    {Placement::left,
     "{rule} puts {operand} on the outer axes: it has no {missing}, so it is read as {aligned}."},
    {Placement::axis,
     "{operand} starts at axis {first}: it has no {missing}, so it is read as {aligned}."},
    {Placement::scalar, "{operand} has one element: it is read as {aligned}."},
    {Placement::target, ""},
    {Placement::matrix, "{operand} has no {missing}, so it is read as {aligned}."},
});

// ncnn's rank-1 fallback, kept for compatibility.
constexpr Template<kInOperands> kNcnnInner =
    "The length of {operand} is not the outermost size, so ncnn puts it on the innermost axis: "
    "it is read as {aligned}.";

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
  if (about.alignment.policy().mismatch == ErrorCode::broadcastOff)
    return text::ruleName(about.alignment) + " wants equal sizes";
  return about.alignment.operands.size() == 2 ? "neither is 1" : "only a 1 is reused";
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

// After "Axis 1 (-1): A has 4 and B has 3".
constexpr Templates<Outcome, kInAxes> kAxes({
    {Outcome::equal, "."},
    {Outcome::stretched, ", so {stretched} {is} reused {size} times."},
    {Outcome::ones, "."},
    {Outcome::zero, ", so the result has 0."},
    {Outcome::summed, ": multiplied and summed, so that the result has no such axis."},
    {Outcome::conflict, ". They differ, and {wanted}."},
    {Outcome::refused, ". Not allowed: {reason}."},
});

enum class ResultKey : std::uint8_t { output, elements, stored, count };

constexpr Placeholders<ResultKey, Alignment> kInResults({
    {ResultKey::output, "output",
     [](const Alignment& alignment) { return text::shape(alignment, alignment.output); }},
    {ResultKey::elements, "elements",
     [](const Alignment& alignment) { return text::elements(outputElements(alignment)); }},
    {ResultKey::stored, "stored",
     [](const Alignment& alignment) { return text::grouped(storedElements(alignment)); }},
});

constexpr Template<kInResults> kResult = "The result is {output}: {elements} from {stored} stored.";

// A failure of whole shapes, as a sentence of its own.
std::string describeFailure(const Alignment& alignment, const Error& error) {
  return "Not possible: " + describe(alignment, error) + ".";
}

struct Verdict {
  const Alignment& alignment;
  const Fixes& fixes;
};

enum class VerdictKey : std::uint8_t {
  shapes,
  verb,
  output,
  rule,
  op,
  operands,
  reason,
  fix,
  count
};

std::string shapes(const Verdict& about) {
  return text::list(about.alignment.operands.size(),
                    [&](int i) { return text::namedShape(about.alignment, i); });
}

// "A (3,4) with B (3)"; further operands follow.
std::string clashingShapes(const Verdict& about) {
  const int last = about.alignment.operands.size() - 1;
  std::string out;
  for (int i = 0; i <= last; ++i) {
    if (i > 0) out += i == 1 ? " with " : i == last ? " and " : ", ";
    out += text::namedShape(about.alignment, i);
  }
  return out;
}

constexpr std::string_view kOnlyGrowth =
    " No change pairs these one to one; perhaps a size is wrong.";

std::string bestFix(const Verdict& about) {
  if (about.fixes.empty()) return {};
  const Fix& best = about.fixes[0];
  return std::string(best.grows ? kOnlyGrowth : "") + " " + describe(about.alignment, best);
}

constexpr Placeholders<VerdictKey, Verdict> kInVerdicts({
    {VerdictKey::shapes, "shapes", shapes},
    {VerdictKey::verb, "verb",
     [](const Verdict& about) {
       return std::string(about.alignment.operands.size() == 1 ? "gives" : "give");
     }},
    {VerdictKey::output, "output",
     [](const Verdict& about) { return text::shape(about.alignment, about.alignment.output); }},
    {VerdictKey::rule, "rule",
     [](const Verdict& about) { return text::ruleName(about.alignment); }},
    {VerdictKey::op, "op",
     [](const Verdict& about) {
       return std::string(about.alignment.op.empty() ? "MatMul" : about.alignment.op);
     }},
    {VerdictKey::operands, "operands", clashingShapes},
    {VerdictKey::reason, "reason",
     [](const Verdict& about) { return describe(about.alignment, about.alignment.failures[0]); }},
    {VerdictKey::fix, "fix", bestFix},
});

constexpr Template<kInVerdicts> kAccepted = "{shapes} {verb} {output} under {rule}.";
constexpr Template<kInVerdicts> kRejected =
    "cannot broadcast {operands} under {rule}: {reason}.{fix}";
constexpr Template<kInVerdicts> kNoProduct = "{op} cannot multiply {operands}: {reason}.{fix}";

}  // namespace

std::string describeAxis(const Alignment& alignment, int axis) {
  std::string label = text::axis(alignment, axis);
  label[0] = static_cast<char>(std::toupper(label[0]));
  if (label.back() != ')') label += " (" + number(axis - alignment.rank()) + ")";
  const std::string sizes = text::list(alignment.operands.size(), [&](int i) {
    const OperandTrace& operand = alignment.operands[i];
    return text::operandName(alignment, i) +
           (has(operand.added, axis) ? " has an added " : " has ") + number(operand.aligned[axis]);
  });
  return label + ": " + sizes +
         kAxes[alignment.axes[axis].outcome].text.about(OfAxis{alignment, axis});
}

std::vector<Sentence> explain(const Alignment& alignment) {
  std::vector<Sentence> sentences;
  sentences.reserve(alignment.operands.size() * 2 + alignment.rank() + alignment.failures.size() +
                    1);
  for (int i = 0; i < alignment.operands.size(); ++i)
    sentences.push_back({.text = describeOperand(alignment, i), .operand = i});
  if (alignment.placed) {
    for (int i = 0; i < alignment.operands.size(); ++i)
      if (alignment.operands[i].added != 0)
        sentences.push_back({.text = describePlacement(alignment, i), .operand = i});
    for (int axis = alignment.rank() - 1; axis >= 0; --axis)
      sentences.push_back({.text = describeAxis(alignment, axis), .axis = axis});
  }
  for (const Error& failure : alignment.failures)
    if (failure.axis == kNoAxis) sentences.push_back({.text = describeFailure(alignment, failure)});
  if (alignment.ok()) sentences.push_back({.text = kResult.about(alignment)});
  return sentences;
}

std::string verdict(const Alignment& alignment, const Fixes& fixes) {
  const auto& rejected = alignment.policy().product ? kNoProduct : kRejected;
  return (alignment.ok() ? kAccepted : rejected).about(Verdict{alignment, fixes});
}

}  // namespace simdcast
