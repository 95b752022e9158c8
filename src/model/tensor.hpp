// Tensors that a session is given and returns.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../base/dtype.hpp"
#include "../graph/dims.hpp"

namespace simdcast {

// Types of fewer than 8 bits have a byte for each element.
struct Tensor {
  DType type = DType::float32;
  graph::Dims dims;
  std::vector<std::byte> bytes;
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

}  // namespace simdcast
