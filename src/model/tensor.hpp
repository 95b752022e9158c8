// Tensors that a session is given and returns.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "../base/dtype.hpp"
#include "../graph/dims.hpp"

namespace simdcast {

// Types of fewer than 8 bits have a byte for each element.
struct Tensor {
  DType type = DType::float32;
  graph::Dims dims;
  std::vector<std::byte> bytes;
  // The elements of a tensor of strings, in UTF-8; it has no bytes.
  std::vector<std::string> texts = {};
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

// Tensors of one type.
struct Sequence {
  DType type = DType::float32;
  std::vector<Tensor> tensors;
};

// A value that need not be a tensor; nothing is an empty optional value.
using AnyValue = std::variant<std::monostate, Tensor, Sequence>;

struct NamedValue {
  std::string name;
  AnyValue value;
};

}  // namespace simdcast
