// A graph with resolved operators, whose values have numbers instead of names.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "../onnx/bind.hpp"
#include "model.hpp"

namespace simdcast::model {

// The number of a value in its graph; kNone for one that is absent or unused.
using ValueId = int;
inline constexpr ValueId kNone = -1;

struct BoundGraph;

struct BoundNode {
  const ModelNode* source = nullptr;
  // The reason why it cannot run on any inputs.
  std::optional<Fault> fault;
  std::string name;
  std::string label;  // of sentences
  onnx::Node node;
  onnx::Bound bound;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::uint32_t lends = ~std::uint32_t{0};
  // The subgraphs of If, Loop and Scan, by attribute.
  std::map<std::string, std::unique_ptr<BoundGraph>, std::less<>> graphs;
};

// A value of the graph around a subgraph, and its number in the subgraph.
struct Captured {
  ValueId outer;
  ValueId inner;
};

struct BoundGraph {
  const Graph* source = nullptr;
  std::map<std::string, ValueId, std::less<>> names;
  std::deque<BoundNode> nodes;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  // The declared types of the outputs, and of their elements.
  std::vector<std::optional<DType>> outputTypes;
  // The outer values that the graph uses, by name and number, and by two numbers.
  std::vector<std::pair<std::string, ValueId>> capturedNames;
  std::vector<Captured> captured;
  // The values of initializers, by number.
  std::map<ValueId, const Initializer*> initializers;
  // Scalars without a type, by name and number: each node that reads one takes it in the type of
  // the node's first input that has a type and lends it.
  std::vector<std::pair<std::string, ValueId>> numbers;
  int values = 0;
  // For each value, the node that computes it, and the last one that reads it: -1 if none does, and
  // the number of nodes for an output.
  std::vector<int> makers;
  std::vector<int> lastUses;
  // For each node, the first of those that differ from it only in their values, such as those of
  // the layers of a decoder; kNone if no others are known.
  std::vector<int> groups;
};

// Finds the operators, and checks everything that does not depend on types. The model must outlive
// the graph.
[[nodiscard]] std::variant<std::unique_ptr<BoundGraph>, Fault> bind(const Model& model);
// The same for a graph with nodes that cannot run: they have a fault, and no row if their operator
// is not supported. Null if memory is short.
[[nodiscard]] std::unique_ptr<BoundGraph> bindAll(const Model& model);

// The fault of a node, or of one in its graphs, with the name of the innermost.
[[nodiscard]] Fault named(Fault fault, const BoundNode& node);

}  // namespace simdcast::model
