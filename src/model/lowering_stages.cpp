// Stages of a program during compilation: the nodes lowered so far, optimised and planned.
#include <algorithm>
#include <map>

#include "../engine/heap.hpp"
#include "../graph/attention.hpp"
#include "../graph/fusion.hpp"
#include "growth.hpp"
#include "lowering.hpp"

namespace simdcast::model {

using graph::Storage;
using graph::StorageKind;
using graph::Value;

namespace {

// Adds the storages of the tensors in a value.
void keep(const Value& value, std::vector<Storage*>& kept) {
  forEachTensor(value, [&](const Value& tensor) { kept.push_back(tensor.storage); });
}

}  // namespace

void Lowering::pause() {
  if (failed()) return;
  if (!runs_) {
    fail({kPaused, {}});
    return;
  }
  if (builder_->steps().empty()) return;
  std::vector<Storage*> kept;
  for (const Frame& frame : frames_)
    for (std::size_t id = 0; id < frame.values.size(); ++id)
      if (frame.graph->makers[id] < frame.node && frame.graph->lastUses[id] >= frame.node)
        keep(frame.values[id], kept);
  addStage(kept, {});
  runStage();
}

void Lowering::addStage(std::span<Storage* const> kept, std::span<Storage* const> external) {
  if (!heap::hasHeadroom() || !canList(builder_->steps().size())) {
    fail(outOfMemory());
    return;
  }
  const Count bytes = builder_->ownBytes();
  attendInOnePass(*builder_, kept);
  if (failed()) return;
  if (shared_.flushesSubnormals) flushSubnormals(builder_->steps(), kept, shared_.machine);
  graph::Steps steps = std::move(builder_->steps());
  if (shared_.passes != nullptr) steps = fuse(std::move(steps), kept, *shared_.passes);
  program_.stages.push_back(
      {graph::Segment(builder_->owners(), bytes, std::move(steps), kept, external, shared_.machine),
       {}});
  builder_.emplace(shared_.derived, shared_.machine);
}

void Lowering::runStage() {
  if (failed()) return;
  graph::Segment& segment = program_.stages.back().segment;
  std::byte* block = blocks_.atLeast(program_.stages.size() - 1, segment.room());
  if (block == nullptr) {
    fail(outOfMemory());
    return;
  }
  segment.place(block);
  if (std::optional<Fault> fault = segment.run(shared_.machine)) fail(*std::move(fault));
}

// The last stage, which the caller runs.
void Lowering::finish() {
  std::vector<Storage*> kept;
  std::vector<Storage*> external;
  for (const Value& output : program_.outputs) {
    Storage* storage = output.storage;
    builder_->use(output);
    if (output.isList() || output.type == DType::string) {
      keep(output, kept);
      program_.external.push(Program::kFollows);
      continue;
    }
    // Temporaries of earlier stages have run, and have addresses.
    const bool isKnown =
        storage->place()->kind != StorageKind::temporary || storage->place()->address != nullptr;
    const bool follows =
        storage->whole != nullptr || std::ranges::find(kept, storage) != kept.end();
    kept.push_back(storage);
    if (isKnown || follows) {
      program_.external.push(isKnown ? Program::kKnown : Program::kFollows);
      continue;
    }
    program_.external.push(static_cast<int>(external.size()));
    external.push_back(storage);
  }
  program_.isElementwise = isElementwise();
  findGrowths(program_, builder_->steps());
  addStage(kept, external);
  if (failed()) return;
  program_.isInPlace = program_.outputs.size() == 1 && external.size() == 1 &&
                       program_.stages.back().segment.isInPlace(external[0]);
}

// Whether all steps are elementwise, and every value is read with the dims with which it was
// written or passed.
bool Lowering::isElementwise() {
  if (!program_.stages.empty() || !program_.conditions.empty()) return false;
  std::map<const Storage*, const graph::Dims*> written;
  for (const Value& input : program_.inputs)
    if (input) written[input.storage] = &input.dims;
  const auto isWhole = [&](const Value& value) {
    if (!value) return true;
    if (value.isConstant()) return value.elements() == 1;
    const auto found = written.find(value.storage);
    return found != written.end() && *found->second == value.dims;
  };
  for (const graph::SharedStep& step : builder_->steps()) {
    if (!step->pointwise || !step->pointwise->fuses || !std::ranges::all_of(step->inputs, isWhole))
      return false;
    written[step->outputs[0].storage] = &step->outputs[0].dims;
  }
  return std::ranges::all_of(program_.outputs, isWhole);
}

}  // namespace simdcast::model
