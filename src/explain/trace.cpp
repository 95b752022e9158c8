#include "trace.hpp"

#include "json.hpp"
#include "sentences.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

using Numbers = InlineVector<Count, kMaxOperands>;

class TraceWriter {
 public:
  TraceWriter(const Alignment& alignment, Count elementSize)
      : alignment_(alignment), elementSize_(elementSize) {}

  std::string write(const Shapes& shapes, unsigned parts) {
    json_.open('{');
    if ((parts & kTraceFacts) != 0) writeFacts();
    if ((parts & kTraceFindings) != 0) writeFindings();
    if ((parts & kTraceAdvice) != 0) writeAdvice(shapes);
    return json_.close('}').take();
  }

 private:
  void writeFacts() {
    writeHead();
    json_.key("operands").open('[');
    for (int i = 0; i < alignment_.operands.size(); ++i) writeOperand(i);
    json_.close(']');
    writeMemory();
  }

  void writeFindings() {
    json_.key("axes").open('[');
    for (int i = 0; i < alignment_.rank(); ++i) writeAxis(inOrder(i));
    json_.close(']');
    writeFailures();
  }

  void writeAdvice(const Shapes& shapes) {
    const Fixes fixes = findFixes(alignment_, shapes);
    json_.key("warnings").open('[');
    for (const Warning& warning : findWarnings(alignment_, elementSize_)) writeWarning(warning);
    json_.close(']').key("fixes").open('[');
    for (const Fix& fix : fixes) writeFix(fix);
    json_.close(']').key("sentences").open('[');
    for (const Sentence& sentence : explain(alignment_)) writeSentence(sentence);
    json_.close(']').key("text").value(verdict(alignment_, fixes));
  }

  [[nodiscard]] bool reversed() const { return alignment_.policy().order == Order::innermostFirst; }

  // The engine's axis at a place in the rule's own order, and the other way round.
  [[nodiscard]] int inOrder(int axis) const { return text::axisNumber(alignment_, axis); }

  template <class Items>
  [[nodiscard]] Items ordered(Items items) const {
    if (reversed()) items.reverse();
    return items;
  }

  [[nodiscard]] Numbers axesOf(AxisMask mask) const {
    Numbers axes;
    for (int i = 0; i < alignment_.rank(); ++i)
      if (has(mask, inOrder(i))) axes.push(i);
    return axes;
  }

  static Numbers operandsOf(OperandMask mask) {
    Numbers operands;
    for (int i = 0; i < kMaxOperands; ++i)
      if (has(mask, i)) operands.push(i);
    return operands;
  }

  [[nodiscard]] Count outputElements() const {
    return alignment_.ok() ? elementCount(alignment_.output).value_or(0) : 0;
  }

  void writeHead() {
    json_.key("rule").value(alignment_.rule->name);
    json_.key("order").value(reversed() ? "innermostFirst" : "outermostFirst");
    json_.key("ok").flag(alignment_.ok());
    if (alignment_.ok()) json_.key("outputShape").list(ordered(alignment_.output));
    json_.key("outputElements").value(outputElements());
  }

  void writeOperand(int i) {
    const OperandTrace& operand = alignment_.operands[i];
    const Count elements = storedElements(alignment_, i);
    json_.open('{').key("name").value(text::operandName(alignment_, i));
    json_.key("shape").list(ordered(operand.shape));
    json_.key("aligned").list(ordered(operand.aligned));
    json_.key("added").list(axesOf(operand.added));
    json_.key("stretched").list(axesOf(operand.stretched));
    json_.key("placement").value(name(operand.placement));
    json_.key("strides").list(alignment_.ok() ? ordered(elementStrides(operand)) : Strides{});
    json_.key("elements").value(elements);
    json_.key("bytes").value(elements * elementSize_).close('}');
  }

  void writeAxis(int axis) {
    const AxisTrace& trace = alignment_.axes[axis];
    const int number = inOrder(axis);
    json_.open('{').key("axis").value(number);
    json_.key("fromEnd").value(number - alignment_.rank());
    json_.key("sizes").open('[');
    for (const OperandTrace& operand : alignment_.operands) json_.value(operand.aligned[axis]);
    json_.close(']').key("added").open('[');
    for (const OperandTrace& operand : alignment_.operands) json_.flag(has(operand.added, axis));
    json_.close(']');
    const bool settled = trace.outcome != Outcome::conflict && trace.outcome != Outcome::refused;
    if (settled) json_.key("size").value(trace.size);
    json_.key("outcome").value(name(trace.outcome));
    json_.key("stretched").list(operandsOf(trace.stretched));
    json_.key("text").value(describeAxis(alignment_, axis)).close('}');
  }

  void writeFailure(const Error& error) {
    json_.open('{').key("code").value(name(error.code));
    if (error.axis != kNoAxis) json_.key("axis").value(inOrder(error.axis));
    const Numbers operands = operandsOf(error.operands);
    json_.key("operands").list(operands).key("sizes").open('[');
    for (Count i : operands)
      if (error.axis != kNoAxis)
        json_.value(alignment_.operands[static_cast<int>(i)].aligned[error.axis]);
    json_.close(']').key("text").value(describe(alignment_, error)).close('}');
  }

  void writeFailures() {
    if (!alignment_.ok()) {
      json_.key("error");
      writeFailure(alignment_.failures[0]);
    }
    json_.key("conflicts").open('[');
    for (const Error& error : alignment_.failures) writeFailure(error);
    json_.close(']');
  }

  void writeWarning(const Warning& warning) {
    json_.open('{').key("code").value(name(warning.code));
    json_.key("axes").list(axesOf(warning.axes));
    json_.key("operands").list(operandsOf(warning.operands)).key("sizes").open('[').close(']');
    json_.key("text").value(describe(alignment_, warning, elementSize_)).close('}');
  }

  // Axes of a changed operand, in the rule's own order: `rank` is that of the shape they count in.
  [[nodiscard]] Index argumentOf(const Fix& fix) const {
    if (!reversed() || fix.kind == FixKind::setAxis) return fix.argument;
    const bool removes = fix.kind == FixKind::squeeze;
    const int rank = fix.shape.size() + (removes ? 1 : 0);
    Index argument = fix.argument;
    for (Size& axis : argument) axis = rank - 1 - axis;
    argument.reverse();
    return argument;
  }

  void writeFix(const Fix& fix) {
    json_.open('{').key("kind").value(name(fix.kind));
    if (fix.kind != FixKind::setAxis) json_.key("operand").value(fix.operand);
    json_.key("argument").list(argumentOf(fix));
    json_.key("shape").list(ordered(fix.shape));
    json_.key("outputShape").list(ordered(fix.output));
    json_.key("grows").flag(fix.grows);
    json_.key("text").value(describe(alignment_, fix)).close('}');
  }

  void writeSentence(const Sentence& sentence) {
    json_.open('{').key("text").value(sentence.text);
    if (sentence.axis != kNoAxis) json_.key("axis").value(inOrder(sentence.axis));
    if (sentence.operand >= 0) json_.key("operand").value(sentence.operand);
    json_.close('}');
  }

  void writeMemory() {
    const Count stored = storedElements(alignment_);
    Count copied = 0;
    for (int i = 0; i < alignment_.operands.size(); ++i)
      if (!isOnlyShape(alignment_, i)) copied += outputElements();
    json_.key("memory").open('{').key("stored").value(stored * elementSize_);
    json_.key("ifCopied").value(copied * elementSize_);
    json_.key("output").value(outputElements() * elementSize_).close('}');
  }

  const Alignment& alignment_;
  Count elementSize_;
  JsonWriter json_;
};

}  // namespace

std::string traceJson(const Alignment& alignment, const Shapes& shapes, Count elementSize,
                      unsigned parts) {
  return TraceWriter(alignment, elementSize).write(shapes, parts);
}

}  // namespace simdcast
