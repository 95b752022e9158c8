// The package's own operators: parts of its functions that ONNX lacks.
#pragma once

#include "operator.hpp"

namespace simdcast::onnx {

inline constexpr std::string_view kOwnDomain = "simdcast";

// An operator of that domain.
[[nodiscard]] Bound findOwn(std::string_view name);

}  // namespace simdcast::onnx
