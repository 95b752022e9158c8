// The nodes of SequenceMap, with any way to lower their bodies.
#pragma once

#include "../base/function_ref.hpp"
#include "iteration.hpp"

namespace simdcast::model {

// The outputs of a subgraph for inputs.
using LowerBody = FunctionRef<graph::Values(const BoundGraph& body, const graph::Values& given)>;

[[nodiscard]] graph::Values mapSequences(graph::Builder& builder, const BoundNode& node,
                                         const graph::Values& inputs, LowerBody lower);

}  // namespace simdcast::model
