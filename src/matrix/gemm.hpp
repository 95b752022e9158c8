// Matrix products: out = alpha * A' * B' + beta * C, in any type of ONNX's Gemm and MatMul, one
// matrix after the other along the batch axes. float16 and bfloat16 are summed in float32 and
// rounded once; integers wrap, and go through double where alpha or beta is not 1.
#pragma once

#include <array>
#include <cstddef>

#include "../dtype.hpp"
#include "../rules/alignment.hpp"

namespace simdcast {

struct Gemm {
  DType type{};
  Size m = 0;
  Size n = 0;
  Size k = 0;
  bool transA = false;  // A is stored (k,m)
  bool transB = false;  // B is stored (n,k)
  float alpha = 1;
  float beta = 1;
  bool hasC = false;     // false also for beta = 0, which does not read C
  Count rowStrideC = 0;  // elements; 0 where C is reused
  Count columnStrideC = 0;
  Shape batch;                          // of the output
  std::array<Strides, 2> batchStrides;  // of A and B, in matrices
  bool swapped = false;                 // A is the second input, and B the first
};

// The output must not overlap an input.
using GemmKernel = void (*)(const Gemm& gemm, std::byte* out, const std::byte* const* inputs,
                            std::byte* workspace);

// Null for a type that has no products.
[[nodiscard]] GemmKernel findGemm(DType type) noexcept;

// Bytes that the kernel of the product's type needs to work in.
[[nodiscard]] Count workspaceOf(const Gemm& gemm) noexcept;

}  // namespace simdcast
