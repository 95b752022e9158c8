// Files of values in data sets: TensorProto, SequenceProto and OptionalProto of onnx-data.proto.
#pragma once

#include <span>
#include <variant>

#include "explain/faults.hpp"
#include "model/model.hpp"
#include "model/tensor.hpp"

namespace simdcast::test {

// The value of a file, in the kind that the model declares.
[[nodiscard]] std::variant<AnyValue, Fault> readValue(std::span<const std::byte> bytes,
                                                      const model::Declaration& declared);

}  // namespace simdcast::test
