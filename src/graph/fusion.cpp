#include "fusion.hpp"

#include <algorithm>
#include <deque>

#include "layer_of.hpp"
#include "numbers.hpp"

namespace simdcast::graph {
namespace {

// A kernel of more steps would spill registers, and take long to compile.
constexpr std::size_t kMostSteps = 64;
// The operands of a node within a pass, and of a task before one.
constexpr int kMostOperands = 3;

// Steps to fuse, the last one first: only steps of the group use the results of all but the first.
struct Group {
  std::vector<std::size_t> steps;
  // The work before, if the group is an epilogue.
  std::optional<std::size_t> maker;
};

// Whether elements of a type can be stored between the stages of a pass.
bool isHeld(DType type) {
  return type != DType::string && type != DType::complex64 && type != DType::complex128;
}

// Whether NumPy's rule broadcasts an operand to the dims without adding any.
bool stretches(const Dims& from, const Dims& to) {
  const int ahead = to.size() - from.size();
  if (ahead < 0) return false;
  for (int axis = 0; axis < from.size(); ++axis)
    if (from[axis] != 1 && from[axis] != to[ahead + axis]) return false;
  return true;
}

bool isOneValue(const Value& a, const Value& b) {
  return a.storage == b.storage && a.type == b.type && a.dims == b.dims;
}

class Fusion {
 public:
  Fusion(Steps& steps, std::span<Storage* const> kept, Passes& passes)
      : steps_(steps), passes_(passes), groupOf_(steps.size()), isMoved_(steps.size()) {
    factsOf_.reserve(2 * steps.size());
    for (std::size_t at = 0; at < steps.size(); ++at) {
      for (const Value& input : steps[at]->inputs) {
        if (!input) continue;
        SmallVector<std::size_t, 4>& readers = factsOf_[input.storage].readers;
        if (readers.empty() || readers.back() != at) readers.push(at);
        if (input.storage->whole != nullptr) factsOf_[input.storage->whole].isKept = true;
      }
      for (const Value& output : steps[at]->outputs)
        if (output) factsOf_[output.storage].written = at;
    }
    for (Storage* storage : kept) {
      factsOf_[storage].isKept = true;
      factsOf_[storage->place()].isKept = true;
    }
  }

  Steps fuse() {
    for (std::size_t at = steps_.size(); at-- > 0;)
      if (takes(*steps_[at])) join(at);
    findMakers();
    Steps fused;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      if (isMoved_[at]) continue;
      Group* group = groupOf_[at];
      if (group == nullptr || (!group->maker && group->steps.size() == 1))
        fused.push_back(steps_[at]);
      else if (group->steps[0] == at)
        pass(*group, fused);
    }
    return fused;
  }

 private:
  // Whether a step may be part of a pass.
  [[nodiscard]] static bool takes(const Step& step) {
    if (!step.pointwise || !step.pointwise->fuses || step.inputs.size() > kMostOperands)
      return false;
    const Value& made = step.outputs[0];
    return isHeld(made.type) && std::ranges::all_of(step.inputs, [&](const Value& input) {
             return !input || (isHeld(input.type) && stretches(input.dims, made.dims));
           });
  }

  // Adds a step to the group of all its readers, or starts a group.
  void join(std::size_t at) {
    Group* group = groupOfReaders(at);
    if (group == nullptr) group = &groups_.emplace_back();
    group->steps.push_back(at);
    groupOf_[at] = group;
  }

  Group* groupOfReaders(std::size_t at) {
    const Value& output = steps_[at]->outputs[0];
    const Facts& facts = factsOf_[output.storage];
    const SmallVector<std::size_t, 4>& readers = facts.readers;
    Group* group = readers.empty() ? nullptr : groupOf_[readers[0]];
    if (group == nullptr || facts.isKept) return nullptr;
    // Another shape does not matter if the elements are the same and in the same order.
    const bool fits =
        output.dims == steps_[group->steps[0]]->outputs[0].dims &&
        std::ranges::all_of(readers,
                            [&](std::size_t each) { return readsAsMade(each, output, group); }) &&
        group->steps.size() < kMostSteps;
    if (!fits) return nullptr;
    group->steps.push_back(at);
    const std::size_t inputs = inputsOf(*group).size();
    group->steps.pop_back();
    return inputs <= kMaxOperands ? group : nullptr;
  }

  // Whether a step of the group reads a value in its own type, rather than its bits in another.
  [[nodiscard]] bool readsAsMade(std::size_t reader, const Value& made, const Group* group) const {
    return groupOf_[reader] == group &&
           std::ranges::all_of(steps_[reader]->inputs, [&](const Value& input) {
             return input.storage != made.storage || input.type == made.type;
           });
  }

  // Inputs of the steps that come from outside, without duplicates.
  [[nodiscard]] std::vector<Value> inputsOf(const Group& group) {
    std::vector<Value> inputs;
    for (std::size_t i = group.steps.size(); i-- > 0;)
      for (const Value& value : steps_[group.steps[i]]->inputs)
        if (value && !nodeOf(group, value) && !has(inputs, value)) inputs.push_back(value);
    return inputs;
  }

  static bool has(const std::vector<Value>& values, const Value& value) {
    return std::ranges::any_of(values, [&](const Value& each) { return isOneValue(each, value); });
  }

  // For each group that is an epilogue, the work that it follows: the last one, if there are
  // several.
  void findMakers() {
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      const Task* task = steps_[at]->task();
      if (task == nullptr || !task->state().takesEpilogue()) continue;
      if (Group* group = epilogueOf(at)) group->maker = at;
    }
    for (const Group& group : groups_)
      if (group.maker) isMoved_[*group.maker] = true;
  }

  // The only group that uses the result of a step, if its own result can replace that.
  Group* epilogueOf(std::size_t at) {
    const Value& made = steps_[at]->outputs[0];
    if (!made || factsOf_[made.storage].isKept) return nullptr;
    const SmallVector<std::size_t, 4>& readers = factsOf_[made.storage].readers;
    Group* group = readers.empty() ? nullptr : groupOf_[readers[0]];
    if (group == nullptr) return nullptr;
    const Value& result = steps_[group->steps[0]]->outputs[0];
    const auto readsAsMade = [&](std::size_t reader) {
      return groupOf_[reader] == group &&
             std::ranges::all_of(steps_[reader]->inputs, [&](const Value& input) {
               return input.storage != made.storage || isOneValue(input, made);
             });
    };
    // The work runs at the position of the group's last step, so its inputs must be unchanged
    // there.
    const auto isUnchanged = [&](const Value& input) {
      const std::optional<std::size_t> written =
          input ? factsOf_[input.storage->place()].written : std::nullopt;
      return !written || *written < at;
    };
    const bool fits = made.type == result.type && made.dims == result.dims &&
                      std::ranges::all_of(readers, readsAsMade) &&
                      std::ranges::all_of(steps_[at]->inputs, isUnchanged);
    return fits ? group : nullptr;
  }

  // One step for the group and the step before it, or all their steps without a kernel.
  void pass(const Group& group, Steps& fused) {
    const SharedStep& last = steps_[group.steps[0]];
    Steps others;
    if (group.maker) others.push_back(steps_[*group.maker]);
    for (std::size_t i = group.steps.size(); i-- > 1;) others.push_back(steps_[group.steps[i]]);
    const Replacement& known = last->replacement;
    SharedStep step = known.by != nullptr && known.others == others ? known.by : stepOf(group);
    if (step == nullptr) {
      fused.insert(fused.end(), others.begin(), others.end());
      fused.push_back(last);
      return;
    }
    fused.push_back(step);
    const bool isShared = last.use_count() > 1;
    if (isShared) last->replacement = {std::move(others), std::move(step)};
  }

  // Null if no kernel can be compiled.
  SharedStep stepOf(const Group& group) {
    const std::vector<Value> inputs = inputsOf(group);
    std::shared_ptr<const Task> task =
        passes_.make(requestOf(group, inputs, group.maker.has_value()));
    if (task == nullptr) return nullptr;
    const Value& result = steps_[group.steps[0]]->outputs[0];
    Step step{.work = task, .outputs = {result}};
    if (group.maker) {
      step = *steps_[*group.maker];
      step.replacement = {};
      step.epilogue = Epilogue{.task = std::move(task)};
      step.outputs = {result};
      while (step.inputs.size() < layers::kMaxInputs) step.inputs.push({});
    }
    const Storage* made = group.maker ? steps_[*group.maker]->outputs[0].storage : nullptr;
    for (const Value& input : inputs) {
      if (group.maker)
        step.epilogue->inputs.push(input.storage == made ? Epilogue::kResult : step.inputs.size());
      if (input.storage != made) step.inputs.push(input);
    }
    return std::make_shared<const Step>(std::move(step));
  }

  [[nodiscard]] PassRequest requestOf(const Group& group, const std::vector<Value>& inputs,
                                      bool byRows) {
    PassRequest request{.dims = steps_[group.steps[0]]->outputs[0].dims, .byRows = byRows};
    for (const Value& input : inputs) request.inputs.push_back(input);

    for (std::size_t i = group.steps.size(); i-- > 0;) {
      const Step& step = *steps_[group.steps[i]];
      PassNode node{&*step.pointwise,
                    step.outputs[0].type,
                    {},
                    std::get<std::shared_ptr<const Task>>(step.work)};
      for (const Value& input : step.inputs) {
        const std::optional<int> made = input ? nodeOf(group, input) : std::nullopt;
        node.inputs.push(made ? static_cast<int>(inputs.size()) + *made : numberOf(inputs, input));
      }
      request.nodes.push_back(std::move(node));
    }
    return request;
  }

  static int numberOf(const std::vector<Value>& inputs, const Value& value) {
    if (!value) return -1;
    const auto found =
        std::ranges::find_if(inputs, [&](const Value& each) { return isOneValue(each, value); });
    return static_cast<int>(found - inputs.begin());
  }

  struct Facts {
    SmallVector<std::size_t, 4> readers;  // the steps that read it
    std::optional<std::size_t> written;   // the last step that writes it
    bool isKept = false;                  // whether it must be written: an output, or read in parts
  };
  // The position among a group's steps, in their order, of the one that computes a value.
  std::optional<int> nodeOf(const Group& group, const Value& value) {
    const std::optional<std::size_t> written = factsOf_[value.storage].written;
    const auto found = written ? std::ranges::find(group.steps, *written) : group.steps.end();
    if (found == group.steps.end()) return std::nullopt;
    return static_cast<int>(group.steps.end() - found) - 1;
  }

  Steps& steps_;
  Passes& passes_;
  FactsOf<Facts> factsOf_;
  std::deque<Group> groups_;
  std::vector<Group*> groupOf_;
  std::vector<bool> isMoved_;  // into a pass
};

// Whether an input of a step is a factor of a product or a convolution; addends follow.
bool isFactor(const Step& step, int input) {
  constexpr int kFactors = 2;
  return input < kFactors && step.task() != nullptr && step.task()->state().takesEpilogue();
}

SharedStep flushing(const Step& step, layers::Softmax softmax, Machine& machine) {
  softmax.flush = true;
  auto made = Task::make(softmax);
  auto* task = std::get_if<Task>(&made);
  if (task == nullptr) return nullptr;
  machine.prepare(*task);
  Step flushed = step;
  flushed.work = std::make_shared<const Task>(std::move(*task));
  return std::make_shared<const Step>(std::move(flushed));
}

}  // namespace

Steps fuse(Steps steps, std::span<Storage* const> kept, Passes& passes) {
  return Fusion(steps, kept, passes).fuse();
}

void flushSubnormals(Steps& steps, std::span<Storage* const> kept, Machine& machine) {
  enum class Readers : std::uint8_t { products, others };
  FactsOf<Readers> readersOf;
  for (Storage* storage : kept) readersOf[storage->place()] = Readers::others;
  for (const SharedStep& step : steps)
    for (int i = 0; i < step->inputs.size(); ++i)
      if (step->inputs[i] && !isFactor(*step, i))
        readersOf[step->inputs[i].storage->place()] = Readers::others;
  for (SharedStep& step : steps) {
    const auto* softmax = layerOf<layers::Softmax>(*step);
    if (softmax == nullptr || softmax->logarithm || !step->outputs[0] ||
        readersOf[step->outputs[0].storage] != Readers::products)
      continue;
    if (step->replacement.by == nullptr) step->replacement.by = flushing(*step, *softmax, machine);
    if (step->replacement.by != nullptr) step = step->replacement.by;
  }
}

}  // namespace simdcast::graph
