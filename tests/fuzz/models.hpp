// Models of a few random nodes, from the table of operators.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "model/tensor.hpp"

namespace simdcast::fuzz {

struct RandomModel {
  std::vector<std::byte> bytes;  // a ModelProto
  std::vector<NamedTensor> feeds;
  // Whether a run returns other results than the one before.
  bool varies = false;
};

// Operators, types and numbers of inputs are mostly as their schemas have them, shapes and
// attributes less so. Some models have bytes changed at random.
[[nodiscard]] RandomModel readModel(Bytes& bytes);

}  // namespace simdcast::fuzz
