// Gemm and MatMul: the alignment of their matrices, and the product.
#pragma once

#include "../matrix/gemm.hpp"
#include "../rules/alignment.hpp"
#include "request.hpp"

namespace simdcast {

// Gemm requires matrices; the rule of MatMul checks the ranks of its inputs.
[[nodiscard]] bool haveRanks(const OperatorRequest& request) noexcept;

// The alignment of the inputs: A with B, and then C with A·B for Gemm. Gemm's factors are aligned
// after any transposition, as Aᵀ or Bᵀ. The inputs must have the required ranks.
[[nodiscard]] Alignment alignMatrices(const OperatorRequest& request, const Version& version);

// The shapes that alignMatrices aligns.
[[nodiscard]] Shapes alignedMatrices(const OperatorRequest& request, const Alignment& alignment);

// The product of inputs whose alignment is ok.
[[nodiscard]] Gemm lowerProduct(const OperatorRequest& request, const Alignment& alignment);

}  // namespace simdcast
