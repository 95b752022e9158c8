// The loop of micro_kernel.hpp, for the sources that instantiate it: the library's, and the module
// with fused multiply-adds.
#pragma once

#include <atomic>

#include "micro_kernel.hpp"

namespace simdcast {
namespace detail {

// The accumulators of each lane.
template <class Lane>
struct Sums {
  using V = simd::Vec<Lane>;
  static V add(V a, V b, V sum) { return simd::multiplyAdd(a, b, sum); }
};
template <>
struct Sums<Pair> {
  using V = simd::Vec<std::uint32_t>;
  static V add(V a, V b, V sum) { return sum + simd::dotPairs(a, b); }
};

// Compilers would load every row's factor first, and then have more values than registers.
inline void keepOrder() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace detail

template <class Lane>
void multiply(const StripeProduct& of) {
  using V = typename detail::Sums<Lane>::V;
  const auto [first, firstPanel, panelStride, panelNext, k, firstStart, startStride, startNext,
              firstOut, outStride, panels] = of;
  const std::byte* panelStart = firstPanel;
  const std::byte* start = firstStart;
  std::byte* out = firstOut;
  for (std::size_t left = panels; left > 0; --left) {
    V sums[kRows][kVectors];
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kVectors; ++j)
        sums[i][j] = simd::load<V>(start + i * startStride + j * sizeof(V));
    const std::byte* stripe = first;
    const std::byte* panel = panelStart;
    const std::byte* end = stripe + k * kRows * std::size_t{sizeof(Lane)};
    while (stripe != end) {
      V b[kVectors];
      for (int j = 0; j < kVectors; ++j) {
        b[j] = simd::load<V>(panel + j * sizeof(V));
        detail::keepOrder();
      }
      panel += panelStride;
      for (int i = 0; i < kRows; ++i) {
        const V a = simd::load<typename V::Lane>(stripe + i * sizeof(Lane));
        detail::keepOrder();
        for (int j = 0; j < kVectors; ++j)
          sums[i][j] = detail::Sums<Lane>::add(a, b[j], sums[i][j]);
        detail::keepOrder();
      }
      stripe += kRows * sizeof(Lane);
    }
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kVectors; ++j)
        simd::store(out + i * outStride + j * sizeof(V), sums[i][j]);
    panelStart += panelNext;
    start += startNext;
    out += kPanelStride;
  }
}

}  // namespace simdcast
