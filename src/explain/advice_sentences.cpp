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
  given,
  each,
  pairs,
  numbers,
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

// "A with each of B"
std::string eachOther(const Warned& about) {
  const auto operands = text::bitsOf(about.warning.operands);
  return text::listWith(" with each of ", operands.size(),
                        [&](int i) { return text::operandName(about.alignment, operands[i]); });
}

// "77 × 77", of two axes along which every element of one operand meets every one of the other.
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
    {WarningKey::vector, "vector",
     [](const Warned& about) { return text::operandName(about.alignment, vectorOf(about)); }},
    {WarningKey::axes, "axes", axesConcerned},
    {WarningKey::used, "used", axisUsed},
    {WarningKey::rule, "rule", [](const Warned& about) { return text::ruleName(about.alignment); }},
    {WarningKey::missing, "missing", axesConcerned},
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
    {WarningCode::squareTrap,
     "{vector} fits {axes} alike. It goes to {used} by {rule}; another rule may choose another "
     "axis, "
     "for the same shape with other numbers."},
    {WarningCode::rankChange, "The ranks differ: {operands} had no {missing}, so {given} added."},
    {WarningCode::ncnnUnchecked,
     "ncnn does not check this: it would return {unchecked} all the same."},
    {WarningCode::bigResult,
     "The result takes {bytes} bytes, made from {stored}: compute it in blocks."},
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
    {FixKind::swapOperands, "Swap {first} and {second}, which gives {output}{growth}."},
    {FixKind::reshape,
     "Reshape {operand} to {shape}, which gives {output}{growth} but changes which number meets "
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
