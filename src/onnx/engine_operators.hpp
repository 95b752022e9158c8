// The operators that the engine has itself: elementwise ones, Expand, MatMul and Gemm. It checks
// their types, counts and attributes, in the version of each opset.
#pragma once

#include "../base/function_ref.hpp"
#include "operator.hpp"

namespace simdcast::onnx {

// A row for each operator of the engine, apart from those whose name is taken.
[[nodiscard]] std::span<const Row> engineRows(FunctionRef<bool(std::string_view name)> isTaken);

[[nodiscard]] bool isOfEngine(const Row& row) noexcept;

}  // namespace simdcast::onnx
