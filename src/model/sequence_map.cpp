// SequenceMap: runs a subgraph for each element of sequences of equal length; ONNX defines it by a
// Loop.
#include "sequence_map.hpp"

#include "../explain/session_faults.hpp"
#include "../onnx/sequences.hpp"

namespace simdcast::model {
namespace {

using graph::Builder;
using graph::itemsOf;
using graph::Value;
using graph::Values;

// Checks the inputs; returns the number of elements of every sequence among them.
int countOf(Builder& builder, const BoundNode& node, const Values& inputs) {
  for (int at = 0; at < inputs.size(); ++at)
    if (!inputs[at]) return builder.fail(faults::inputMissing(node.label, at));
  if (auto fault = onnx::checkInputs(node.node, node.bound, {inputs.begin(), inputs.end()}))
    return builder.fail(*std::move(fault));
  const int count = itemsOf(inputs[0]).size();
  for (const Value& input : inputs)
    if (input.isList() && itemsOf(input).size() != count)
      return builder.fail(faults::otherCount(node.label, count, itemsOf(input).size()));
  if (auto fault = onnx::checkCount(node.label, count)) return builder.fail(*std::move(fault));
  return count;
}

// The outputs of the body for the elements at a position.
Values outputsAt(Builder& builder, const BoundNode& node, const BoundGraph& body,
                 const Values& inputs, LowerBody lower, int at) {
  Values given;
  for (const Value& input : inputs) given.push(input.isList() ? itemsOf(input)[at] : input);
  Values outputs = lower(body, given);
  for (const Value& output : outputs)
    if (auto fault = onnx::checkMade(node.node, output, {})) builder.fail(*std::move(fault));
  return outputs;
}

}  // namespace

Values mapSequences(Builder& builder, const BoundNode& node, const Values& inputs,
                    LowerBody lower) {
  const BoundGraph* body = graphOf(node, "body");
  const int count = countOf(builder, node, inputs);
  if (builder.failed()) return {};
  if (body == nullptr || static_cast<int>(body->inputs.size()) != inputs.size() ||
      node.outputs.size() > body->outputs.size())
    return builder.fail(faults::body(node.label));
  std::vector<graph::List> made(body->outputs.size());
  for (int at = 0; at < count; ++at) {
    const Values outputs = outputsAt(builder, node, *body, inputs, lower, at);
    if (builder.failed()) return {};
    for (std::size_t i = 0; i < made.size(); ++i) made[i].items.push(outputs[static_cast<int>(i)]);
  }
  Values sequences;
  for (std::size_t i = 0; i < made.size(); ++i) {
    Values& items = made[i].items;
    made[i].type = items.empty() ? body->outputTypes[i] : items[0].type;
    for (const Value& item : items)
      if (auto fault = onnx::checkElement(node.label, made[i].type, item))
        return builder.fail(*std::move(fault));
    sequences.push(builder.list(std::move(made[i])));
  }
  return sequences;
}

Values lowerSequenceMap(Lowering& lowering, const BoundNode& node, const Frame& frame,
                        const Values& inputs) {
  return mapSequences(lowering.builder(), node, inputs,
                      [&](const BoundGraph& body, const Values& given) {
                        return lowering.inlined(body, node, frame, given);
                      });
}

}  // namespace simdcast::model
