// What a product's sums go through before they are the result.
#pragma once

#include <cstddef>

namespace simdcast {

// sums[j] = alpha * sums[j] + beta * addend[j] for j < count, in place. The addends are `stride`
// bytes apart: a lane, or 0 where all are the same; without any, nothing is added.
using Scale = void (*)(double alpha, double beta, std::byte* sums, const std::byte* addend,
                       std::size_t stride, std::size_t count);

template <class Lane>
void scaleFloats(double alpha, double beta, std::byte* sums, const std::byte* addend,
                 std::size_t stride, std::size_t count);

// Wraps; where alpha or beta is not 1, each result is made in double and rounded towards zero.
template <class Value>
void scaleIntegers(double alpha, double beta, std::byte* sums, const std::byte* addend,
                   std::size_t stride, std::size_t count);

}  // namespace simdcast
