// The forms of the outputs of Loop and Scan.
#include <algorithm>

#include "../explain/session_faults.hpp"
#include "form_iteration.hpp"
#include "sides.hpp"

namespace simdcast::model {

using graph::Dims;
using graph::Value;
using graph::Values;
using onnx::Call;

namespace {

// The trip count, if it is constant.
std::optional<Count> tripsOf(FormLowering& lowering, const BoundNode& node, const Value& count) {
  if (!count) return kEndless;
  const std::vector<double> known =
      callFor(lowering, node).knownReals(count).value_or(std::vector<double>());
  if (known.empty()) return std::nullopt;
  return known[0] < 9e15 ? std::max<Count>(0, static_cast<Count>(known[0])) : kEndless;
}

Values outputsOf(const IteratedForms& made) {
  Values outputs = made.states;
  for (const Value& stack : made.stacks) outputs.push(stack);
  return outputs;
}

// A value with an axis in front, or with the first axis moved to its position.
Value axisFirst(Call& call, const Value& value, int axis) {
  Dims perm{axis};
  for (int each = 0; each < value.rank(); ++each)
    if (each != axis) perm.push(each);
  return call.permuted(value, perm);
}

Value axisBack(Call& call, const Value& value, int axis) {
  Dims perm;
  for (int each = 1; each < value.rank(); ++each) perm.push(each);
  perm.insert(axis, 0);
  return call.permuted(value, perm);
}

IteratedForms scan(FormIteration iteration) {
  if (iteration.lowering.failed()) return {};
  const Count trips = iteration.slices[0].dims[0];
  for (const Value& slice : iteration.slices)
    if (slice.dims[0] != trips)
      return iteration.lowering.fail(
          faults::scanInputs(iteration.node.label, trips, slice.dims[0]));
  iteration.trips = trips;
  return iterate(iteration);
}

Values scanAlongAxes(FormLowering& lowering, const BoundNode& node, const BoundGraph& body,
                     const Frame& frame, const Values& inputs) {
  graph::Builder& builder = lowering.builder();
  const ScanSides sides = sidesOf(builder, node, body, inputs, 0);
  if (lowering.failed()) return {};
  const auto count = static_cast<std::size_t>(sides.scanned.size());
  const auto states = static_cast<std::size_t>(sides.states.size());
  const std::size_t made = body.outputs.size() - states;
  const auto axes = listOf(builder, node, "scan_input_axes", count);
  const auto directions = listOf(builder, node, "scan_input_directions", count);
  const auto outputAxes = listOf(builder, node, "scan_output_axes", made);
  const auto outputDirections = listOf(builder, node, "scan_output_directions", made);
  if (lowering.failed()) return {};
  FormIteration iteration{
      .lowering = lowering, .node = node, .body = body, .around = frame, .states = sides.states};
  Call call = callFor(lowering, node);
  for (std::size_t i = 0; i < count; ++i) {
    const Value& value = sides.scanned[static_cast<int>(i)];
    const int axis = axisIn(builder, node, axes[i], value.rank());
    if (lowering.failed()) return {};
    iteration.slices.push(axisFirst(call, value, axis));
    iteration.reversed.push_back(directions[i] == 1);
  }
  for (std::size_t i = 0; i < made; ++i)
    iteration.stacks.push_back({isUsed(node, states + i), outputDirections[i] == 1});
  IteratedForms result = scan(std::move(iteration));
  if (lowering.failed()) return {};
  for (std::size_t i = 0; i < made; ++i) {
    Value& value = result.stacks[static_cast<int>(i)];
    if (!value) continue;
    const int axis = axisIn(builder, node, outputAxes[i], value.rank());
    if (lowering.failed()) return {};
    value = axisBack(call, value, axis);
  }
  return outputsOf(result);
}

// Opset 8: the first axis of every operand is a batch, whose entries may end early.
class BatchedScanForms {
 public:
  BatchedScanForms(FormLowering& lowering, const BoundNode& node, const BoundGraph& body)
      : lowering_(lowering), node_(node), body_(body), call_(callFor(lowering, node)) {}

  Values run(const Frame& frame, const Values& inputs) {
    const ScanSides sides = sidesOf(lowering_.builder(), node_, body_, inputs, 1);
    const auto directions = listOf(lowering_.builder(), node_, "directions",
                                   static_cast<std::size_t>(sides.scanned.size()));
    if (lowering_.failed() || !fits(sides)) return {};
    const std::vector<double> lengths = lengthsOf(inputs[0]);
    std::vector<std::vector<Value>> results(body_.outputs.size());
    for (Count entry = 0; entry < batch_ && !lowering_.failed(); ++entry) {
      const auto at = static_cast<std::size_t>(entry);
      const Count length = at < lengths.size() ? static_cast<Count>(lengths[at]) : longest_;
      if (length < 0 || length > longest_)
        return lowering_.fail(faults::index(node_.label, length, longest_));
      FormIteration iteration{.lowering = lowering_, .node = node_, .body = body_, .around = frame};
      for (const Value& state : sides.states) iteration.states.push(call_.entryOf(state, 0, entry));
      for (int i = 0; i < sides.scanned.size(); ++i) {
        const Value whole = call_.entryOf(sides.scanned[i], 0, entry);
        iteration.slices.push(call_.partOf(whole, 0, 0, length));
        iteration.reversed.push_back(directions[static_cast<std::size_t>(i)] == 1);
      }
      for (std::size_t i = iteration.states.size(); i < body_.outputs.size(); ++i)
        iteration.stacks.push_back({.isUsed = isUsed(node_, i)});
      add(results, scan(std::move(iteration)));
    }
    Values outputs;
    for (const std::vector<Value>& rows : results)
      outputs.push(!lowering_.failed() && rows[0] ? stacked(lowering_, node_, rows) : Value{});
    return outputs;
  }

 private:
  bool fits(const ScanSides& sides) {
    const auto hasBatch = [&](const Value& value) {
      return value.rank() > 0 && value.dims[0] == batch_;
    };
    const auto isSequence = [&](const Value& value) {
      return value.rank() > 1 && value.dims[1] == longest_;
    };
    const Dims& first = sides.scanned[0].dims;
    batch_ = first.empty() ? 0 : first[0];
    longest_ = first.size() < 2 ? 0 : first[1];
    if (batch_ > 0 && std::ranges::all_of(sides.states, hasBatch) &&
        std::ranges::all_of(sides.scanned, hasBatch) &&
        std::ranges::all_of(sides.scanned, isSequence))
      return true;
    return lowering_.fail(faults::body(node_.label));
  }

  // For each entry; none if all have the full length.
  std::vector<double> lengthsOf(const Value& ends) {
    if (!ends) return {};
    const std::optional<std::vector<double>> lengths = call_.knownReals(ends);
    if (!lengths) return lowering_.fail(faults::dynamic(node_.label, 0));
    if (static_cast<Count>(lengths->size()) != batch_)
      return lowering_.fail(faults::body(node_.label));
    return *lengths;
  }

  void add(std::vector<std::vector<Value>>& results, const IteratedForms& entry) {
    if (lowering_.failed()) return;
    std::size_t at = 0;
    for (const Value& state : entry.states) results[at++].push_back(state);
    for (const Value& stack : entry.stacks) results[at++].push_back(padded(stack));
  }

  // The form of the value padded with zeros.
  Value padded(const Value& stack) {
    if (!stack || stack.dims[0] == longest_) return stack;
    return lowering_.unknown({stack.type, graph::withSize(stack.dims, 0, longest_)});
  }

  FormLowering& lowering_;
  const BoundNode& node_;
  const BoundGraph& body_;
  Call call_;
  Count batch_ = 0;
  Count longest_ = 0;
};

}  // namespace

Values formsOfLoop(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                   const Values& inputs) {
  const BoundGraph* body = graphOf(node, "body");
  const LoopSides sides = sidesOf(lowering.builder(), node, body, inputs);
  if (lowering.failed()) return {};
  FormIteration iteration{.lowering = lowering,
                          .node = node,
                          .body = *body,
                          .around = frame,
                          .isLoop = true,
                          .trips = tripsOf(lowering, node, sides.trips),
                          .condition = sides.condition,
                          .states = sides.states};
  const auto first = static_cast<std::size_t>(sides.states.size());
  for (std::size_t i = first; i + 1 < body->outputs.size(); ++i)
    iteration.stacks.push_back({.isUsed = isUsed(node, i)});
  const IteratedForms made = iterate(iteration);
  return passes(lowering.builder(), node, made.states) ? outputsOf(made) : Values{};
}

Values formsOfScan(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                   const Values& inputs) {
  const BoundGraph* body = graphOf(node, "body");
  if (!acceptsTensors(lowering.builder(), node, inputs)) return {};
  if (body == nullptr || inputs.empty()) return lowering.fail(faults::body(node.label));
  if (node.bound.version->since >= 9) return scanAlongAxes(lowering, node, *body, frame, inputs);
  return BatchedScanForms(lowering, node, *body).run(frame, inputs);
}

}  // namespace simdcast::model
