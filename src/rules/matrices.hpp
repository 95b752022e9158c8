// Operands of an elementwise operator that do not broadcast, but multiply as matrices.
#pragma once

#include <optional>

#include "alignment.hpp"

namespace simdcast {

struct MatrixReading {
  bool isTransposed = false;  // A times the transpose of B
  Shape output;
};

// Nothing if the alignment is accepted or is not of two elementwise operands, or if these are not
// matrices whose sizes multiply.
[[nodiscard]] std::optional<MatrixReading> readAsMatrices(const Alignment& alignment);

}  // namespace simdcast
