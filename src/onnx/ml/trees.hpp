// Runs of ensembles of decision trees on rows of features.
#pragma once

#include <optional>
#include <utility>

#include "tree_table.hpp"

namespace simdcast::onnx::ml {

struct Folding {
  layers::Reduction reduction{};  // of votes
  Count targets = 1;
  std::span<const double> base = {};  // added to each result, one for each target; may be empty
  bool top = false;
};

// The results of the rows, in the type of the trees; and, if `top`, the target with the highest
// result for each row.
std::pair<Value, Value> runTrees(Call& call, const PackedTrees& trees, const Folding& folding);

// float64 if either the features or the node's numbers are.
[[nodiscard]] inline DType treeTypeOf(DType features, bool isDouble) {
  return features == DType::float64 || isDouble ? DType::float64 : DType::float32;
}

}  // namespace simdcast::onnx::ml
