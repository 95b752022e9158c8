// The product of a matrix and one with few columns: each row's sums stay in one or two vectors, and
// the first matrix is read once, in place. For lanes float and double.
#pragma once

#include <cstddef>

namespace simdcast {

// The first matrix: rows that are `rowStride` bytes apart, of elements that are `stride` bytes
// apart.
struct Factors {
  const std::byte* data;
  std::size_t rowStride;
  std::size_t stride;
};

// out[i][j] = the sum over p < k of factors[i][p] * panel[p][j], in that order, for i < rows and
// j < columns <= kColumns<Lane>. The panel's rows are kColumns<Lane> long, the result's `columns`.
using MultiplyNarrow = void (*)(std::byte* out, const Factors& factors, const std::byte* panel,
                                std::size_t rows, std::size_t columns, std::size_t k);
template <class Lane>
void multiplyNarrow(std::byte* out, const Factors& factors, const std::byte* panel,
                    std::size_t rows, std::size_t columns, std::size_t k);

}  // namespace simdcast
