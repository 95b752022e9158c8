// The module of loops that gain from a fused multiply-add, for engines with relaxed SIMD: inner
// loops of products, which are added to the engine's function table and use its memory.
#include "../src/matrix/micro_kernel_loop.hpp"

namespace simdcast {

extern "C" [[clang::export_name("float32")]] void multiplyFloat32(const StripeProduct& of) {
  multiply<float>(of);
}

extern "C" [[clang::export_name("float64")]] void multiplyFloat64(const StripeProduct& of) {
  multiply<double>(of);
}

}  // namespace simdcast
