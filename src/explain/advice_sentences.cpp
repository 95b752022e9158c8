#include "advice_sentences.hpp"

#include <bit>

#include "template.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

struct Warned {
  const Alignment& alignment;
  const Warning& warning;
  Count elementSize;
};

enum class WarningKey : std::uint8_t {
  output,
  operands,
  operand,
  ways,
  used,
  rule,
  others,
  missing,
  given,
  each,
  pairs,
  numbers,
  unchecked,
  stored,
  bytes,
  count
};

// The operand of a square trap, which other axes fit too.
const OperandTrace& trapped(const Warned& about) {
  return about.alignment.operands[about.warning.fixes[0].operand];
}

std::string axesOf(const Warned& about, const Shape& aligned) {
  return text::axes(about.alignment, axesUsed(aligned));
}

// "axes 0 and 1 alike"; for several axes at once, only that there is a choice.
std::string waysToFit(const Warned& about) {
  if (trapped(about).shape.size() > 1) return "more than one choice of axes";
  return text::axes(about.alignment, about.warning.axes) + " alike";
}

// "to put it on axis 0, reshape it to (3,1)", for up to three shapes.
std::string otherAxes(const Warned& about) {
  constexpr int kMost = 3;
  const Fixes& fixes = about.warning.fixes;
  return text::listWith(", or ", std::min(fixes.size(), kMost), [&](int i) {
    return std::string(i == 0 ? "to put it on " : "on ") + axesOf(about, fixes[i].aligned) +
           (i == 0 ? ", reshape it to " : ", to ") + text::shape(about.alignment, fixes[i].shape);
  });
}

// "A with each of B"
std::string eachOther(const Warned& about) {
  const auto operands = text::bitsOf(about.warning.operands);
  return text::listWith(" with each of ", operands.size(),
                        [&](int i) { return text::operandName(about.alignment, operands[i]); });
}

// "77 × 77", for two axes along which every element of one operand is combined with every element
// of the other.
std::string pairsMade(const Warned& about) {
  const auto axes = text::bitsOf(about.warning.axes);
  return text::listWith(" × ", axes.size(),
                        [&](int i) { return text::number(about.alignment.axes[axes[i]].size); });
}

std::string outputBytes(const Warned& about) {
  return text::grouped(about.elementSize * outputElements(about.alignment));
}

constexpr Placeholders<WarningKey, Warned> kInWarnings({
    {WarningKey::output, "output",
     [](const Warned& about) { return text::shape(about.alignment, about.alignment.output); }},
    {WarningKey::operands, "operands",
     [](const Warned& about) {
       return text::operandNames(about.alignment, about.warning.operands);
     }},
    {WarningKey::operand, "operand",
     [](const Warned& about) {
       return text::operandName(about.alignment, about.warning.fixes[0].operand);
     }},
    {WarningKey::ways, "ways", waysToFit},
    {WarningKey::used, "used",
     [](const Warned& about) { return axesOf(about, trapped(about).aligned); }},
    {WarningKey::rule, "rule", [](const Warned& about) { return text::ruleName(about.alignment); }},
    {WarningKey::others, "others", otherAxes},
    {WarningKey::missing, "missing",
     [](const Warned& about) { return text::axes(about.alignment, about.warning.axes); }},
    {WarningKey::given, "given",
     [](const Warned& about) {
       return std::string(std::has_single_bit(about.warning.axes) ? "a 1 was" : "1s were");
     }},
    {WarningKey::each, "each", eachOther},
    {WarningKey::pairs, "pairs", pairsMade},
    {WarningKey::numbers, "numbers",
     [](const Warned& about) { return text::numbers(outputElements(about.alignment)); }},
    {WarningKey::unchecked, "unchecked",
     [](const Warned& about) {
       return text::shape(about.alignment, uncheckedOutput(about.alignment));
     }},
    {WarningKey::stored, "stored",
     [](const Warned& about) {
       return text::grouped(about.elementSize * storedElements(about.alignment));
     }},
    {WarningKey::bytes, "bytes", outputBytes},
});

constexpr Templates<WarningCode, kInWarnings> kWarnings({
    {WarningCode::outerProduct,
     "This runs, but is it what you meant? It pairs each element of {each}: {pairs} makes "
     "{output}, {numbers}. To pair them one to one, give {operands} the same shape."},
    {WarningCode::squareTrap, "{operand} fits {ways}. It goes to {used} by {rule}; {others}."},
    {WarningCode::rankChange, "The ranks differ: {operands} had no {missing}, so {given} added."},
    {WarningCode::ncnnUnchecked, "ncnn does not check this: it would return {unchecked} anyway."},
    {WarningCode::bigResult,
     "The result takes {bytes} bytes, computed from {stored}: compute it in blocks."},
});

struct Fixed {
  const Alignment& alignment;
  const Fix& fix;
};

enum class FixKey : std::uint8_t { operand, shape, output, argument, first, second, growth, count };

constexpr Placeholders<FixKey, Fixed> kInFixes({
    {FixKey::operand, "operand",
     [](const Fixed& about) { return text::operandName(about.alignment, about.fix.operand); }},
    {FixKey::shape, "shape",
     [](const Fixed& about) { return text::shape(about.alignment, about.fix.shape); }},
    {FixKey::output, "output",
     [](const Fixed& about) { return text::shape(about.alignment, about.fix.output); }},
    {FixKey::argument, "argument",
     [](const Fixed& about) { return text::number(about.fix.argument[0]); }},
    {FixKey::first, "first",
     [](const Fixed& about) { return text::operandName(about.alignment, 0); }},
    {FixKey::second, "second",
     [](const Fixed& about) { return text::operandName(about.alignment, 1); }},
    {FixKey::growth, "growth",
     [](const Fixed& about) { return std::string(about.fix.grows ? ", an outer product" : ""); }},
});

constexpr Templates<FixKind, kInFixes> kFixes({
    {FixKind::setAxis, "Set axis={argument}, which gives {output}{growth}."},
    {FixKind::unsqueeze, "Reshape {operand} to {shape}, which gives {output}{growth}."},
    {FixKind::squeeze, "Reshape {operand} to {shape}, which gives {output}{growth}."},
    {FixKind::transpose, "Transpose {operand} to {shape}, which gives {output}{growth}."},
    {FixKind::moveOnes, "Reshape {operand} to {shape}, which gives {output}{growth}."},
    {FixKind::swapOperands, "Swap {first} and {second}, which gives {output}{growth}."},
    {FixKind::reshape,
     "Reshape {operand} to {shape}, which gives {output}{growth} but pairs the elements "
     "differently."},
});

}  // namespace

std::string describe(const Alignment& alignment, const Warning& warning, Count elementSize) {
  return kWarnings[warning.code].text.about(Warned{alignment, warning, elementSize});
}

std::string describe(const Alignment& alignment, const Fix& fix) {
  return kFixes[fix.kind].text.about(Fixed{alignment, fix});
}

}  // namespace simdcast
