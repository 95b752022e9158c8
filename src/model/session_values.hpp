// The tensors of a session's caller as values of its graph, and results as tensors.
#pragma once

#include <optional>

#include "shared.hpp"
#include "tensor.hpp"

namespace simdcast::model {

// A tensor as a value, at an aligned address; without a storage if memory is short.
[[nodiscard]] graph::Value valueOf(const Tensor& tensor, graph::Holdings& holdings,
                                   strings::Pool& pool);
[[nodiscard]] std::vector<std::string> textsOf(const graph::Value& value,
                                               const strings::Pool& pool);

// The reason why the elements of a tensor do not fit its shape.
[[nodiscard]] std::optional<Fault> checkElements(std::string_view name, const Tensor& tensor);

}  // namespace simdcast::model
