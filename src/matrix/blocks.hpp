// How a product is split into blocks, and their layout.
#pragma once

#include "gemm.hpp"
#include "product_types.hpp"

namespace simdcast {

// Rows that are widened at a time.
inline constexpr Count kWidened = 16;

// The size of the packed blocks, and their offsets in the workspace, in bytes.
struct Blocks {
  bool isVector;  // rows one by one: nothing is packed
  bool isNear;    // B stays in L2
  bool isNarrow;  // one panel: A is not packed
  bool widens;    // elements are stored in fewer bytes than a lane
  bool packs;     // all of B, rather than only what does not fill a panel
  Count depth;
  Count columns;
  Count stripe;
  Count sums;
  Count addend;
  Count widened;
  Count bytes;
};

[[nodiscard]] Blocks blocksOf(const Gemm& gemm, const ProductType& type);

}  // namespace simdcast
