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
  operands,
  ways,
  used,
  rule,
  others,
  missing,
  given,
  pairs,
  side,
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

// Whether a vector fits a row and a column alike.
bool isRowOrColumn(const Warned& about) {
  return trapped(about).shape.size() == 1 && about.alignment.rank() == 2;
}

// "3 matches both axes"; for several axes at once, only that there is a choice.
std::string waysToFit(const Warned& about) {
  const OperandTrace& operand = trapped(about);
  if (operand.shape.size() > 1)
    return text::operandName(about.alignment, about.warning.fixes[0].operand) +
           " fits more than one choice of axes";
  return text::number(operand.shape[0]) + " matches " +
         (isRowOrColumn(about) ? "both axes" : text::axes(about.alignment, about.warning.axes));
}

// "the last one", "axis 2"
std::string usedAxes(const Warned& about) {
  const AxisMask used = axesUsed(trapped(about).aligned);
  const bool isLast = isRowOrColumn(about) && has(used, 1) && !about.alignment.innermostFirst();
  return isLast ? "the last one" : axesOf(about, trapped(about).aligned);
}

// "one number per row, make B (3,1)"; "axis 1, make B (5,1); for axis 0, (5,1,1)", for up to three
// shapes.
std::string otherAxes(const Warned& about) {
  constexpr int kMost = 3;
  const Fixes& fixes = about.warning.fixes;
  return text::listWith("; for ", std::min(fixes.size(), kMost), [&](int i) {
    const bool isOnRows = has(axesUsed(fixes[i].aligned), 0);
    const std::string meant = isRowOrColumn(about)
                                  ? "one number per " + std::string(isOnRows ? "row" : "column")
                                  : axesOf(about, fixes[i].aligned);
    const std::string make =
        i == 0 ? "make " + text::operandName(about.alignment, fixes[i].operand) + " " : "";
    return meant + ", " + make + text::shape(about.alignment, fixes[i].shape);
  });
}

// The size of two axes along which every element of one operand is combined with every element of
// the other.
Size sideOf(const Warned& about) {
  return about.alignment.axes[text::bitsOf(about.warning.axes)[0]].size;
}

// "77 × 77 = 5,929 results"
std::string pairsMade(const Warned& about) {
  const Count side = sideOf(about);
  const Count pairs = side * side;
  const bool isAll = pairs == outputElements(about.alignment);
  return text::grouped(side) + " × " + text::grouped(side) + " = " + text::grouped(pairs) +
         (isAll ? " results" : " pairs");
}

// The sizes of strings are unknown.
std::string amountOf(const Warned& about, Count elements) {
  return about.elementSize == 0 ? text::grouped(elements) + " strings"
                                : text::bytes(about.elementSize * elements);
}

constexpr Placeholders<WarningKey, Warned> kInWarnings({
    {WarningKey::operands, "operands",
     [](const Warned& about) {
       return text::operandNames(about.alignment, about.warning.operands);
     }},
    {WarningKey::ways, "ways", waysToFit},
    {WarningKey::used, "used", usedAxes},
    {WarningKey::rule, "rule", [](const Warned& about) { return text::ruleName(about.alignment); }},
    {WarningKey::others, "others", otherAxes},
    {WarningKey::missing, "missing",
     [](const Warned& about) { return text::axes(about.alignment, about.warning.axes); }},
    {WarningKey::given, "given",
     [](const Warned& about) {
       return std::string(std::has_single_bit(about.warning.axes) ? "a 1 was" : "1s were");
     }},
    {WarningKey::pairs, "pairs", pairsMade},
    {WarningKey::side, "side", [](const Warned& about) { return text::grouped(sideOf(about)); }},
    {WarningKey::unchecked, "unchecked",
     [](const Warned& about) {
       return text::shape(about.alignment, uncheckedOutput(about.alignment));
     }},
    {WarningKey::stored, "stored",
     [](const Warned& about) { return amountOf(about, storedElements(about.alignment)); }},
    {WarningKey::bytes, "bytes",
     [](const Warned& about) { return amountOf(about, outputElements(about.alignment)); }},
});

constexpr Templates<WarningCode, kInWarnings> kWarnings({
    {WarningCode::outerProduct, "This compares all pairs: {pairs}, not {side}."},
    {WarningCode::squareTrap, "Careful: {ways}. {rule} takes {used}. If you meant {others}."},
    {WarningCode::rankChange, "The ranks differ: {operands} had no {missing}, so {given} added."},
    {WarningCode::ncnnUnchecked, "ncnn does not check this: it would return {unchecked} anyway."},
    {WarningCode::bigResult,
     "The result needs {bytes} (the inputs need {stored}). Compute it in blocks."},
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
