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

// Which value has a number in a graph: two values of the same version, other than kUnknown, are the
// same, also in other programs.
using Version = std::uint64_t;
inline constexpr Version kUnknown = 0;
inline constexpr Version kInitial = 1;  // of constants of the session

// The last steps of a node.
struct Remembered {
  std::unique_ptr<const graph::Lowered> lowered = {};
  Version version = kUnknown;        // of the outputs of these steps
  std::vector<Version> inputs = {};  // that they fitted last
  unsigned misses = 0;               // since it fitted
  bool isAlike = false;              // whether the last miss shared storages with it
  // The last program of the node, which has its steps once, and the graph that this was for.
  std::uint64_t program = 0;
  const BoundGraph* root = nullptr;
  // For the first of a group of nodes that are alike: different steps of the group in a program.
  std::vector<const graph::Lowered*> twins = {};
  std::uint64_t twinsOf = 0;
};

// The last program of a graph: values and versions by number, and what is remembered of nodes.
struct Latest {
  std::vector<Remembered> nodes = {};
  std::vector<graph::Value> values = {};
  std::vector<Version> versions = {};
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
  std::map<const BoundGraph*, Latest> latest;
  std::uint64_t programs = 0;  // that have been compiled
  Version newest = kInitial;
  // The constants of numbers in the types in which nodes have needed them.
  std::map<NumberOfType, graph::Value> numbers;
};

// Puts the initializers of a graph and of its subgraphs into memory, and computes what depends on
// nothing else.
[[nodiscard]] std::optional<Fault> prepareConstants(const BoundGraph& graph, Shared& shared);

}  // namespace simdcast::model
