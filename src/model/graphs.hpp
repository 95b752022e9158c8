// The graphs of a model and of its nodes: names, initializers, and nodes in an executable order.
#pragma once

#include <unordered_set>

#include "../base/function_ref.hpp"
#include "functions.hpp"
#include "tensors.hpp"

namespace simdcast::model {

using NameSet = std::unordered_set<std::string>;

// Fails if one is empty. `what` is in sentences: "An input of the graph".
template <class Protos>
void checkNamed(const Protos& protos, std::string_view what, Reading& reading) {
  for (const auto& proto : protos)
    if (proto.name.empty()) reading.fail(faults::model::unnamed(what));
}

// The names that exist before the nodes of a graph.
[[nodiscard]] NameSet givenNames(std::span<const Initializer> initializers,
                                 std::span<const Declaration> inputs);
// Fails if two values, or two inputs, have the same name.
void checkNames(const NameSet& given, const Graph& graph, Reading& reading);

// Checks and reads the initializers of a graph.
[[nodiscard]] std::vector<InitializerProto> initializersOf(const GraphProto& graph,
                                                           bool mayBeExternal, Reading& reading);

// Puts producers before their consumers, without other changes of the order. `given` are names from
// outside the nodes.
void sort(std::vector<ModelNode>& nodes, const NameSet& given, Reading& reading);

// Reads the nodes of a model's graphs.
class GraphReader {
 public:
  GraphReader(const Opsets& opsets, const Functions& functions, Reading& reading)
      : opsets_(opsets), functions_(functions), reading_(reading) {}

  [[nodiscard]] std::vector<ModelNode> nodesOf(const GraphProto& graph);

 private:
  // Maps an inner name to the outer one.
  using Rename = FunctionRef<std::string(const std::string& name)>;

  // The nodes of a graph, with functions inlined, before subgraphs are read.
  std::vector<Draft> draftsOf(const GraphProto& graph);
  ModelNode nodeFrom(Draft draft, int depth, Rename around);
  void readAttributes(const Draft& draft, ModelNode& node,
                      std::span<const std::string_view> graphs);
  void readGraphs(const Draft& draft, ModelNode& node, std::span<const std::string_view> graphs,
                  int depth, Rename around);
  std::shared_ptr<const Graph> subgraph(Bytes bytes, int depth, Rename around);

  const Opsets& opsets_;
  const Functions& functions_;
  Reading& reading_;
  std::size_t nodes_ = 0;
};

}  // namespace simdcast::model
