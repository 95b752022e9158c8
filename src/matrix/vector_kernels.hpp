// The product of a vector and a matrix in place, whose rows have a stride in bytes and are read
// once. Elements are float, double, Half or BFloat. Halves and BFloats are widened in registers;
// their factors and sums are floats.
#pragma once

#include <cstddef>

namespace simdcast {

// sums[j] += the sum over p < rows of factors[p] * matrix[p][j], in that order, for j < width.
using AddRows = void (*)(std::byte* sums, const std::byte* factors, const std::byte* matrix,
                         std::size_t rowStride, std::size_t rows, std::size_t width);
template <class Element>
void addRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width);

// sums[i] = the sum over p < width of matrix[i][p] * factors[p], for i < rows. The order of
// additions is the same on any machine: lanes a fixed distance apart, then the partial sums, then
// the rest one by one.
using DotRows = AddRows;
template <class Element>
void dotRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width);

// sums[j] = the sum over p < depth of factors[p] * matrix[p][j], in that order, for j < width, of a
// matrix in contiguous panels (StripeProduct). Memory of a matrix that is far is read in one
// stream.
using SumPanels = void (*)(std::byte* sums, const std::byte* factors, const std::byte* panels,
                           std::size_t depth, std::size_t width, bool isNear);
template <class Element>
void sumPanels(std::byte* sums, const std::byte* factors, const std::byte* panels,
               std::size_t depth, std::size_t width, bool isNear);

}  // namespace simdcast
