// The steps of a graph, in the order in which they run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../engine/task.hpp"
#include "../explain/faults.hpp"
#include "../operators/operator.hpp"
#include "value.hpp"

namespace simdcast::graph {

using simdcast::Fault;

// Work for which there is no task: a loop in C++. Buffers have the sizes of the values; those of
// absent inputs are null. Returns a fault before it writes anything, or nothing.
using HostWork =
    std::function<std::optional<Fault>(std::byte* const* outputs, const std::byte* const* inputs)>;

// The fault of an index that is out of range, at a position among the indices, which are one of
// the inputs; `label` is the node's.
using IndexFault =
    std::function<Fault(std::string_view label, Count position, const std::byte* const* inputs)>;

// The operator of a step.
struct Pointwise {
  OpId op{};
  AttributeValues attributes;
  int opset = kNewestOpset;
  bool fuses = true;  // whether it is elementwise, so that others may be fused with it
};

// An elementwise pass that each part of a step's result goes through, in place.
struct Epilogue {
  static constexpr int kResult = -1;

  std::shared_ptr<const Task> task;
  SmallVector<int, 4> inputs = {};  // of the pass: positions among the step's inputs, or kResult
};

struct Step;
using SharedStep = std::shared_ptr<const Step>;

// The step that replaces another one and its `others`, which are fused with it.
struct Replacement {
  std::vector<SharedStep> others = {};
  SharedStep by = {};
};

struct Step {
  std::variant<std::shared_ptr<const Task>, HostWork> work;
  Values inputs;   // absent ones have no storage
  Values outputs;  // unused ones have no storage
  std::optional<Pointwise> pointwise = {};
  std::optional<Epilogue> epilogue = {};
  IndexFault indexFault = {};
  const std::string* node = nullptr;  // the name of the node that it belongs to
  std::string_view label = {};        // of that node
  bool varies = false;  // whether runs on the same inputs may return different results
  // Whether the output has the elements of the first input, which other steps continue along an
  // axis.
  bool isContinued = false;
  // The last one, for programs that share the steps.
  mutable Replacement replacement = {};

  [[nodiscard]] const Task* task() const {
    const auto* task = std::get_if<std::shared_ptr<const Task>>(&work);
    return task == nullptr ? nullptr : task->get();
  }
};

// Programs share the steps that sizes leave unchanged.
using Steps = std::vector<SharedStep>;

}  // namespace simdcast::graph
