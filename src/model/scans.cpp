// Scan: a loop over slices along any axes, and from either end.
#include <algorithm>
#include <cstring>

#include "../explain/session_faults.hpp"
#include "iteration.hpp"

namespace simdcast::model {
namespace {

using graph::Dims;
using graph::Form;
using graph::StorageKind;
using graph::Value;
using graph::Values;
using graph::withoutAxis;

// The value, which has an address, as a constant: steps on constants run at once.
Value asConstant(Lowering& lowering, const Value& value) {
  Value constant = valueAt(lowering.program().holdings, value, addressOf(value));
  constant.storage->kind = StorageKind::constant;
  return constant;
}

// A dense copy of the value with its axes in another order.
Value permuted(Lowering& lowering, const Value& value, const Dims& perm) {
  const Dims strides = graph::denseStrides(value.dims);
  Dims made;
  Dims walked;
  for (const Count axis : perm) {
    made.push(value.dims[static_cast<int>(axis)]);
    walked.push(strides[static_cast<int>(axis)]);
  }
  const Value source = asConstant(lowering, value);
  Value output = lowering.builder().make(value.type, made, true);
  if (output) lowering.builder().move(source, output, {.sizes = made, .from = {.strides = walked}});
  return output;
}

Value axisFirst(Lowering& lowering, const Value& value, int axis) {
  if (axis == 0) return value;
  Dims perm{axis};
  for (int each = 0; each < value.rank(); ++each)
    if (each != axis) perm.push(each);
  return permuted(lowering, value, perm);
}

Value axisBack(Lowering& lowering, const Value& value, int axis) {
  if (axis == 0) return value;
  Dims perm;
  for (int each = 1; each < value.rank(); ++each) perm.push(each);
  perm.insert(axis, 0);
  return permuted(lowering, value, perm);
}

Iterated scan(Iteration iteration) {
  const Count trips = iteration.slices[0].dims[0];
  for (const Value& slice : iteration.slices)
    if (slice.dims[0] != trips)
      return iteration.lowering.fail(
          faults::scanInputs(iteration.node.label, trips, slice.dims[0]));
  iteration.trips = trips;
  return iterate(iteration);
}

// The slices in the opposite order; false if memory is short.
bool reverse(Stack& stack) {
  const Count bytes = bytesOf(*stack.slice);
  GrowingBytes turned;
  for (Count i = stack.count; i-- > 0;)
    if (!turned.append(stack.bytes.data() + i * bytes, bytes)) return false;
  stack.bytes = std::move(turned);
  return true;
}

Values scanAlongAxes(Lowering& lowering, const BoundNode& node, const BoundGraph& body,
                     const Frame& frame, const Values& inputs) {
  const ScanSides sides = sidesOf(lowering.builder(), node, body, inputs, 0);
  if (lowering.failed()) return {};
  const auto count = static_cast<std::size_t>(sides.scanned.size());
  const std::size_t made = body.outputs.size() - static_cast<std::size_t>(sides.states.size());
  const auto axes = listOf(lowering.builder(), node, "scan_input_axes", count);
  const auto directions = listOf(lowering.builder(), node, "scan_input_directions", count);
  const auto outputAxes = listOf(lowering.builder(), node, "scan_output_axes", made);
  const auto outputDirections = listOf(lowering.builder(), node, "scan_output_directions", made);
  if (lowering.failed()) return {};
  Iteration iteration{.lowering = lowering,
                      .node = node,
                      .body = body,
                      .captured = lowering.captured(body, frame),
                      .states = sides.states};
  for (std::size_t i = 0; i < count; ++i) {
    const Value& value = sides.scanned[static_cast<int>(i)];
    const int axis = axisIn(lowering.builder(), node, axes[i], value.rank());
    if (lowering.failed()) return {};
    iteration.slices.push(axisFirst(lowering, value, axis));
    iteration.reversed.push_back(directions[i] == 1);
  }
  if (lowering.failed()) return {};
  Iterated result = scan(std::move(iteration));
  Values outputs;
  for (const Kept& state : result.states) outputs.push(valueOf(lowering, state));
  for (std::size_t i = 0; i < result.stacks.size() && !lowering.failed(); ++i) {
    if (outputDirections[i] == 1 && !reverse(result.stacks[i])) return lowering.fail(outOfMemory());
    const Value value = valueOf(lowering, result.stacks[i]);
    const int axis = axisIn(lowering.builder(), node, outputAxes[i], value.rank());
    if (!lowering.failed()) outputs.push(axisBack(lowering, value, axis));
  }
  return outputs;
}

// Opset 8: the first axis of every operand is a batch, whose entries may end early.
class BatchedScan {
 public:
  BatchedScan(Lowering& lowering, const BoundNode& node, const BoundGraph& body)
      : lowering_(lowering), node_(node), body_(body) {}

  Values run(const Frame& frame, const Values& inputs) {
    const ScanSides sides = sidesOf(lowering_.builder(), node_, body_, inputs, 1);
    const auto directions = listOf(lowering_.builder(), node_, "directions",
                                   static_cast<std::size_t>(sides.scanned.size()));
    if (lowering_.failed() || !fits(sides)) return {};
    const Dims lengths = lengthsOf(inputs[0]);
    std::vector<Stack> results;
    for (Count entry = 0; entry < batch_ && !lowering_.failed(); ++entry) {
      const Count length = lengths.empty() ? longest_ : lengths[static_cast<int>(entry)];
      if (length < 0 || length > longest_)
        return lowering_.fail(faults::index(node_.label, length, longest_));
      Iteration iteration{.lowering = lowering_,
                          .node = node_,
                          .body = body_,
                          .captured = lowering_.captured(body_, frame)};
      for (const Value& state : sides.states) iteration.states.push(entryOf(state, entry));
      for (int i = 0; i < sides.scanned.size(); ++i) {
        Value whole = entryOf(sides.scanned[i], entry);
        whole.dims[0] = length;
        iteration.slices.push(whole);
        iteration.reversed.push_back(directions[static_cast<std::size_t>(i)] == 1);
      }
      add(results, scan(std::move(iteration)));
    }
    Values outputs;
    for (const Stack& result : results) outputs.push(valueOf(lowering_, result));
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
  Dims lengthsOf(const Value& ends) {
    if (!ends) return {};
    Dims lengths;
    const auto* numbers = reinterpret_cast<const std::int64_t*>(addressOf(ends));
    for (Count i = 0; i < ends.elements(); ++i) lengths.push(numbers[i]);
    if (lengths.size() == batch_) return lengths;
    return lowering_.fail(faults::body(node_.label));
  }

  Value entryOf(const Value& value, Count entry) {
    const Form form{value.type, withoutAxis(value.dims, 0)};
    return valueAt(lowering_.program().holdings, form, addressOf(value) + entry * bytesOf(form));
  }

  void add(std::vector<Stack>& results, Iterated entry) {
    if (lowering_.failed()) return;
    results.resize(entry.states.size() + entry.stacks.size());
    std::size_t at = 0;
    for (const Kept& state : entry.states) push(results[at++], state.form, state.bytes);
    for (Stack& stack : entry.stacks) {
      const Form form{stack.slice->type, graph::joined({{longest_}, stack.slice->dims})};
      if (!stack.bytes.pad(bytesOf(form))) lowering_.fail(outOfMemory());
      push(results[at++], form, stack.bytes);
    }
  }

  void push(Stack& result, const Form& form, const GrowingBytes& bytes) {
    if (lowering_.failed()) return;
    if (!result.accepts(form))
      lowering_.fail(faults::stacked(node_.label, result.slice->dims, form.dims));
    else if (!result.push(form, bytes.data()))
      lowering_.fail(outOfMemory());
  }

  Lowering& lowering_;
  const BoundNode& node_;
  const BoundGraph& body_;
  Count batch_ = 0;
  Count longest_ = 0;
};

}  // namespace

Values runScan(Lowering& lowering, const BoundNode& node, const Frame& frame,
               const Values& inputs) {
  lowering.pause();
  lowering.program().isReusable = false;
  const BoundGraph* body = graphOf(node, "body");
  if (lowering.failed() || !acceptsTensors(lowering.builder(), node, inputs)) return {};
  if (body == nullptr || inputs.empty()) return lowering.fail(faults::body(node.label));
  if (node.bound.version->since >= 9) return scanAlongAxes(lowering, node, *body, frame, inputs);
  return BatchedScan(lowering, node, *body).run(frame, inputs);
}

}  // namespace simdcast::model
