// Runs a graph on inputs of any forms, and keeps programs for the forms that come again.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <set>
#include <variant>

#include "block.hpp"
#include "program.hpp"
#include "shared.hpp"

namespace simdcast::model {

class GraphRunner {
 public:
  GraphRunner(const BoundGraph& graph, Shared& shared) : graph_(graph), shared_(shared) {}

  // Takes the inputs, then the values that the graph captures; absent ones have no storage. Returns
  // the outputs, which stay until the next run.
  std::variant<graph::Values, Fault> run(std::span<const graph::Value> given);
  // Makes the program for inputs of these forms, as far as that is possible without running it.
  std::optional<Fault> prepare(std::span<const graph::Value> given);
  // Gives up programs and blocks; returns whether there were any. Outputs of the last run are gone.
  bool clear();

 private:
  // Null if a condition on a value that is computed does not hold.
  const graph::Values* rerun(Program& program, std::optional<Fault>& fault);
  std::unique_ptr<Program> begin(std::span<const graph::Value> given) const;
  // Makes the program for inputs, and runs it at the same time if `runs`. Returns why it could not.
  std::optional<Fault> lower(std::span<const graph::Value> given, bool runs,
                             std::unique_ptr<Program>& program);
  std::variant<graph::Values, Fault> runAnew(std::span<const graph::Value> given);
  void keep(std::unique_ptr<Program> program);

  const BoundGraph& graph_;
  Shared& shared_;
  // A block for each stage: what a stage has computed, later ones read.
  std::deque<Block> blocks_;
  std::list<std::unique_ptr<Program>> programs_;  // the latest first
  // Numbers of inputs whose elements decide about sizes.
  std::set<int> decisive_;
  std::unique_ptr<Program> last_;  // one that is not kept, for its outputs
};

}  // namespace simdcast::model
