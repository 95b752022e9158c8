#include "tail.hpp"

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

// The maximum that an iteration reads of an input: 16 elements of 16 bytes.
constexpr std::ptrdiff_t kMostBytes = 256;

}  // namespace

void computeTail(Kernel kernel, const Turn& turn, std::ptrdiff_t n, std::byte* out,
                 const Input* in) {
  std::byte padded[Turn::kMostInputs][kMostBytes];
  std::byte result[kMostBytes];
  Input whole[Turn::kMostInputs];
  for (int i = 0; i < turn.inputs; ++i) {
    whole[i] = in[i];
    if (in[i].stride == 0) continue;
    whole[i].data = padded[i];
    simd::copyPadded(padded[i], in[i].data, n * turn.widths[i], turn.elements * turn.widths[i]);
  }
  kernel(turn.elements, result, whole);
  simd::copyFew(out, result, n * turn.outWidth);
}

}  // namespace simdcast
