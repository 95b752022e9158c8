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
  vector,
  axes,
  used,
  rule,
  missing,
  unchecked,
  stored,
  bytes,
  count
};

// The operand of rank 1 in a square trap.
int vectorOf(const Warned& about) {
  for (int i : text::bitsOf(about.warning.operands))
    if (about.alignment.operands[i].shape.size() == 1) return i;
  return std::countr_zero(about.warning.operands);
}

std::string axisUsed(const Warned& about) {
  return text::axis(about.alignment, about.alignment.operands[vectorOf(about)].first);
}

std::string axesConcerned(const Warned& about) {
  return text::axes(about.alignment, about.warning.axes);
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
    {WarningKey::vector, "vector",
     [](const Warned& about) { return text::operandName(about.alignment, vectorOf(about)); }},
    {WarningKey::axes, "axes", axesConcerned},
    {WarningKey::used, "used", axisUsed},
    {WarningKey::rule, "rule", [](const Warned& about) { return text::ruleName(about.alignment); }},
    {WarningKey::missing, "missing", axesConcerned},
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
    {FixKind::setAxis, "axis={argument} would give {output}{growth}."},
    {FixKind::unsqueeze, "{operand} as {shape} would give {output}{growth}."},
    {FixKind::squeeze, "{operand} as {shape} would give {output}{growth}."},
    {FixKind::transpose, "{operand} transposed to {shape} would give {output}{growth}."},
    {FixKind::swapOperands, "{first} and {second} swapped would give {output}{growth}."},
    {FixKind::reshape,
     "{operand} reshaped to {shape} would give {output}{growth}; that changes which number meets "
     "which."},
});

}  // namespace

std::string describe(const Alignment& alignment, const Warning& warning, Count elementSize) {
  return kWarnings[warning.code].text.about(Warned{alignment, warning, elementSize});
}

std::string describe(const Alignment& alignment, const Fix& fix) {
  return kFixes[fix.kind].text.about(Fixed{alignment, fix});
}

}  // namespace simdcast
