// The final scaling of a product's sums.
#pragma once

#include <cstddef>

namespace simdcast {

// sums[j] = alpha * sums[j] + beta * addend[j] for j < count, in place. The addends are `stride`
// bytes apart: a lane, or 0 if all are the same; null adds nothing.
using Scale = void (*)(double alpha, double beta, std::byte* sums, const std::byte* addend,
                       std::size_t stride, std::size_t count);

template <class Lane>
void scaleFloats(double alpha, double beta, std::byte* sums, const std::byte* addend,
                 std::size_t stride, std::size_t count);

// Wraps; if alpha or beta is not 1, each result is computed in double and rounded towards zero.
template <class Value>
void scaleIntegers(double alpha, double beta, std::byte* sums, const std::byte* addend,
                   std::size_t stride, std::size_t count);

}  // namespace simdcast
