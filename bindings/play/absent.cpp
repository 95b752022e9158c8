// Stubs for the parts of the engine that this module lacks, so that it links: conversions between
// types, products of matrices, and layers. Its requests reach none of them (operators.hpp).
#include "../../src/convert/convert.hpp"
#include "../../src/kernels/small_float_kernels.hpp"
#include "../../src/layers/layer.hpp"
#include "../../src/matrix/gemm.hpp"

namespace simdcast {

Convert findWiden(DType /*from*/, Lane /*to*/) noexcept { return nullptr; }
Convert findNarrow(Lane /*from*/, DType /*to*/, Narrowing /*narrowing*/) noexcept {
  return nullptr;
}
Conversion findConversion(DType /*from*/, DType /*to*/, Narrowing /*narrowing*/) noexcept {
  return {};
}
Kernel findSmallFloatKernel(KernelOp /*op*/, DType /*type*/) noexcept { return nullptr; }

bool hasProducts(DType /*type*/) noexcept { return false; }
Count workspaceOf(const Gemm& /*gemm*/) noexcept { return 0; }
Count workspaceOf(const Gemm& /*gemm*/, const Team& /*team*/) noexcept { return 0; }
double nanosecondsOf(const Gemm& /*gemm*/) noexcept { return 0; }
void run(const Gemm& /*gemm*/, const MicroKernels& /*kernels*/, std::byte* /*out*/,
         const std::byte* const* /*inputs*/, std::byte* /*workspace*/,
         const ApplyEpilogue* /*epilogue*/) {}
void run(const Gemm& /*gemm*/, const MicroKernels& /*kernels*/, std::byte* /*out*/,
         const std::byte* const* /*inputs*/, std::byte* /*workspace*/, Team& /*team*/,
         const ApplyEpilogue* /*epilogue*/) {}

namespace layers {

bool isPossible(const LayerRequest& /*request*/) { return false; }
std::string_view name(const LayerRequest& /*request*/) noexcept { return {}; }
Operands operandsOf(const LayerRequest& /*request*/) { return {}; }
Count packedBytes(const LayerRequest& /*request*/, int /*input*/) { return 0; }
void pack(const LayerRequest& /*request*/, int /*input*/, std::byte* /*to*/,
          const std::byte* /*from*/) {}
void unpack(const LayerRequest& /*request*/, int /*input*/, std::byte* /*to*/,
            const std::byte* /*from*/) {}
LayerRequest simplified(const LayerRequest& request) { return request; }
Count workspaceOf(const LayerRequest& /*request*/) { return 0; }
Count workspaceOf(const LayerRequest& /*request*/, const Team& /*team*/) { return 0; }
double nanosecondsOf(const LayerRequest& /*request*/) { return 0; }
Count run(const LayerRequest& /*request*/, const Buffers& /*buffers*/) { return kDone; }
Count share(const LayerRequest& /*request*/, const Buffers& /*buffers*/, Team& /*team*/) {
  return kDone;
}

}  // namespace layers
}  // namespace simdcast
