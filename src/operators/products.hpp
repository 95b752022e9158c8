// Gemm and MatMul: how their matrices meet, and the product that they ask for.
#pragma once

#include "../matrix/gemm.hpp"
#include "../rules/alignment.hpp"
#include "request.hpp"

namespace simdcast {

// The sizes of one product, read from the shapes of A and B.
struct ProductSizes {
  Size m = 0;
  Size n = 0;
  Size k = 0;  // of A
  Size kOfB = 0;
};

// Gemm takes matrices alone; the rule of MatMul says of its inputs what ranks they may have.
[[nodiscard]] bool haveRanks(const OperatorRequest& request) noexcept;

// How the inputs meet: C with A·B for Gemm, the batch axes for MatMul. A shape that no tensor has
// is a failure of the alignment. The inputs must have the ranks.
[[nodiscard]] Alignment alignMatrices(const OperatorRequest& request, const Version& version);

// The inner sizes of inputs whose alignment is ok.
[[nodiscard]] ProductSizes productSizes(const OperatorRequest& request);

struct Product {
  Gemm gemm;
  Shape output;
};

// The product of inputs that have been aligned, and whose inner sizes are equal.
[[nodiscard]] Product lowerProduct(const OperatorRequest& request, const Alignment& alignment);

}  // namespace simdcast
