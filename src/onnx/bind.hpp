// Checks nodes against the version of their operator, and lowers them.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// Checks what does not depend on types: the number of inputs, outputs and the attributes.
[[nodiscard]] std::optional<Fault> checkNode(const Node& node, const Bound& bound, int inputs);

// Check the kind of an input, and of a value that a subgraph of the node returns.
[[nodiscard]] std::optional<Fault> checkKind(const Node& node, int at, const Value& value,
                                             const Kinds& kinds);
[[nodiscard]] std::optional<Fault> checkMade(const Node& node, const Value& value,
                                             const Kinds& kinds);

// Checks that required inputs are given, and the kinds and types of inputs.
[[nodiscard]] std::optional<Fault> checkInputs(const Node& node, const Bound& bound,
                                               std::span<const Value> inputs);

// Checks the types of the inputs; some may be absent.
[[nodiscard]] std::optional<Fault> checkTypes(const Node& node, const Bound& bound,
                                              std::span<const Value> inputs);

// The outputs of a node that has been checked by checkNode, for inputs of these types and shapes;
// absent inputs have no storage.
Values lowerNode(Builder& builder, const Node& node, const Bound& bound,
                 std::span<const Value> inputs);

}  // namespace simdcast::onnx
