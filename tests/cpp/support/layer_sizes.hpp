// The tensors of a layer, derived only from its request.
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

// Whether a run takes long: rows and columns without elements may have any number.
[[nodiscard]] bool isLong(const layers::LayerRequest& request);

}  // namespace simdcast::test
