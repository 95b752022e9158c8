#include "report.hpp"

#include "sentences.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

template <class Number, class Items>
std::vector<Number> ordered(const Alignment& alignment, const Items& items) {
  std::vector<Number> list(items.begin(), items.end());
  if (alignment.innermostFirst()) std::reverse(list.begin(), list.end());
  return list;
}

// Converts the engine's number of an axis to the reader's, and vice versa.
int inOrder(const Alignment& alignment, int axis) { return text::axisNumber(alignment, axis); }

Numbers axesIn(const Alignment& alignment, AxisMask mask) {
  Numbers axes;
  for (int i = 0; i < alignment.rank(); ++i)
    if (has(mask, inOrder(alignment, i))) axes.push_back(i);
  return axes;
}

Numbers operandsOf(OperandMask mask) {
  const auto operands = text::bitsOf(mask);
  return {operands.begin(), operands.end()};
}

double number(Count count) { return static_cast<double>(count); }

OperandReport operandReport(const Alignment& alignment, int i, Count elementSize) {
  const OperandTrace& operand = alignment.operands[i];
  const Count elements = storedElements(alignment, i);
  return {
      .name = text::operandName(alignment, i),
      .shape = inOrderOf(alignment, operand.shape),
      .aligned = inOrderOf(alignment, operand.aligned),
      .added = axesIn(alignment, operand.added),
      .stretched = axesIn(alignment, operand.stretched),
      .placement = std::string(name(operand.placement)),
      .strides = alignment.ok() ? ordered<double>(alignment, elementStrides(operand)) : Counts{},
      .elements = number(elements),
      .bytes = number(elements * elementSize)};
}

MemoryReport memoryReport(const Alignment& alignment, Count elementSize) {
  const Count output = outputElements(alignment);
  const Count met = alignment.ok() ? elementCount(extents(alignment)).value_or(kMaxCount) : 0;
  Count copied = 0;
  for (int i = 0; i < alignment.operands.size(); ++i)
    if (!isOnlyShape(alignment, i)) copied += met;
  return {.stored = number(storedElements(alignment) * elementSize),
          .ifCopied = number(copied * elementSize),
          .output = number(output * elementSize)};
}

AxisReport axisReport(const Alignment& alignment, int own) {
  const int axis = inOrder(alignment, own);
  const AxisTrace& trace = alignment.axes[axis];
  const bool settled = trace.outcome != Outcome::conflict && trace.outcome != Outcome::refused;
  AxisReport report{.axis = own,
                    .fromEnd = own - alignment.rank(),
                    .size = settled ? std::optional(trace.size) : std::nullopt,
                    .outcome = std::string(name(trace.outcome)),
                    .role = std::string(name(trace.role)),
                    .letter = std::string(text::axisLetter(alignment, axis)),
                    .stretched = operandsOf(trace.stretched),
                    .text = describeAxis(alignment, axis)};
  for (const OperandTrace& operand : alignment.operands) {
    report.sizes.push_back(operand.aligned[axis]);
    report.added.push_back(has(operand.added, axis));
  }
  return report;
}

FindingReport findingReport(const Alignment& alignment, const Error& error) {
  FindingReport report{.code = std::string(name(error.code)),
                       .operands = operandsOf(error.operands),
                       .text = describe(alignment, error)};
  if (error.axis == kNoAxis) return report;
  report.axis = inOrder(alignment, error.axis);
  for (const int operand : report.operands)
    report.sizes.push_back(alignment.operands[operand].aligned[error.axis]);
  return report;
}

// Axes of a changed operand count in the rule's order in the longer one of its shapes.
Numbers argumentOf(const Alignment& alignment, const Fix& fix) {
  Index argument = fix.argument;
  if (alignment.innermostFirst() && fix.kind != FixKind::setAxis) {
    const int removed = fix.kind == FixKind::squeeze ? fix.argument.size() : 0;
    const int rank = fix.shape.size() + removed;
    for (Size& axis : argument) axis = rank - 1 - axis;
    argument.reverse();
  }
  return {argument.begin(), argument.end()};
}

FixReport fixReport(const Alignment& alignment, const Fix& fix) {
  const bool changesOperand = fix.kind != FixKind::setAxis;
  return {.kind = std::string(name(fix.kind)),
          .operand = changesOperand ? std::optional(fix.operand) : std::nullopt,
          .argument = argumentOf(alignment, fix),
          .shape = inOrderOf(alignment, fix.shape),
          .outputShape = inOrderOf(alignment, fix.output),
          .grows = fix.grows,
          .text = describe(alignment, fix)};
}

std::vector<FixReport> fixReports(const Alignment& alignment, const Fixes& fixes) {
  std::vector<FixReport> reports;
  for (const Fix& fix : fixes) reports.push_back(fixReport(alignment, fix));
  return reports;
}

WarningReport warningReport(const Alignment& alignment, const Warning& warning, Count elementSize) {
  return {.code = std::string(name(warning.code)),
          .axes = axesIn(alignment, warning.axes),
          .operands = operandsOf(warning.operands),
          .fixes = fixReports(alignment, warning.fixes),
          .text = describe(alignment, warning, elementSize)};
}

SentenceReport sentenceReport(const Alignment& alignment, Sentence sentence) {
  SentenceReport report{.kind = std::string(name(sentence.kind)), .text = std::move(sentence.text)};
  if (sentence.axis != kNoAxis) report.axis = inOrder(alignment, sentence.axis);
  if (sentence.operand >= 0) report.operand = sentence.operand;
  return report;
}

}  // namespace

Numbers inOrderOf(const Alignment& alignment, const Shape& shape) {
  return ordered<int>(alignment, shape);
}

Facts factsOf(const Alignment& alignment, Count elementSize) {
  Facts facts{.rule = std::string(alignment.rule->name),
              .op = std::string(alignment.op),
              .order = alignment.innermostFirst() ? "innermostFirst" : "outermostFirst",
              .ok = alignment.ok(),
              .outputShape = inOrderOf(alignment, alignment.output),
              .outputElements = number(outputElements(alignment)),
              .memory = memoryReport(alignment, elementSize)};
  for (int i = 0; i < alignment.operands.size(); ++i)
    facts.operands.push_back(operandReport(alignment, i, elementSize));
  return facts;
}

std::vector<AxisReport> axesOf(const Alignment& alignment) {
  std::vector<AxisReport> axes;
  axes.reserve(static_cast<std::size_t>(alignment.rank()));
  for (int i = 0; i < alignment.rank(); ++i) axes.push_back(axisReport(alignment, i));
  return axes;
}

std::vector<FindingReport> conflictsOf(const Alignment& alignment) {
  std::vector<FindingReport> conflicts;
  for (const Error& error : alignment.failures)
    conflicts.push_back(findingReport(alignment, error));
  return conflicts;
}

std::vector<WarningReport> warningsOf(const Alignment& alignment, Count elementSize) {
  std::vector<WarningReport> warnings;
  for (const Warning& warning : findWarnings(alignment, elementSize))
    warnings.push_back(warningReport(alignment, warning, elementSize));
  return warnings;
}

std::vector<FixReport> fixesOf(const Alignment& alignment, const Shapes& shapes) {
  return fixReports(alignment, findFixes(alignment, shapes));
}

std::vector<SentenceReport> sentencesOf(const Alignment& alignment) {
  std::vector<SentenceReport> sentences;
  for (Sentence& sentence : explain(alignment))
    sentences.push_back(sentenceReport(alignment, std::move(sentence)));
  return sentences;
}

}  // namespace simdcast
