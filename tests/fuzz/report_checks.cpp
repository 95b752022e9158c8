#include "report_checks.hpp"

#include "check.hpp"
#include "cpp/support/reference.hpp"
#include "explain/report.hpp"
#include "rules/align.hpp"
#include "rules/fixes.hpp"
#include "rules/source.hpp"

namespace simdcast::fuzz {
namespace {

constexpr int kSamples = 4;
constexpr Count kElementSizes[] = {0, 1, 2, 4, 8, 16};

Count elements(const Shape& shape) { return elementCount(shape).value_or(-1); }

bool within(const Index& index, const Shape& shape) {
  if (index.size() != shape.size()) return false;
  for (int axis = 0; axis < index.size(); ++axis)
    if (index[axis] < 0 || index[axis] >= shape[axis]) return false;
  return true;
}

// The first, the last, and others in between.
Index readIndex(Bytes& bytes, const Shape& shape, int sample) {
  Index index;
  for (Size size : shape)
    index.push(sample == 0   ? 0
               : sample == 1 ? size - 1
                             : static_cast<Size>(bytes.word() % static_cast<std::uint32_t>(size)));
  return index;
}

Question applied(const Fix& fix, Question question) {
  if (fix.kind == FixKind::swapOperands)
    std::swap(question.shapes[0], question.shapes[1]);
  else if (fix.kind == FixKind::setAxis)
    question.params.axis = fix.argument[0];
  else
    question.shapes[fix.operand] = fix.shape;
  return question;
}

void checkFanout(const Alignment& alignment, int operand, const Index& element) {
  const Fanout fed = fanout(alignment, operand, element);
  const Shape met = extents(alignment);
  const Count total = elements(met);
  // A product may have more terms than can be counted.
  check(total < 0 || fed.count * elements(alignment.operands[operand].shape) == total,
        "every element of an operand feeds equally many");
  check(fed.first.size() == std::min<Count>(fed.count, Fanout::kListed),
        "fanout lists the first elements");
  for (const Index& index : fed.first) {
    check(within(index, met), "fanout lies within the result");
    check(source(alignment, operand, index) == element, "source undoes fanout");
  }
}

void checkSource(const Alignment& alignment, int operand, const Index& met) {
  const OperandTrace& trace = alignment.operands[operand];
  const Index index = source(alignment, operand, met);
  check(within(index, trace.shape), "source lies within the operand");
  check(test::elementAt(trace.shape, index) == test::elementAt(trace.aligned, met),
        "source is the element of the aligned shape");
}

}  // namespace

void checkReport(const Question& question, const Alignment& alignment, Bytes& bytes) {
  const Count elementSize = bytes.pick(kElementSizes);
  const auto operands = static_cast<std::size_t>(question.shapes.size());
  const Facts facts = factsOf(alignment, elementSize);
  check(facts.ok == alignment.ok(), "the report says what the alignment says");
  check(facts.operands.size() == operands, "the report has every operand");
  check(conflictsOf(alignment).empty() == alignment.ok(), "a failure has a reason");
  for (const AxisReport& axis : axesOf(alignment)) {
    check(axis.sizes.size() == operands, "an axis has every operand's size");
    check(!axis.text.empty(), "an axis is described");
  }
  const std::vector<FixReport> fixes = fixesOf(alignment, question.shapes);
  check(fixes.empty() || !alignment.ok(), "only a failure is repaired");
  check(!sentencesOf(alignment).empty(), "there is an explanation");
  for (const WarningReport& warning : warningsOf(alignment, elementSize))
    check(!warning.operands.empty(), "a warning has its operands");
}

void checkFixes(const Question& question, const Alignment& alignment) {
  for (const Fix& fix : findFixes(alignment, question.shapes)) {
    const Question changed = applied(fix, question);
    const Alignment repaired = align(changed.rule, changed.shapes, changed.params);
    check(repaired.ok(), "a repair is accepted");
    check(repaired.output == fix.output, "a repair gives what it promises");
  }
}

void checkSources(const Alignment& alignment, Bytes& bytes) {
  const Shape met = extents(alignment);
  const bool hasElements = elements(met) > 0;
  for (int operand = 0; operand < alignment.operands.size(); ++operand) {
    const Shape& shape = alignment.operands[operand].shape;
    for (int sample = 0; sample < kSamples; ++sample) {
      if (hasElements) checkSource(alignment, operand, readIndex(bytes, met, sample));
      if (elements(shape) > 0) checkFanout(alignment, operand, readIndex(bytes, shape, sample));
    }
  }
}

void checkExplicitShapes(const Alignment& alignment) {
  const Shape met = extents(alignment);
  // A product has one more axis than its result, and more terms than elements.
  if (met.size() > kMaxRank || elements(met) < 0) return;
  const Shapes shapes = explicitShapes(alignment);
  const Alignment again = align(RuleId::multidirectional, shapes);
  check(again.ok(), "explicit shapes are accepted");
  check(again.output == met, "explicit shapes give the same result");
  for (int operand = 0; operand < shapes.size(); ++operand)
    check(elements(shapes[operand]) == elements(alignment.operands[operand].shape),
          "explicit shapes only insert 1s");
}

}  // namespace simdcast::fuzz
