// The forms of the outputs of If and SequenceMap.
#include <algorithm>

#include "../explain/session_faults.hpp"
#include "form_lowering.hpp"
#include "sequence_map.hpp"

namespace simdcast::model {

using graph::Value;
using graph::Values;

namespace {

// Values like the outputs of a branch; nothing if their forms depend on unknown elements.
std::optional<Values> likeThose(FormLowering& lowering, const BoundNode& node,
                                const BoundGraph& branch, const Frame& frame) {
  Values values;
  graph::Builder& builder = lowering.builder();
  const bool isDone = lowering.attempt([&] {
    const Values outputs = lowering.lowerGraph(branch, {}, frame);
    if (!passes(lowering.builder(), node, outputs)) return;
    for (const Value& output : outputs) values.push(FormLowering::unknownLike(builder, output));
  });
  return isDone ? std::optional(std::move(values)) : std::nullopt;
}

// The outputs that are used, if both branches return the same forms.
Values either(FormLowering& lowering, const BoundNode& node, const Frame& frame,
              const BoundGraph& onTrue, const BoundGraph& onFalse) {
  std::optional<Values> some = likeThose(lowering, node, onTrue, frame);
  const auto others = some ? likeThose(lowering, node, onFalse, frame) : std::nullopt;
  if (lowering.failed()) return {};
  const auto isUnknown = [&] { return lowering.fail(faults::unknownCondition(node.label)); };
  if (!some || !others || some->size() != others->size()) return isUnknown();
  for (int i = 0; i < some->size(); ++i) {
    if (!isUsed(node, static_cast<std::size_t>(i)))
      (*some)[i] = {};
    else if (!haveOneForm((*some)[i], (*others)[i]))
      return isUnknown();
  }
  return *std::move(some);
}

}  // namespace

Values formsOfIf(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                 const Values& inputs) {
  if (!acceptsTensors(lowering.builder(), node, inputs, 1)) return {};
  const Value condition = inputs.empty() ? Value{} : inputs[0];
  const BoundGraph* onTrue = graphOf(node, "then_branch");
  const BoundGraph* onFalse = graphOf(node, "else_branch");
  if (!condition || condition.type != DType::boolean || onTrue == nullptr || onFalse == nullptr)
    return lowering.fail(faults::condition(node.label));
  if (!onTrue->inputs.empty() || !onFalse->inputs.empty())
    return lowering.fail(faults::body(node.label));
  if (!condition.isConstant()) return either(lowering, node, frame, *onTrue, *onFalse);
  if (condition.elements() != 1) return lowering.fail(faults::condition(node.label));
  const BoundGraph& taken = *lowering.isOn(condition) ? *onTrue : *onFalse;
  const Values outputs = lowering.lowerGraph(taken, {}, frame);
  return passes(lowering.builder(), node, outputs) ? outputs : Values{};
}

Values formsOfSequenceMap(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                          const Values& inputs) {
  return mapSequences(lowering.builder(), node, inputs,
                      [&](const BoundGraph& body, const Values& given) {
                        return lowering.lowerGraph(body, {given.begin(), given.end()}, frame);
                      });
}

}  // namespace simdcast::model
