// ONNX's own comparison, from its backend test runner: type and shape exactly, everything else
// within rtol 1e-3 and atol 1e-7 of the expected value, NaN equal to NaN.
#pragma once

#include <optional>
#include <string>

#include "model/tensor.hpp"

namespace simdcast::test {

// How a result differs from what is expected, in words; nothing if it matches.
[[nodiscard]] std::optional<std::string> difference(const Tensor& actual, const Tensor& expected);
[[nodiscard]] std::optional<std::string> difference(const AnyValue& actual,
                                                    const AnyValue& expected);

}  // namespace simdcast::test
