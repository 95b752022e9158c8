// The forms of the outputs of a loop. If they are the same in every iteration, one iteration is
// lowered; otherwise all are, and the trip count must be constant.
#pragma once

#include <optional>
#include <vector>

#include "form_lowering.hpp"

namespace simdcast::model {

// The trip count of a loop that only its condition ends.
inline constexpr Count kEndless = kMaxCount;

// A scan output.
struct FormStack {
  bool isUsed = true;
  bool isReversed = false;
};

struct FormIteration {
  FormLowering& lowering;
  const BoundNode& node;
  const BoundGraph& body;
  const Frame& around;
  bool isLoop = false;              // whether the body has a number and a condition
  std::optional<Count> trips = {};  // nothing if it is not known
  graph::Value condition = {};      // before the first iteration; may be absent
  graph::Values states = {};        // before the first iteration
  graph::Values slices = {};        // each iteration reads one slice along the first axis
  std::vector<bool> reversed = {};  // for each of the slices
  std::vector<FormStack> stacks = {};
};

struct IteratedForms {
  graph::Values states;
  graph::Values stacks;  // unused ones have no storage
};

[[nodiscard]] IteratedForms iterate(const FormIteration& of);

// Stacks values of one form along a new first axis.
[[nodiscard]] graph::Value stacked(FormLowering& lowering, const BoundNode& node,
                                   const std::vector<graph::Value>& rows);

// The call with which a node with subgraphs builds its steps.
[[nodiscard]] onnx::Call callFor(FormLowering& lowering, const BoundNode& node);

}  // namespace simdcast::model
