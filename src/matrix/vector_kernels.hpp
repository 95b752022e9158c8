// The product of a vector and a matrix, whose rows are so many bytes apart and are read once, where
// they lie. For lanes float and double.
#pragma once

#include <cstddef>

namespace simdcast {

// sums[j] += the sum over p < rows of factors[p] * matrix[p][j], in that order, for j < width.
using AddRows = void (*)(std::byte* sums, const std::byte* factors, const std::byte* matrix,
                         std::size_t rowStride, std::size_t rows, std::size_t width);
template <class Lane>
void addRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width);

// sums[i] = the sum over p < width of matrix[i][p] * factors[p], for i < rows. Added in the same
// order on any machine: every so many bytes apart, then what that gave, then the rest one by one.
using DotRows = AddRows;
template <class Lane>
void dotRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width);

}  // namespace simdcast
