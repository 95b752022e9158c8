// The declarations of a model's values.
#pragma once

#include "graphs.hpp"

namespace simdcast::model {

[[nodiscard]] std::vector<Declaration> inputsOf(const GraphProto& graph, Reading& reading);
// An output may be only a name.
[[nodiscard]] std::vector<Declaration> outputsOf(const GraphProto& graph, Reading& reading);
// Types of intermediate values are informative in ONNX, so unsupported ones are omitted.
[[nodiscard]] std::vector<Declaration> declaredIn(const GraphProto& graph, Reading& reading);

}  // namespace simdcast::model
