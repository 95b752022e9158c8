// The trees of TreeEnsemble: branches that refer to other branches or leaves by position.
#pragma once

#include "tree_table.hpp"

namespace simdcast::onnx::ml {

// Fails if positions and lengths are inconsistent.
PackedTrees packLinkedForest(Call& call, DType type, Count targets);

}  // namespace simdcast::onnx::ml
