// The inputs and outputs of nodes with subgraphs, by role.
#pragma once

#include "bound_graph.hpp"

namespace simdcast::model {

// The graph in an attribute; null if there is none.
[[nodiscard]] const BoundGraph* graphOf(const BoundNode& node, std::string_view attribute);

[[nodiscard]] inline bool isUsed(const BoundNode& node, std::size_t output) {
  return output < node.outputs.size() && node.outputs[output] != kNone;
}

// Whether the first inputs of a node are tensors; all of them by default.
bool acceptsTensors(graph::Builder& builder, const BoundNode& node, const graph::Values& inputs,
                    int count = onnx::kAny);
// Whether If and Loop pass on the values that a subgraph has returned.
bool passes(graph::Builder& builder, const BoundNode& node, const graph::Values& outputs);

// -- Loop
struct LoopSides {
  graph::Value trips;      // may be absent
  graph::Value condition;  // may be absent
  graph::Values states;
};
[[nodiscard]] LoopSides sidesOf(graph::Builder& builder, const BoundNode& node,
                                const BoundGraph* body, const graph::Values& inputs);
// Whether a state may be replaced by the value that an iteration returns for it. A value is
// compatible with the content of an optional one.
[[nodiscard]] bool mayFollow(const graph::Value& before, const graph::Value& after);
// The result of an iteration as the next state: optional if the first one is.
[[nodiscard]] graph::Value asState(const graph::Value& before, const graph::Value& after,
                                   graph::Holdings& holdings);

// -- Scan
struct ScanSides {
  graph::Values states;
  graph::Values scanned;
};
// The inputs starting with `first`.
[[nodiscard]] ScanSides sidesOf(graph::Builder& builder, const BoundNode& node,
                                const BoundGraph& body, const graph::Values& inputs, int first);
// The `count` integers of a list; zeros if the attribute is absent.
[[nodiscard]] std::vector<std::int64_t> listOf(graph::Builder& builder, const BoundNode& node,
                                               std::string_view name, std::size_t count);
// Counts an axis from the start.
[[nodiscard]] int axisIn(graph::Builder& builder, const BoundNode& node, Count axis, int rank);

}  // namespace simdcast::model
