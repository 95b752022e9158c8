// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor: nodes with ids, and votes at the
// leaves.
#pragma once

#include <string>

#include "tree_table.hpp"

namespace simdcast::onnx::ml {

// The numbers of an attribute, or of the tensor that replaces it; empty if the node has neither.
std::vector<double> floatsOf(Call& call, const std::string& name);

// Whether a node has float64 attributes: features are then compared in float64.
[[nodiscard]] bool hasDoubles(const Call& call);

struct Voting {
  // Prefix of the attributes of votes: with "class", the weights are class_weights.
  std::string prefix;
  Count targets = 1;
  // All votes are for this target, and count for the first.
  bool merged = false;
};

// Fails if nodes and votes are inconsistent.
PackedTrees packVotedForest(Call& call, DType type, const Voting& voting);

}  // namespace simdcast::onnx::ml
