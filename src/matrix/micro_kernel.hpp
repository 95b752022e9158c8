// The product of a stripe of rows of A and a panel of columns of B, kept in registers throughout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../simd/simd.hpp"

namespace simdcast {

inline constexpr int kRows = 4;     // of a stripe
inline constexpr int kVectors = 2;  // of a panel's row

template <class Lane>
inline constexpr int kColumns = kVectors* simd::kLanes<Lane>;

// out[i][j] = the sum over p < k of stripe[p][i] * panel[p][j], in that order, from 0 or, to
// continue, from out[i][j]. A stripe holds its kRows lanes of each p one after the other; of the
// panel and of the output, the rows are so many bytes apart. For lanes float, double, uint32 and
// uint64.
using Multiply = void (*)(const std::byte* stripe, const std::byte* panel, std::size_t panelStep,
                          std::size_t k, std::byte* out, std::size_t outStep, bool continues);

template <class Lane>
void multiply(const std::byte* stripe, const std::byte* panel, std::size_t panelStep, std::size_t k,
              std::byte* out, std::size_t outStep, bool continues);

// The loop for each lane. The library's own add and multiply in two roundings, so that every build
// gives the same bits; a caller may bring loops that fuse the two.
struct MicroKernels {
  Multiply float32 = multiply<float>;
  Multiply float64 = multiply<double>;
  Multiply word32 = multiply<std::uint32_t>;
  Multiply word64 = multiply<std::uint64_t>;
};

}  // namespace simdcast
