#include "segment.hpp"

#include <algorithm>
#include <utility>

#include "numbers.hpp"
#include "spans.hpp"

namespace simdcast::graph {
namespace {

// The addresses of values; those that a task's layer may read beyond them are null.
template <class Address>
class Addresses {
 public:
  Addresses(const Values& values, int least) {
    const int count = std::max(values.size(), least);
    if (count > kFew) more_.resize(static_cast<std::size_t>(count));
    Address* to = first();
    for (int i = 0; i < values.size(); ++i) to[i] = addressOf(values[i]);
    for (int i = values.size(); i < least; ++i) to[i] = nullptr;
  }

  [[nodiscard]] Address* first() { return more_.empty() ? few_ : more_.data(); }

 private:
  static std::byte* addressOf(const Value& value) {
    return value ? value.storage->place()->address + value.storage->offset : nullptr;
  }

  static constexpr int kFew = 8;
  Address few_[kFew];
  std::vector<Address> more_;
};

class Planner {
 public:
  Planner(const Steps& steps, std::span<Storage* const> kept, std::span<Storage* const> external)
      : steps_(steps) {
    for (std::size_t at = 0; at < steps.size(); ++at)
      for (const Values* values : {&steps[at]->inputs, &steps[at]->outputs})
        for (const Value& value : *values)
          if (value) usesOf_[value.storage->place()].last = at;
    for (Storage* storage : kept) usesOf_[storage->place()].last = steps.size();
    for (const Storage* storage : external) usesOf_[storage].isPlaced = true;
  }

  // Places the outputs of a step, and frees storages that no later step reads. Returns the offset
  // of the workspace.
  template <class Place>
  Count plan(std::size_t at, Count workspace, const Place& place) {
    const Step& step = *steps_[at];
    for (int i = 0; i < step.outputs.size(); ++i) {
      Storage* storage = step.outputs[i].storage;
      if (storage == nullptr || storage->kind != StorageKind::temporary ||
          std::exchange(usesOf_[storage].isPlaced, true))
        continue;
      Storage* over = i == 0 ? reusable(step, at) : nullptr;
      const Count handed = over == nullptr ? -1 : spans_.hand(over, storage);
      place(storage, handed >= 0 ? handed : spans_.take(storage, storage->bytes));
    }
    const Count offset = workspace > 0 ? spans_.take(&step, workspace) : 0;
    if (workspace > 0) spans_.free(&step);
    for (const Values* values : {&step.inputs, &step.outputs})
      for (const Value& value : *values)
        if (value && lastUse(value) <= at) spans_.free(value.storage->place());
    return offset;
  }

  [[nodiscard]] Count bytes() const noexcept { return spans_.bytes(); }

 private:
  struct Uses {
    std::size_t last = 0;   // the last step that uses it
    bool isPlaced = false;  // whether it has an offset, or is external
  };

  [[nodiscard]] std::size_t lastUse(const Value& value) {
    return usesOf_[value.storage->place()].last;
  }

  // The storage of an input that the step's output may overwrite, as this is its last use.
  Storage* reusable(const Step& step, std::size_t at) {
    if (step.task() == nullptr || step.epilogue || !step.task()->inPlace()) return nullptr;
    const Value& output = step.outputs[0];
    const auto isReadInParts = [&](const Storage* storage) {
      return std::ranges::any_of(step.inputs, [&](const Value& input) {
        return input && input.storage->whole == storage;
      });
    };
    for (const Value& input : step.inputs)
      if (input && input.storage->kind == StorageKind::temporary && input.type == output.type &&
          input.dims == output.dims && lastUse(input) == at && !isReadInParts(input.storage))
        return input.storage;
    return nullptr;
  }

  const Steps& steps_;
  FactsOf<Uses> usesOf_;
  Spans spans_;
};

void runThrough(const Epilogue& epilogue, const Task& task, Machine& machine,
                layers::Buffers buffers) {
  std::byte* output = buffers.outputs[0];
  SmallVector<const std::byte*, 8> inputs;
  for (const int input : epilogue.inputs)
    inputs.push(input == Epilogue::kResult ? output : buffers.inputs[input]);
  const auto each = [&](Count first, Count count) {
    epilogue.task->state().runPart(first, count, output, inputs.begin());
  };
  const ApplyEpilogue apply(each);
  buffers.epilogue = &apply;
  machine.run(task, buffers);
}

}  // namespace

std::optional<Fault> run(const Step& step, Machine& machine, std::byte* workspace) {
  Addresses<std::byte*> outputs(step.outputs, layers::kMaxOutputs);
  Addresses<const std::byte*> inputs(step.inputs, layers::kMaxInputs);
  if (const auto* host = std::get_if<HostWork>(&step.work))
    return (*host)(outputs.first(), inputs.first());
  const layers::Buffers buffers{
      .workspace = workspace, .outputs = outputs.first(), .inputs = inputs.first()};
  if (step.epilogue) {
    runThrough(*step.epilogue, *step.task(), machine, buffers);
    return std::nullopt;
  }
  const Count end = machine.run(*step.task(), buffers);
  if (end == layers::kDone) return std::nullopt;
  return step.indexFault(step.label, end, inputs.first());
}

Segment::Segment(Owners owners, Count bytes, Steps steps, std::span<Storage* const> kept,
                 std::span<Storage* const> external, const Machine& machine)
    : owners_(std::move(owners)), bytes_(bytes), steps_(std::move(steps)) {
  Planner planner(steps_, kept, external);
  const auto place = [&](Storage* storage, Count offset) { places_.push_back({storage, offset}); };
  for (std::size_t at = 0; at < steps_.size(); ++at) {
    const Task* task = steps_[at]->task();
    const Count workspace = task == nullptr ? 0 : machine.workspaceOf(*task);
    workspaces_.push_back(planner.plan(at, workspace, place));
  }
  room_ = planner.bytes();
  fullRoom_ = room_;
  for (Storage* storage : external) {
    external_.push_back({storage, fullRoom_});
    fullRoom_ += roundUp(std::max<Count>(storage->bytes, 1), Spans::kAlignment);
  }
}

void Segment::place(std::byte* block) {
  block_ = block;
  for (const Place& place : places_) place.storage->address = block + place.offset;
}

void Segment::put(int external, std::byte* address) const {
  const Place& place = external_[static_cast<std::size_t>(external)];
  place.storage->address = address == nullptr ? block_ + place.offset : address;
}

bool Segment::isInPlace(const Storage* external) const {
  const auto writes = [&](const SharedStep& step) {
    return std::ranges::any_of(
        step->outputs, [&](const Value& output) { return output && output.storage == external; });
  };
  if (steps_.empty() || std::ranges::count_if(steps_, writes) != 1) return false;
  const Step& last = *steps_.back();
  const Task* task = last.task();
  return writes(steps_.back()) && task != nullptr && !last.epilogue && task->inPlace();
}

std::optional<Fault> Segment::run(Machine& machine) const {
  for (std::size_t at = 0; at < steps_.size(); ++at)
    if (std::optional<Fault> fault = graph::run(*steps_[at], machine, block_ + workspaces_[at])) {
      if (fault->node.empty() && steps_[at]->node != nullptr) fault->node = *steps_[at]->node;
      return fault;
    }
  return std::nullopt;
}

}  // namespace simdcast::graph
