// Names of the inputs that callers are likely to omit.
#pragma once

#include <string_view>

namespace simdcast::onnx {

// The name of an operator's input; empty if it is not listed.
[[nodiscard]] std::string_view inputName(std::string_view op, int at) noexcept;

}  // namespace simdcast::onnx
