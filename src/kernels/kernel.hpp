// kernels/ has the loops that compute one operator on one run of elements; they know nothing of
// shapes. May include base/, simd/ and math/.
//
// The contract of every kernel: out[i] = op(in[0][i], in[1][i], …) for i < n, where the step of an
// input is 0 or one element. The output may be one of the inputs that step on, and must not overlap
// one otherwise. No alignment is asked of any pointer.
#pragma once

#include <cstddef>

namespace simdcast {

struct Input {
  const std::byte* data = nullptr;
  std::ptrdiff_t step =
      0;  // bytes from an element to the next: its width, or 0 where it is repeated
};

using Kernel = void (*)(std::ptrdiff_t n, std::byte* out, const Input* in);

}  // namespace simdcast
