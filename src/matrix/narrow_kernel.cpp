#include "narrow_kernel.hpp"

#include "../simd/simd.hpp"
#include "micro_kernel.hpp"
#include "packing.hpp"

namespace simdcast {
namespace {

// The sums of kRows rows.
template <class Lane, int kParts>
void sumRows(simd::Vec<Lane> (&sums)[kRows][kParts], const Factors& factors, const std::byte* panel,
             std::size_t k) {
  using V = simd::Vec<Lane>;
  const std::byte* factor = factors.data;
  for (; k > 0; --k, factor += factors.stride, panel += kColumns<Lane> * sizeof(Lane)) {
    V b[kParts];
#pragma GCC unroll 16
    for (int j = 0; j < kParts; ++j) b[j] = simd::load<V>(panel + j * sizeof(V));
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const V a = simd::load<Lane>(factor + i * factors.rowStride);
#pragma GCC unroll 16
      for (int j = 0; j < kParts; ++j) sums[i][j] = sums[i][j] + a * b[j];
    }
  }
}

// Rows are stored as whole vectors, though they are shorter: of 3 columns in vectors of 4 lanes,
// the fourth lane of a row lands on the first element of the next, which is stored after it. The
// last rows would be stored past the end of the result; those, and the tail of fewer rows than
// kRows, go through a buffer.
template <class Lane, int kParts>
void multiplyParts(std::byte* out, Factors factors, const std::byte* panel, std::size_t rows,
                   std::size_t columns, std::size_t k) {
  using V = simd::Vec<Lane>;
  constexpr std::size_t kStored = kParts * sizeof(V);
  const std::size_t row = columns * sizeof(Lane);
  const std::size_t rowStride = factors.rowStride;
  while (rows > 0) {
    const std::size_t some = rows < kRows ? 1 : kRows;
    if (some == 1) factors.rowStride = 0;
    V sums[kRows][kParts]{};
    sumRows<Lane>(sums, factors, panel, k);
    if (rows >= kRows && (rows - kRows + 1) * row >= kStored) {
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
        for (int j = 0; j < kParts; ++j) simd::store(out + i * row + j * sizeof(V), sums[i][j]);
      }
    } else {
      std::byte edge[kRows * kStored];
      std::memcpy(edge, sums, sizeof sums);
      for (std::size_t i = 0; i < some; ++i) copyLanes(out + i * row, edge + i * kStored, row);
    }
    out += some * row;
    factors.data += some * rowStride;
    rows -= some;
  }
}

}  // namespace

template <class Lane>
void multiplyNarrow(std::byte* out, const Factors& factors, const std::byte* panel,
                    std::size_t rows, std::size_t columns, std::size_t k) {
  static_assert(kVectors == 2);
  const auto multiply =
      columns <= simd::kLanes<Lane> ? multiplyParts<Lane, 1> : multiplyParts<Lane, 2>;
  multiply(out, factors, panel, rows, columns, k);
}

template void multiplyNarrow<float>(std::byte*, const Factors&, const std::byte*, std::size_t,
                                    std::size_t, std::size_t);
template void multiplyNarrow<double>(std::byte*, const Factors&, const std::byte*, std::size_t,
                                     std::size_t, std::size_t);

}  // namespace simdcast
