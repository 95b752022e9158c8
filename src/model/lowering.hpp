// Compiles the program of a graph for inputs with addresses, and runs it up to the last stage: if
// sizes depend on the elements of a value, the nodes lowered so far run, and lowering continues
// with the elements as constants.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "../engine/heap.hpp"
#include "block.hpp"
#include "program.hpp"
#include "shared.hpp"

namespace simdcast::model {

// Nodes that are lowered for each check of the headroom.
inline constexpr int kNodesAtOnce = 8;

// Whether there is memory for lists of this many values, or steps. A few take part of the headroom.
[[nodiscard]] inline bool canList(std::size_t values) noexcept {
  constexpr std::size_t kFew = 32;
  constexpr std::size_t kBytesOfValue = 1024;  // in all lists
  return values <= kFew || heap::canReserve(values * kBytesOfValue);
}
// The same for the inputs and outputs of the nth of many nodes.
[[nodiscard]] inline bool canList(std::size_t values, int n) noexcept {
  return canList(values) && (n % kNodesAtOnce != 0 || heap::hasHeadroom());
}

[[nodiscard]] inline Fault outOfMemory() { return {.code = "out_of_memory", .text = {}}; }

// Codes of failures. Lowering cannot go on without running.
inline constexpr std::string_view kPaused = "paused";
// Lowering has to begin again, because it has found more inputs that determine sizes.
inline constexpr std::string_view kRestart = "restart";
// Lowering needs the elements of an input; the text is its number.
inline constexpr std::string_view kValueNeeded = "value_needed";
// Lowering needs a number in a type, if any; the text is its name.
inline constexpr std::string_view kTypeNeeded = "type_needed";

// The values of a graph that is being lowered, by their numbers.
struct Frame {
  const BoundGraph* graph;
  // Those of nodes that are still to be lowered may be values of an earlier program.
  std::vector<graph::Value> values = {};
  std::vector<Version> versions = {};
  Latest* latest = nullptr;
  int node = 0;  // that is being lowered
};

class Lowering {
 public:
  // The program has its inputs. `blocks` are for its stages.
  // Without `runs`, lowering ends before the first run, with the failure kPaused.
  Lowering(const BoundGraph& graph, Shared& shared, Program& program, Blocks& blocks,
           bool runs = true);

  // Completes the program and its outputs. The elements of the inputs with these numbers determine
  // sizes. If more such inputs are found, the failure is kRestart.
  [[nodiscard]] std::optional<Fault> run(std::set<int>& decisive);

  // -- for nodes with subgraphs
  [[nodiscard]] graph::Builder& builder() noexcept { return *builder_; }
  [[nodiscard]] Shared& shared() noexcept { return shared_; }
  [[nodiscard]] Program& program() noexcept { return program_; }
  [[nodiscard]] bool failed() const noexcept { return builder_->failed(); }
  graph::Failed fail(Fault fault) { return builder_->fail(std::move(fault)); }
  // Runs the nodes lowered so far, after which all values have addresses.
  void pause();
  // Turns the value into a constant.
  graph::Value learn(const graph::Value& value);
  // The outputs of a node's subgraph for these inputs, lowered in place.
  graph::Values inlined(const BoundGraph& graph, const BoundNode& node, const Frame& around,
                        const graph::Values& given = {});
  // The values that a subgraph captures.
  [[nodiscard]] graph::Values captured(const BoundGraph& graph, const Frame& around);

 private:
  graph::Values lowerGraph(const BoundGraph& graph, std::span<const graph::Value> given);
  void setGiven(Frame& frame, std::span<const graph::Value> given);
  void lowerNode(Frame& frame, std::size_t at);
  // Whether the inputs of a node have the versions that its last steps fitted.
  [[nodiscard]] bool isUnchanged(const Frame& frame, std::size_t node) const;
  // Adds the last steps of a node. Returns its outputs.
  const graph::Values& repeat(Remembered& last);
  void setOutputs(Frame& frame, const BoundNode& node, const graph::Values& outputs,
                  Version version) const;
  graph::Values inputsOf(const Frame& frame, const BoundNode& node);
  // The outputs of a node, and their version. Repeats its last steps if they fit the inputs, or
  // lowers it.
  graph::Values repeated(Frame& frame, std::size_t node, const graph::Values& inputs,
                         Version& version);
  // The steps of nodes that differ only in their values; null if there are no such nodes.
  std::vector<const graph::Lowered*>* twinsOf(const Frame& frame, std::size_t node);
  static std::vector<Version> versionsOf(const Frame& frame, const BoundNode& node);
  graph::Values outputsOf(Frame& frame, const BoundNode& node, const graph::Values& inputs);
  [[nodiscard]] Fault needsValue(const graph::Storage* storage) const;
  // Learns the elements of a value, or finds the inputs that it is computed from.
  void find(const graph::Value& needed);
  [[nodiscard]] bool isFromInputs(const graph::Value& value, std::set<int>& inputs);
  [[nodiscard]] int inputOf(const graph::Storage* storage) const;
  // Adds a stage of the steps so far; external storages are those of Segment.
  void addStage(std::span<graph::Storage* const> kept, std::span<graph::Storage* const> external);
  void runStage();
  void finish();
  [[nodiscard]] bool isElementwise();

  const BoundGraph& graph_;
  Shared& shared_;
  Program& program_;
  Blocks& blocks_;
  bool runs_;
  std::uint64_t number_;  // of the program
  std::set<int>* decisive_ = nullptr;
  int nodes_ = 0;
  std::optional<graph::Builder> builder_;
  std::deque<Frame> frames_;  // of nested graphs, the outermost first
};

// The outputs of If, Loop and Scan.
graph::Values lowerIf(Lowering& lowering, const BoundNode& node, const Frame& frame,
                      const graph::Values& inputs);
graph::Values runLoop(Lowering& lowering, const BoundNode& node, const Frame& frame,
                      const graph::Values& inputs);
graph::Values lowerSequenceMap(Lowering& lowering, const BoundNode& node, const Frame& frame,
                               const graph::Values& inputs);
graph::Values runScan(Lowering& lowering, const BoundNode& node, const Frame& frame,
                      const graph::Values& inputs);

}  // namespace simdcast::model
