// The tensors of a layer, from its request alone.
#pragma once

#include <optional>
#include <vector>

#include "layers/requests.hpp"

namespace simdcast::test {

// Bytes of each input as a dense tensor and of each output; empty if a product exceeds what a test
// can allocate.
struct LayerSizes {
  std::vector<std::optional<Count>> inputs;
  std::vector<std::optional<Count>> outputs;

  [[nodiscard]] bool areHeld() const;
};

// The request must be possible.
[[nodiscard]] LayerSizes sizesOf(const layers::LayerRequest& request);

// Rows and columns without elements may be of any number.
[[nodiscard]] bool isLong(const layers::LayerRequest& request);

}  // namespace simdcast::test
