// Reads models and tensors of ONNX.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../explain/faults.hpp"
#include "model.hpp"
#include "tensor.hpp"

namespace simdcast::model {

struct ReadOptions {
  // Returns the contents of a file with external data, which must outlive the model, by the
  // location in the model, without a leading "./". Without it, and if it returns nothing, the model
  // is rejected. It must check locations, which may lead anywhere.
  std::function<std::optional<std::span<const std::byte>>(std::string_view location)> externalData;
  // The outputs to keep, with the nodes and initializers that they need. Default: all.
  std::optional<std::vector<std::string>> outputs;
};

// The bytes must outlive the model. Checks what holds for any model: names, order, types and sizes.
[[nodiscard]] std::variant<Model, Fault> readModel(std::span<const std::byte> bytes,
                                                   const ReadOptions& options = {});

// A TensorProto in a file of its own.
[[nodiscard]] std::variant<Tensor, Fault> readTensor(std::span<const std::byte> bytes);

}  // namespace simdcast::model
