#include "sentences.hpp"

#include "../base/enum_table.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

template <class Enum>
struct Template {
  Enum key;
  std::string_view text;
};

template <class Enum>
using Templates = EnumTable<Enum, Template<Enum>>;

constexpr Templates<ErrorCode> kErrors({
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
    {ErrorCode::notInOpset, ""},
    {ErrorCode::typesDiffer, ""},
    {ErrorCode::typeUnsupported, ""},
    {ErrorCode::attributeUnknown, ""},
    {ErrorCode::attributeMissing, ""},
    {ErrorCode::resultUnsupported, ""},
    {ErrorCode::innerMismatch, ""},
});

// After "Axis 1 (-1): A has 4 and B has 3".
constexpr Templates<Outcome> kAxes({
    {Outcome::equal, "."},
    {Outcome::stretched, ", so {stretched} {is} reused {size} times."},
    {Outcome::ones, "."},
    {Outcome::zero, ", so the result has 0."},
    {Outcome::conflict, ". They differ, and {wanted}."},
    {Outcome::refused, ". Not allowed: {reason}."},
});

// Why an axis is refused, whatever its sizes.
constexpr std::string_view kWouldGrow = "{rule} never stretches {target}";
constexpr std::string_view kInteriorOne =
    "{rule} stretches only the leading and trailing 1s of {operand}";

constexpr Templates<Placement> kPlacements({
    {Placement::right,
     "Line them up from the right: {operand} has no {missing}, so it is read as {aligned}."},
    {Placement::left,
     "{rule} puts {operand} on the outer axes: it has no {missing}, so it is read as {aligned}."},
    {Placement::axis,
     "{operand} starts at axis {first}: it has no {missing}, so it is read as {aligned}."},
    {Placement::scalar, "{operand} has one element: it is read as {aligned}."},
    {Placement::target, ""},
});

// ncnn's rank-1 fallback, kept for compatibility.
constexpr std::string_view kNcnnInner =
    "The length of {operand} is not the outermost size, so ncnn puts it on the innermost axis: "
    "it is read as {aligned}.";

constexpr Templates<WarningCode> kWarnings({
    {WarningCode::outerProduct,
     "Legal, but this makes every pair: {output}. For element by element, give {operands} the same "
     "shape."},
    {WarningCode::squareTrap,
     "{vector} fits {axes}. Under {rule} it is on {used}; other rules put it on another: the same "
     "shape, different numbers."},
    {WarningCode::rankChange, "The ranks differ: {operands} had no {missing}."},
    {WarningCode::ncnnUnchecked, "ncnn does not check this; it would return {unchecked}."},
    {WarningCode::bigResult,
     "The result takes {bytes} bytes, from {stored} stored: compute it in blocks."},
});

constexpr Templates<FixKind> kFixes({
    {FixKind::setAxis, "axis={argument} would give {output}{growth}."},
    {FixKind::unsqueeze, "{operand} as {shape} would give {output}{growth}."},
    {FixKind::squeeze, "{operand} as {shape} would give {output}{growth}."},
    {FixKind::transpose, "{operand} transposed to {shape} would give {output}{growth}."},
    {FixKind::swapOperands, "{first} and {second} swapped would give {output}{growth}."},
    {FixKind::reshape,
     "{operand} reshaped to {shape} would give {output}{growth}; that changes which number meets "
     "which."},
});

constexpr std::string_view kOperand = "{operand} is {shape}: rank {rank}, {elements}.";
constexpr std::string_view kTarget = "{operand} asks for {shape}: rank {rank}.";
constexpr std::string_view kResult = "The result is {output}: {elements} from {stored} stored.";
constexpr std::string_view kAccepted = "{shapes} {verb} {output} under {rule}.";
constexpr std::string_view kRejected = "cannot broadcast {operands} under {rule}: {reason}.{fix}";
constexpr std::string_view kGrowth = ", an outer product";
constexpr std::string_view kOnlyGrowth =
    " No change pairs these one to one; perhaps a size is wrong.";

using text::grouped;
using text::number;

std::string elements(Count count) {
  return grouped(count) + (count == 1 ? " element" : " elements");
}

int lowestBit(std::uint32_t mask) { return mask == 0 ? 0 : __builtin_ctz(mask); }

int highestBit(std::uint32_t mask) { return mask == 0 ? 0 : 31 - __builtin_clz(mask); }

SmallVector<int, 8> bitsOf(std::uint32_t mask) {
  SmallVector<int, 8> bits;
  for (int i = 0; i < 32; ++i)
    if (has(mask, i)) bits.push(i);
  return bits;
}

std::string ruleName(const Alignment& alignment) {
  const std::string base(alignment.rule->name);
  if (alignment.rule->key == RuleId::legacyOff) return base + " with broadcast=0";
  const bool named = alignment.rule->key == RuleId::legacy && alignment.params.axis != kSuffix;
  return named ? base + " with axis=" + number(alignment.params.axis) : base;
}

std::string names(const Alignment& alignment, OperandMask mask) {
  const auto bits = bitsOf(mask);
  return text::list(bits.size(), [&](int i) { return text::operandName(alignment, bits[i]); });
}

// "axis 0" or "axes 0 and 2", in the rule's own order.
std::string axes(const Alignment& alignment, AxisMask mask) {
  SmallVector<int, kUsualRank> numbers;
  for (int i = 0; i < alignment.rank(); ++i)
    if (has(mask, text::axisNumber(alignment, i))) numbers.push(i);
  const std::string list = text::list(numbers.size(), [&](int i) { return number(numbers[i]); });
  return (numbers.size() == 1 ? "axis " : "axes ") + list;
}

// "4 in A and 3 in B"
std::string sizes(const Alignment& alignment, int axis, OperandMask mask) {
  const auto bits = bitsOf(mask);
  return text::list(bits.size(), [&](int i) {
    return number(alignment.operands[bits[i]].aligned[axis]) + " in " +
           text::operandName(alignment, bits[i]);
  });
}

std::string namedShapes(const Alignment& alignment) {
  return text::list(alignment.operands.size(), [&](int i) {
    return text::operandName(alignment, i) + " " +
           text::shape(alignment, alignment.operands[i].shape);
  });
}

// "A (3,4) with B (3)"; further operands follow.
std::string clashingShapes(const Alignment& alignment) {
  std::string out;
  for (int i = 0; i < alignment.operands.size(); ++i) {
    if (i > 0) out += i == 1 ? " with " : i == alignment.operands.size() - 1 ? " and " : ", ";
    out +=
        text::operandName(alignment, i) + " " + text::shape(alignment, alignment.operands[i].shape);
  }
  return out;
}

std::string operandRange(const Policy& policy) {
  if (policy.minOperands == policy.maxOperands) return number(policy.minOperands) + " operands";
  return number(policy.minOperands) + " to " + number(policy.maxOperands) + " operands";
}

int lowestRanked(const Alignment& alignment) {
  int lowest = 0;
  for (int i = 1; i < alignment.operands.size(); ++i)
    if (alignment.operands[i].shape.size() < alignment.operands[lowest].shape.size()) lowest = i;
  return lowest;
}

// What the rule would take instead.
std::string_view hint(const Alignment& alignment) {
  if (alignment.rule->key == RuleId::legacyOff) return "; set broadcast=1";
  return alignment.policy().lastIsShape ? "; a 1 keeps the input's own size" : "";
}

std::string refusal(const Alignment& alignment, const Error& error);

std::string resolveError(const Alignment& alignment, const Error& error, std::string_view key) {
  const int operand = highestBit(error.operands);
  const auto rankOf = [&](int i) { return number(alignment.operands[i].shape.size()); };
  if (key == "axis") return text::axis(alignment, error.axis);
  if (key == "sizes") return sizes(alignment, error.axis, error.operands);
  if (key == "rule") return ruleName(alignment);
  if (key == "where")
    return error.axis == kNoAxis
               ? "the ranks differ"
               : describe(alignment, {ErrorCode::sizeConflict, error.axis, error.operands});
  if (key == "why") return refusal(alignment, error);
  if (key == "hint") return std::string(hint(alignment));
  if (key == "target") return text::operandName(alignment, 0);
  if (key == "targetRank") return rankOf(0);
  if (key == "operand") return text::operandName(alignment, operand);
  if (key == "rank") return rankOf(operand);
  if (key == "maxRank") return number(kMaxRank);
  if (key == "lowest") return text::operandName(alignment, lowestRanked(alignment));
  if (key == "lowestRank") return rankOf(lowestRanked(alignment));
  if (key == "axisParam") return number(alignment.params.axis);
  if (key == "lastAxis")
    return number(alignment.operands[0].shape.size() - alignment.operands[operand].shape.size());
  if (key == "operandRange") return operandRange(alignment.policy());
  return number(alignment.operands.size());
}

std::string refusal(const Alignment& alignment, const Error& error) {
  const auto pattern = error.code == ErrorCode::interiorOne ? kInteriorOne : kWouldGrow;
  return text::fill(pattern, [&](auto key) { return resolveError(alignment, error, key); });
}

std::string refusal(const Alignment& alignment, int axis) {
  for (const Error& error : alignment.failures)
    if (error.axis == axis) return refusal(alignment, error);
  return {};
}

std::string whatAxesWant(const Alignment& alignment) {
  if (alignment.policy().mismatch == ErrorCode::broadcastOff)
    return ruleName(alignment) + " wants equal sizes";
  return alignment.operands.size() == 2 ? "neither is 1" : "only a 1 is reused";
}

std::string resolveAxis(const Alignment& alignment, int axis, std::string_view key) {
  const AxisTrace& trace = alignment.axes[axis];
  if (key == "stretched") return names(alignment, trace.stretched);
  if (key == "is") return bitsOf(trace.stretched).size() == 1 ? "is" : "are";
  if (key == "size") return number(trace.size);
  if (key == "wanted") return whatAxesWant(alignment);
  return refusal(alignment, axis);
}

std::string describePlacement(const Alignment& alignment, int operand) {
  const OperandTrace& trace = alignment.operands[operand];
  const bool inner = alignment.rule->key == RuleId::ncnn && trace.placement == Placement::right;
  const auto pattern = inner ? kNcnnInner : kPlacements[trace.placement].text;
  return text::fill(pattern, [&](std::string_view key) {
    if (key == "operand") return text::operandName(alignment, operand);
    if (key == "aligned") return text::shape(alignment, trace.aligned);
    if (key == "first") return number(trace.first);
    if (key == "rule") return ruleName(alignment);
    return axes(alignment, trace.added);
  });
}

std::string describeOperand(const Alignment& alignment, int operand) {
  const Shape& shape = alignment.operands[operand].shape;
  const auto pattern = isOnlyShape(alignment, operand) ? kTarget : kOperand;
  return text::fill(pattern, [&](std::string_view key) {
    if (key == "operand") return text::operandName(alignment, operand);
    if (key == "shape") return text::shape(alignment, shape);
    if (key == "rank") return number(shape.size());
    return elements(elementCount(shape).value_or(0));
  });
}

std::string describeResult(const Alignment& alignment) {
  return text::fill(kResult, [&](std::string_view key) {
    if (key == "output") return text::shape(alignment, alignment.output);
    if (key == "stored") return grouped(storedElements(alignment));
    return elements(elementCount(alignment.output).value_or(0));
  });
}

// A failure of whole shapes, as a sentence of its own.
std::string describeFailure(const Alignment& alignment, const Error& error) {
  return "Not possible: " + describe(alignment, error) + ".";
}

// The operand of rank 1 in a square trap, and the axis it is on.
int vectorOf(const Alignment& alignment, OperandMask mask) {
  for (int i : bitsOf(mask))
    if (alignment.operands[i].shape.size() == 1) return i;
  return lowestBit(mask);
}

}  // namespace

std::string describeAxis(const Alignment& alignment, int axis) {
  const AxisTrace& trace = alignment.axes[axis];
  std::string label = text::axis(alignment, axis);
  label[0] = 'A';
  if (alignment.policy().order == Order::outermostFirst)
    label += " (" + number(axis - alignment.rank()) + ")";
  const std::string has = text::list(alignment.operands.size(), [&](int i) {
    const OperandTrace& operand = alignment.operands[i];
    const bool added = simdcast::has(operand.added, axis);
    return text::operandName(alignment, i) + (added ? " has an added " : " has ") +
           number(operand.aligned[axis]);
  });
  const std::string end = text::fill(kAxes[trace.outcome].text, [&](std::string_view key) {
    return resolveAxis(alignment, axis, key);
  });
  return label + ": " + has + end;
}

std::string describe(const Alignment& alignment, const Error& error) {
  return text::fill(kErrors[error.code].text,
                    [&](std::string_view key) { return resolveError(alignment, error, key); });
}

std::string describe(const Alignment& alignment, const Warning& warning, Count elementSize) {
  const int vector = vectorOf(alignment, warning.operands);
  return text::fill(kWarnings[warning.code].text, [&](std::string_view key) {
    const OperandTrace& trace = alignment.operands[vector];
    if (key == "output") return text::shape(alignment, alignment.output);
    if (key == "operands") return names(alignment, warning.operands);
    if (key == "vector") return text::operandName(alignment, vector);
    if (key == "axes") return axes(alignment, warning.axes);
    if (key == "used") return text::axis(alignment, trace.first);
    if (key == "rule") return ruleName(alignment);
    if (key == "missing") return axes(alignment, warning.axes);
    if (key == "unchecked") return text::shape(alignment, uncheckedOutput(alignment));
    if (key == "stored") return grouped(elementSize * storedElements(alignment));
    return grouped(elementSize * elementCount(alignment.output).value_or(0));
  });
}

std::string describe(const Alignment& alignment, const Fix& fix) {
  return text::fill(kFixes[fix.kind].text, [&](std::string_view key) {
    if (key == "operand") return text::operandName(alignment, fix.operand);
    if (key == "shape") return text::shape(alignment, fix.shape);
    if (key == "output") return text::shape(alignment, fix.output);
    if (key == "argument") return number(fix.argument[0]);
    if (key == "first") return text::operandName(alignment, 0);
    if (key == "second") return text::operandName(alignment, 1);
    return std::string(fix.grows ? kGrowth : "");
  });
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
  if (alignment.ok()) sentences.push_back({.text = describeResult(alignment)});
  return sentences;
}

std::string verdict(const Alignment& alignment, const Fixes& fixes) {
  const bool single = alignment.operands.size() == 1;
  return text::fill(alignment.ok() ? kAccepted : kRejected, [&](std::string_view key) {
    if (key == "shapes") return namedShapes(alignment);
    if (key == "verb") return std::string(single ? "gives" : "give");
    if (key == "output") return text::shape(alignment, alignment.output);
    if (key == "rule") return ruleName(alignment);
    if (key == "operands") return clashingShapes(alignment);
    if (key == "reason") return describe(alignment, alignment.failures[0]);
    if (fixes.empty()) return std::string();
    return std::string(fixes[0].grows ? kOnlyGrowth : "") + " " + describe(alignment, fixes[0]);
  });
}

}  // namespace simdcast
