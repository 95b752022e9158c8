// If and Loop. A loop runs its body as a graph of its own, when everything before it has run.
#include <algorithm>
#include <cstring>

#include "../explain/session_faults.hpp"
#include "iteration.hpp"

namespace simdcast::model {

using graph::Value;
using graph::Values;

namespace {

// What If and Loop pass on.
constexpr onnx::Kinds kPassed{.sequence = 13, .optional = 16};

// Checks the values that a subgraph has returned.
bool passes(Lowering& lowering, const BoundNode& node, const Values& outputs) {
  for (const Value& output : outputs)
    if (auto fault = onnx::checkMade(node.node, output, kPassed)) lowering.fail(*std::move(fault));
  return !lowering.failed();
}

bool isTrue(const Value& value) { return *addressOf(value) != std::byte{0}; }

}  // namespace

Values lowerIf(Lowering& lowering, const BoundNode& node, const Frame& frame,
               const Values& inputs) {
  if (!acceptsTensors(lowering, node, inputs, 1)) return {};
  const Value condition = lowering.learn(inputs[0]);
  if (lowering.failed()) return {};
  const BoundGraph* branch = nullptr;
  if (condition.type == DType::boolean && condition.elements() == 1)
    branch = graphOf(node, isTrue(condition) ? "then_branch" : "else_branch");
  if (branch == nullptr) return lowering.fail(faults::condition(node.label));
  if (!branch->inputs.empty()) return lowering.fail(faults::body(node.label));
  const Values outputs = lowering.inlined(*branch, frame);
  return passes(lowering, node, outputs) ? outputs : Values{};
}

Values runLoop(Lowering& lowering, const BoundNode& node, const Frame& frame,
               const Values& inputs) {
  lowering.pause();
  lowering.program().isReusable = false;
  const BoundGraph* body = graphOf(node, "body");
  if (lowering.failed()) return {};
  const auto input = [&](int at) { return at < inputs.size() ? inputs[at] : Value{}; };
  const Value trips = input(0);
  const Value condition = input(1);
  if (!acceptsTensors(lowering, node, inputs, 2)) return {};
  Values states;
  for (int i = 2; i < inputs.size(); ++i) {
    if (auto fault = onnx::checkKind(node.node, i, inputs[i], kPassed))
      return lowering.fail(*std::move(fault));
    if (inputs[i]) states.push(inputs[i]);
  }
  const int carried = std::max(0, inputs.size() - 2);
  if (body == nullptr || states.size() != carried ||
      static_cast<int>(body->inputs.size()) != carried + 2 ||
      static_cast<int>(body->outputs.size()) < carried + 1 ||
      node.outputs.size() + 1 > body->outputs.size())
    return lowering.fail(faults::body(node.label));
  if (trips && (trips.type != DType::int64 || trips.elements() != 1))
    return lowering.fail(faults::scalar(node.label, 0));
  if (condition && (condition.type != DType::boolean || condition.elements() != 1))
    return lowering.fail(faults::scalar(node.label, 1));
  std::int64_t count = kMostIterations + 1;
  if (trips) std::memcpy(&count, addressOf(trips), sizeof count);
  const Iterated result = iterate({.lowering = lowering,
                                   .node = node,
                                   .body = *body,
                                   .captured = lowering.captured(*body, frame),
                                   .isLoop = true,
                                   .trips = std::clamp<Count>(count, 0, kMostIterations + 1),
                                   .goesOn = !condition || isTrue(condition),
                                   .states = states});
  Values outputs;
  for (const Kept& state : result.states) outputs.push(valueOf(lowering, state));
  if (!passes(lowering, node, outputs)) return {};
  for (const Stack& stack : result.stacks) outputs.push(valueOf(lowering, stack));
  return lowering.failed() ? Values{} : outputs;
}

}  // namespace simdcast::model
