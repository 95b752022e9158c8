// Matrix products: out = alpha * A' * B' + beta * C, in any type of ONNX's Gemm and MatMul, one
// matrix at a time along the batch axes. float16 and bfloat16 are summed in float32 and rounded
// once; integers wrap, and go through double if alpha or beta is not 1.
#pragma once

#include <array>
#include <cstddef>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"
#include "epilogue.hpp"
#include "micro_kernel.hpp"

namespace simdcast {

class Team;

struct Gemm {
  DType type{};
  Size m = 0;
  Size n = 0;
  Size k = 0;
  bool transA = false;  // A is stored (k,m)
  bool transB = false;  // B is stored (n,k)
  double alpha = 1;
  double beta = 1;
  bool hasC = false;     // false also for beta = 0, which does not read C
  Count rowStrideC = 0;  // elements; 0 if C is stretched
  Count columnStrideC = 0;
  Shape batch;                          // of the output
  std::array<Strides, 2> batchStrides;  // of A and B, in matrices
  bool swapped = false;                 // A is the second input, and B the first
  // B is packed, in panels of the width that findProductType returns: k rows per panel; missing
  // columns of the last one are zeros. Only for floats.
  bool packedB = false;
};

// Whether matrices of the type can be multiplied.
[[nodiscard]] bool hasProducts(DType type) noexcept;

// Bytes of the workspace of the product.
[[nodiscard]] Count workspaceOf(const Gemm& gemm) noexcept;

// The output must not overlap an input; no alignment is required. `epilogue` is called for parts of
// the result, if it is set.
void run(const Gemm& gemm, const MicroKernels& kernels, std::byte* out,
         const std::byte* const* inputs, std::byte* workspace,
         const ApplyEpilogue* epilogue = nullptr);

// Approximate, on one thread.
[[nodiscard]] double nanosecondsOf(const Gemm& gemm) noexcept;

// The size of a workspace that the threads of a team share.
[[nodiscard]] Count workspaceOf(const Gemm& gemm, const Team& team) noexcept;
void run(const Gemm& gemm, const MicroKernels& kernels, std::byte* out,
         const std::byte* const* inputs, std::byte* workspace, Team& team,
         const ApplyEpilogue* epilogue = nullptr);

}  // namespace simdcast
