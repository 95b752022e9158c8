// If and Loop. A loop runs its body as a separate graph, after all earlier steps.
#include <algorithm>
#include <cstring>

#include "../explain/session_faults.hpp"
#include "iteration.hpp"

namespace simdcast::model {

using graph::Value;
using graph::Values;

namespace {

bool isTrue(const Value& value) { return *addressOf(value) != std::byte{0}; }

}  // namespace

Values lowerIf(Lowering& lowering, const BoundNode& node, const Frame& frame,
               const Values& inputs) {
  if (!acceptsTensors(lowering.builder(), node, inputs, 1)) return {};
  const Value condition = lowering.learn(inputs[0]);
  if (lowering.failed()) return {};
  const BoundGraph* branch = nullptr;
  if (condition.type == DType::boolean && condition.elements() == 1)
    branch = graphOf(node, isTrue(condition) ? "then_branch" : "else_branch");
  if (branch == nullptr) return lowering.fail(faults::condition(node.label));
  if (!branch->inputs.empty()) return lowering.fail(faults::body(node.label));
  const Values outputs = lowering.inlined(*branch, node, frame);
  return passes(lowering.builder(), node, outputs) ? outputs : Values{};
}

Values runLoop(Lowering& lowering, const BoundNode& node, const Frame& frame,
               const Values& inputs) {
  lowering.pause();
  lowering.program().isReusable = false;
  const BoundGraph* body = graphOf(node, "body");
  if (lowering.failed()) return {};
  const LoopSides sides = sidesOf(lowering.builder(), node, body, inputs);
  if (lowering.failed()) return {};
  std::int64_t count = kMostIterations + 1;
  if (sides.trips) std::memcpy(&count, addressOf(sides.trips), sizeof count);
  const Iterated result = iterate({.lowering = lowering,
                                   .node = node,
                                   .body = *body,
                                   .captured = lowering.captured(*body, frame),
                                   .isLoop = true,
                                   .trips = std::clamp<Count>(count, 0, kMostIterations + 1),
                                   .goesOn = !sides.condition || isTrue(sides.condition),
                                   .states = sides.states});
  Values outputs;
  for (const Kept& state : result.states) outputs.push(valueOf(lowering, state));
  if (!passes(lowering.builder(), node, outputs)) return {};
  for (const Stack& stack : result.stacks) outputs.push(valueOf(lowering, stack));
  return lowering.failed() ? Values{} : outputs;
}

}  // namespace simdcast::model
