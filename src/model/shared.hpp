// Shared by the graphs of a session: constants, values derived from them, and the machine.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "../engine/machine.hpp"
#include "../graph/derived.hpp"
#include "../graph/lowered.hpp"
#include "../graph/passes.hpp"
#include "bound_graph.hpp"

namespace simdcast::model {

class GraphRunner;

struct Constant {
  ValueId id;
  graph::Value value;
};

// A number of a graph, in a type; without one for nodes none of whose inputs lends a type.
using NumberOfType = std::pair<ValueId, std::optional<DType>>;

// The last steps of a node.
struct Remembered {
  std::unique_ptr<const graph::Lowered> lowered = {};
  unsigned misses = 0;   // since it fitted
  bool isAlike = false;  // whether the last miss shared storages with it
  // The last program of the node, which has its steps once, and the graph that this was for.
  std::uint64_t program = 0;
  const BoundGraph* root = nullptr;
};

struct Shared {
  // The machine must outlive it; without passes, elementwise steps are not fused.
  Shared(Machine& machine, graph::Passes* passes);
  ~Shared();

  // Before a run: frees the strings of earlier runs if there are many, and the programs that hold
  // such strings.
  void forgetStrings(GraphRunner& runner);
  // The runner of a loop's body.
  GraphRunner& runnerOf(const BoundGraph& body);

  Machine& machine;
  graph::Passes* passes;
  bool flushesSubnormals = true;
  graph::Derived derived;
  // The values of initializers, and of nodes that depend only on them.
  std::map<const BoundGraph*, std::vector<Constant>> constants;
  // The nodes whose results are constants.
  std::map<const BoundGraph*, std::vector<bool>> folded;
  std::map<const BoundGraph*, std::unique_ptr<GraphRunner>> runners;
  // By graph, for each of its nodes.
  std::map<const BoundGraph*, std::vector<Remembered>> remembered;
  std::uint64_t programs = 0;  // that have been compiled
  // The constants of numbers in the types in which nodes have needed them.
  std::map<NumberOfType, graph::Value> numbers;
};

// Puts the initializers of a graph and of its subgraphs into memory, and computes what depends on
// nothing else.
[[nodiscard]] std::optional<Fault> prepareConstants(const BoundGraph& graph, Shared& shared);

}  // namespace simdcast::model
