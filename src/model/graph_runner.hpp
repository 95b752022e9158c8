// Runs a graph on inputs of any forms, and caches programs by these forms.
#pragma once

#include <memory>
#include <set>
#include <variant>

#include "block.hpp"
#include "program_cache.hpp"
#include "shared.hpp"

namespace simdcast::model {

class GraphRunner {
 public:
  // Runs in its own blocks, or in the given ones, which must outlive it.
  GraphRunner(const BoundGraph& graph, Shared& shared, Blocks* blocks = nullptr)
      : graph_(graph),
        shared_(shared),
        blocks_(blocks == nullptr ? ownBlocks_ : *blocks),
        isOfCalls_(blocks != nullptr) {}

  // Takes the inputs, then the values that the graph captures; absent ones have no storage. Finds
  // or compiles their program, and runs it up to the last stage. Inputs must stay until the end.
  [[nodiscard]] std::optional<Fault> begin(std::span<const graph::Value> given);
  // The program that has begun; null if that failed, or if programs have been evicted since. Its
  // outputs stay until the next run.
  [[nodiscard]] const Program* current() const noexcept { return current_; }
  // Runs the last stage. An output that has an external storage is written to its target; to the
  // block if that is null, or if there are no targets.
  [[nodiscard]] std::optional<Fault> finish(std::span<std::byte* const> targets);
  // Both parts at once. Returns the outputs.
  std::variant<graph::Values, Fault> run(std::span<const graph::Value> given);

  // Compiles the program for inputs of these forms, as far as that is possible without running it.
  std::optional<Fault> prepare(std::span<const graph::Value> given);
  // The program of the last call of prepare(); null if it was not possible without running.
  [[nodiscard]] const Program* prepared() const noexcept { return prepared_; }
  // Frees programs and blocks, and with them the outputs of the last run; returns whether there
  // were any.
  bool clear();
  // Bytes that the programs hold, approximately.
  [[nodiscard]] Count bytes() const noexcept;

 private:
  // Runs a program up to its last stage. False if a computed value differs from the one that the
  // program was compiled for.
  bool rerun(Program& program, std::optional<Fault>& fault);
  std::unique_ptr<Program> programFor(std::span<const graph::Value> given) const;
  // Compiles the program for inputs, and runs it up to its last stage if `runs`. Returns the fault
  // if that fails, which does not depend on earlier runs.
  std::optional<Fault> lower(std::span<const graph::Value> given, bool runs,
                             std::unique_ptr<Program>& program);
  // The same, with the inputs that are known to be decisive, to which it adds others.
  std::optional<Fault> lowerFrom(std::set<int>& decisive, std::span<const graph::Value> given,
                                 bool runs, std::unique_ptr<Program>& program) const;
  std::optional<Fault> beginAnew(std::span<const graph::Value> given);
  // Makes a program current, with the block of its last stage: allocated after the results, it
  // would keep their memory from being joined with the free end of the heap.
  std::optional<Fault> makeReady(Program& program);
  void keep(std::unique_ptr<Program> program);

  const BoundGraph& graph_;
  Shared& shared_;
  Blocks ownBlocks_;
  Blocks& blocks_;
  bool isOfCalls_;  // the graph is one of many, each of which keeps little
  ProgramCache programs_;
  // Numbers of inputs whose elements determine sizes, in this run or an earlier one.
  std::set<int> decisive_;
  std::unique_ptr<Program> last_;  // one that is not kept, for its outputs
  Program* current_ = nullptr;
  const Program* prepared_ = nullptr;
  int clearings_ = 0;  // of the blocks, when the program began
};

}  // namespace simdcast::model
