// SequenceMap: runs a subgraph for each element of sequences of equal length; ONNX defines it by a
// Loop.
#include "../explain/session_faults.hpp"
#include "../onnx/sequences.hpp"
#include "iteration.hpp"

namespace simdcast::model {
namespace {

using graph::itemsOf;
using graph::Value;
using graph::Values;

// Checks the inputs; returns the number of elements of every sequence among them.
int countOf(Lowering& lowering, const BoundNode& node, const Values& inputs) {
  for (int at = 0; at < inputs.size(); ++at)
    if (!inputs[at]) return lowering.fail(faults::inputMissing(node.label, at));
  if (auto fault = onnx::checkInputs(node.node, node.bound, {inputs.begin(), inputs.end()}))
    return lowering.fail(*std::move(fault));
  const int count = itemsOf(inputs[0]).size();
  for (const Value& input : inputs)
    if (input.isList() && itemsOf(input).size() != count)
      return lowering.fail(faults::otherCount(node.label, count, itemsOf(input).size()));
  if (auto fault = onnx::checkCount(node.label, count)) return lowering.fail(*std::move(fault));
  return count;
}

// The outputs of the body for the elements at a position.
Values outputsAt(Lowering& lowering, const BoundNode& node, const BoundGraph& body,
                 const Frame& frame, const Values& inputs, int at) {
  Values given;
  for (const Value& input : inputs) given.push(input.isList() ? itemsOf(input)[at] : input);
  Values outputs = lowering.inlined(body, frame, given);
  for (const Value& output : outputs)
    if (auto fault = onnx::checkMade(node.node, output, {})) lowering.fail(*std::move(fault));
  return outputs;
}

}  // namespace

Values lowerSequenceMap(Lowering& lowering, const BoundNode& node, const Frame& frame,
                        const Values& inputs) {
  const BoundGraph* body = graphOf(node, "body");
  const int count = countOf(lowering, node, inputs);
  if (lowering.failed()) return {};
  if (body == nullptr || static_cast<int>(body->inputs.size()) != inputs.size() ||
      node.outputs.size() > body->outputs.size())
    return lowering.fail(faults::body(node.label));
  std::vector<graph::List> made(body->outputs.size());
  for (int at = 0; at < count; ++at) {
    const Values outputs = outputsAt(lowering, node, *body, frame, inputs, at);
    if (lowering.failed()) return {};
    for (std::size_t i = 0; i < made.size(); ++i) made[i].items.push(outputs[static_cast<int>(i)]);
  }
  Values sequences;
  for (std::size_t i = 0; i < made.size(); ++i) {
    Values& items = made[i].items;
    made[i].type = items.empty() ? body->outputTypes[i] : items[0].type;
    for (const Value& item : items)
      if (auto fault = onnx::checkElement(node.label, made[i].type, item))
        return lowering.fail(*std::move(fault));
    sequences.push(lowering.builder().list(std::move(made[i])));
  }
  return sequences;
}

}  // namespace simdcast::model
