// Gemm and MatMul: how their matrices meet, and the product that they ask for.
#pragma once

#include "../matrix/gemm.hpp"
#include "../rules/alignment.hpp"
#include "request.hpp"

namespace simdcast {

// Gemm takes matrices alone; the rule of MatMul says of its inputs what ranks they may have.
[[nodiscard]] bool haveRanks(const OperatorRequest& request) noexcept;

// How the inputs meet: A with B, and where those do, C with A·B for Gemm. Gemm's factors are
// aligned as they are multiplied, so that a transposed one is Aᵀ or Bᵀ. The inputs must have the
// ranks.
[[nodiscard]] Alignment alignMatrices(const OperatorRequest& request, const Version& version);

// The shapes that such an alignment was made from.
[[nodiscard]] Shapes alignedMatrices(const OperatorRequest& request, const Alignment& alignment);

// The product of inputs whose alignment is ok.
[[nodiscard]] Gemm lowerProduct(const OperatorRequest& request, const Alignment& alignment);

}  // namespace simdcast
