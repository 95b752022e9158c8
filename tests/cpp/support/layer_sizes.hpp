// The tensors of a layer, from its request alone.
#pragma once

#include <optional>
#include <vector>

#include "layers/requests.hpp"

namespace simdcast::test {

// Bytes of each input and output; nothing where a product passes what a test can hold.
struct LayerSizes {
  std::vector<std::optional<Count>> inputs;
  std::vector<std::optional<Count>> outputs;

  [[nodiscard]] bool areHeld() const;
};

// The request must be possible.
[[nodiscard]] LayerSizes sizesOf(const layers::LayerRequest& request);

// Of rows and columns without elements there may be any number.
[[nodiscard]] bool isLong(const layers::LayerRequest& request);

}  // namespace simdcast::test
