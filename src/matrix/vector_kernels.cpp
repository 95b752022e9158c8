#include "vector_kernels.hpp"

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

// Rows that one pass adds to the sums, and rows that one pass over the factors sums up.
constexpr int kAddedRows = 6;
constexpr int kDottedRows = 4;

// Partial sums of a dot product, whatever the width of a vector.
template <class Lane>
constexpr int kPartials = 32 / sizeof(Lane);

template <class Lane, int kCount>
void addSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  using V = simd::Vec<Lane>;
  constexpr std::size_t kLanes = simd::kLanes<Lane>;
  V factor[kCount];
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) factor[p] = simd::load<Lane>(factors + p * sizeof(Lane));
  for (; width >= kLanes; width -= kLanes, sums += sizeof(V), matrix += sizeof(V)) {
    V sum = simd::load<V>(sums);
#pragma GCC unroll 16
    for (int p = 0; p < kCount; ++p) sum = sum + factor[p] * simd::load<V>(matrix + p * rowStride);
    simd::store(sums, sum);
  }
  for (; width > 0; --width, sums += sizeof(Lane), matrix += sizeof(Lane)) {
    Lane sum = simd::load<Lane>(sums);
    for (int p = 0; p < kCount; ++p)
      sum +=
          simd::load<Lane>(factors + p * sizeof(Lane)) * simd::load<Lane>(matrix + p * rowStride);
    simd::store(sums, sum);
  }
}

// The partial sums are added in halves: the upper to the lower, until one is left.
template <class Lane>
Lane addUp(Lane* partials) {
  for (int half = kPartials<Lane> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) partials[i] += partials[i + half];
  return partials[0];
}

template <class Lane, int kCount>
void dotSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  using V = simd::Vec<Lane>;
  constexpr int kParts = kPartials<Lane> / simd::kLanes<Lane>;
  V parts[kCount][kParts]{};
  for (; width >= kPartials<Lane>; width -= kPartials<Lane>) {
#pragma GCC unroll 16
    for (int part = 0; part < kParts; ++part, factors += sizeof(V), matrix += sizeof(V)) {
      const V factor = simd::load<V>(factors);
#pragma GCC unroll 16
      for (int i = 0; i < kCount; ++i)
        parts[i][part] = parts[i][part] + factor * simd::load<V>(matrix + i * rowStride);
    }
  }
  Lane partials[kCount][kPartials<Lane>];
  std::memcpy(partials, parts, sizeof partials);
  for (int i = 0; i < kCount; ++i, matrix += rowStride, sums += sizeof(Lane)) {
    Lane sum = addUp(partials[i]);
    for (std::size_t p = 0; p < width; ++p)
      sum += simd::load<Lane>(factors + p * sizeof(Lane)) *
             simd::load<Lane>(matrix + p * sizeof(Lane));
    simd::store(sums, sum);
  }
}

}  // namespace

template <class Lane>
void addRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width) {
  for (; rows >= kAddedRows; rows -= kAddedRows) {
    addSome<Lane, kAddedRows>(sums, factors, matrix, rowStride, width);
    factors += kAddedRows * sizeof(Lane);
    matrix += kAddedRows * rowStride;
  }
  for (; rows > 0; --rows, factors += sizeof(Lane), matrix += rowStride)
    addSome<Lane, 1>(sums, factors, matrix, rowStride, width);
}

template <class Lane>
void dotRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width) {
  for (; rows >= kDottedRows; rows -= kDottedRows) {
    dotSome<Lane, kDottedRows>(sums, factors, matrix, rowStride, width);
    sums += kDottedRows * sizeof(Lane);
    matrix += kDottedRows * rowStride;
  }
  for (; rows > 0; --rows, sums += sizeof(Lane), matrix += rowStride)
    dotSome<Lane, 1>(sums, factors, matrix, rowStride, width);
}

template void addRows<float>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                             std::size_t, std::size_t);
template void addRows<double>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);
template void dotRows<float>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                             std::size_t, std::size_t);
template void dotRows<double>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);

}  // namespace simdcast
