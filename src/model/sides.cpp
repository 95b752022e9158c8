#include "sides.hpp"

#include <algorithm>

#include "../explain/session_faults.hpp"

namespace simdcast::model {

using graph::Builder;
using graph::contentOf;
using graph::isOptional;
using graph::isSequence;
using graph::typeOf;
using graph::Value;
using graph::Values;

namespace {

// The opsets since which If and Loop return sequences and optional values.
constexpr onnx::Kinds kPassed{.sequence = 13, .optional = 16};

}  // namespace

const BoundGraph* graphOf(const BoundNode& node, std::string_view attribute) {
  const auto found = node.graphs.find(attribute);
  return found == node.graphs.end() ? nullptr : found->second.get();
}

bool acceptsTensors(Builder& builder, const BoundNode& node, const Values& inputs, int count) {
  for (int at = 0; at < std::min(inputs.size(), count); ++at)
    if (auto fault = onnx::checkKind(node.node, at, inputs[at], {}))
      builder.fail(*std::move(fault));
  return !builder.failed();
}

bool passes(Builder& builder, const BoundNode& node, const Values& outputs) {
  for (const Value& output : outputs)
    if (auto fault = onnx::checkMade(node.node, output, kPassed)) builder.fail(*std::move(fault));
  return !builder.failed();
}

LoopSides sidesOf(Builder& builder, const BoundNode& node, const BoundGraph* body,
                  const Values& inputs) {
  if (!acceptsTensors(builder, node, inputs, 2)) return {};
  const auto input = [&](int at) { return at < inputs.size() ? inputs[at] : Value{}; };
  LoopSides sides{.trips = input(0), .condition = input(1), .states = {}};
  for (int i = 2; i < inputs.size(); ++i) {
    if (auto fault = onnx::checkKind(node.node, i, inputs[i], kPassed))
      return builder.fail(*std::move(fault));
    if (inputs[i]) sides.states.push(inputs[i]);
  }
  const int carried = std::max(0, inputs.size() - 2);
  if (body == nullptr || sides.states.size() != carried ||
      static_cast<int>(body->inputs.size()) != carried + 2 ||
      static_cast<int>(body->outputs.size()) < carried + 1 ||
      node.outputs.size() + 1 > body->outputs.size())
    return builder.fail(faults::body(node.label));
  if (sides.trips && (sides.trips.type != DType::int64 || sides.trips.elements() != 1))
    return builder.fail(faults::scalar(node.label, 0));
  const Value& condition = sides.condition;
  if (condition && (condition.type != DType::boolean || condition.elements() != 1))
    return builder.fail(faults::scalar(node.label, 1));
  return sides;
}

bool mayFollow(const Value& before, const Value& after) {
  if (typeOf(before) && typeOf(after) && typeOf(before) != typeOf(after)) return false;
  const auto isAlike = [&](const Value& other) {
    return isOptional(other) == isOptional(after) && isSequence(other) == isSequence(after);
  };
  const Value content = contentOf(before);
  return isAlike(before) || (isOptional(before) && (!content || isAlike(content)));
}

Value asState(const Value& before, const Value& after, graph::Holdings& holdings) {
  if (!isOptional(before) || isOptional(after)) return after;
  return graph::listOf({.type = typeOf(after), .items = {after}, .isOptional = true}, holdings);
}

ScanSides sidesOf(Builder& builder, const BoundNode& node, const BoundGraph& body,
                  const Values& inputs, int first) {
  const auto* value = onnx::find(*node.node.attributes, "num_scan_inputs");
  const auto* count = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  const Count given = inputs.size() - first;
  const Count states = count == nullptr ? -1 : given - *count;
  const bool isWhole = std::all_of(inputs.begin() + first, inputs.end(),
                                   [](const Value& input) { return bool(input); });
  if (!isWhole || count == nullptr || *count < 1 || states < 0 ||
      static_cast<Count>(body.inputs.size()) != given ||
      static_cast<Count>(body.outputs.size()) < states || node.outputs.size() > body.outputs.size())
    return builder.fail(faults::body(node.label));
  ScanSides sides;
  for (int i = first; i < inputs.size(); ++i)
    (i - first < states ? sides.states : sides.scanned).push(inputs[i]);
  return sides;
}

std::vector<std::int64_t> listOf(Builder& builder, const BoundNode& node, std::string_view name,
                                 std::size_t count) {
  const auto* value = onnx::find(*node.node.attributes, name);
  const auto* list = value == nullptr ? nullptr : std::get_if<std::vector<std::int64_t>>(value);
  if (list == nullptr) return std::vector<std::int64_t>(count, 0);
  if (list->size() != count)
    builder.fail(faults::eachAxis(node.label, name, static_cast<Count>(list->size()),
                                  static_cast<Count>(count)));
  return *list;
}

int axisIn(Builder& builder, const BoundNode& node, Count axis, int rank) {
  const Count counted = axis < 0 ? axis + rank : axis;
  if (counted >= 0 && counted < rank) return static_cast<int>(counted);
  return builder.fail(faults::axis(node.label, axis, rank));
}

}  // namespace simdcast::model
