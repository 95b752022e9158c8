// The contract of every kernel: out[i] = op(in[0][i], in[1][i], …) for i < n, where each input has
// a stride of 0 or one element. The output may be an input whose stride is not 0, and must not
// overlap any other. Pointers need no alignment.
#pragma once

#include <cstddef>

namespace simdcast {

struct Input {
  const std::byte* data = nullptr;
  // Bytes from one element to the next: its width, or 0 if one element is repeated.
  std::ptrdiff_t stride = 0;
};

using Kernel = void (*)(std::ptrdiff_t n, std::byte* out, const Input* in);

}  // namespace simdcast
