// The product of a stripe of rows of A and a panel of columns of B, kept in registers throughout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../simd/simd.hpp"

namespace simdcast {

// A lane of two integers, whose products with two others are summed in 32 bits, and wrap.
struct Pair {
  std::int16_t first;
  std::int16_t second;
};

inline constexpr int kRows = 4;     // of a stripe
inline constexpr int kVectors = 2;  // of a panel's row

template <class Lane>
inline constexpr int kColumns = kVectors* simd::kLanes<Lane>;

// A stripe of kRows rows times contiguous panels of columns; strides are in bytes. The stripe
// stores its kRows lanes of each p contiguously. The start may be the output.
struct StripeProduct {
  const std::byte* stripe;
  const std::byte* panel;
  std::size_t panelStride;  // from a row of a panel to the next
  std::size_t panelNext;    // from a panel to the next
  std::size_t k;
  const std::byte* start;
  std::size_t startStride;
  std::size_t startNext;
  std::byte* out;  // of the first panel; the next one is adjacent
  std::size_t outStride;
  std::size_t panels;
};

// out[i][j] = start[i][j], and then each of stripe[p][i] * panel[p][j] for p < k added to it, in
// that order. For lanes float, double, uint32, uint64 and Pair.
using Multiply = void (*)(const StripeProduct& of);

template <class Lane>
void multiply(const StripeProduct& of);

// Bytes of a panel's row, and of a row in the buffer for results beyond the edge.
inline constexpr std::size_t kPanelStride = kVectors * simd::kVectorBytes;

// A start of zeros, with strides of 0.
inline constexpr std::byte kZeros[kPanelStride]{};

// The loop for each compute type. The library's own loops multiply and add in two roundings, so all
// builds are bit-identical; a caller may pass loops that fuse the two.
struct MicroKernels {
  Multiply float32 = multiply<float>;
  Multiply float64 = multiply<double>;
  Multiply word32 = multiply<std::uint32_t>;
  Multiply word64 = multiply<std::uint64_t>;
  Multiply pairs = multiply<Pair>;
};

}  // namespace simdcast
