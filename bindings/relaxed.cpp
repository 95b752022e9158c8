// The module of what gains from a fused multiply-add, for engines that have relaxed SIMD: inner
// loops of products, which are put into the engine's table of functions and run over its memory.
#include "../src/matrix/micro_kernel_loop.hpp"

namespace simdcast {

extern "C" [[clang::export_name("float32")]] void multiplyFloat32(
    const std::byte* stripe, const std::byte* panel, std::size_t panelStep, std::size_t k,
    std::byte* out, std::size_t outStep, bool continues) {
  multiply<float>(stripe, panel, panelStep, k, out, outStep, continues);
}

extern "C" [[clang::export_name("float64")]] void multiplyFloat64(
    const std::byte* stripe, const std::byte* panel, std::size_t panelStep, std::size_t k,
    std::byte* out, std::size_t outStep, bool continues) {
  multiply<double>(stripe, panel, panelStep, k, out, outStep, continues);
}

}  // namespace simdcast
