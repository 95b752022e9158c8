// The loop of micro_kernel.hpp, for the sources that instantiate it: the library's, and the module
// with fused multiply-adds.
#pragma once

#include <atomic>

#include "micro_kernel.hpp"

namespace simdcast {
namespace detail {

// Compilers would load every row's factor first, and then have more values than registers.
inline void keepOrder() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace detail

template <class Lane>
void multiply(const StripeProduct& of) {
  using V = simd::Vec<Lane>;
  const auto [first, firstPanel, panelStep, panelNext, k, firstStart, startStep, startNext,
              firstOut, outStep, panels] = of;
  const std::byte* panelStart = firstPanel;
  const std::byte* start = firstStart;
  std::byte* out = firstOut;
  for (std::size_t left = panels; left > 0; --left) {
    V sums[kRows][kVectors];
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kVectors; ++j)
        sums[i][j] = simd::load<V>(start + i * startStep + j * sizeof(V));
    const std::byte* stripe = first;
    const std::byte* panel = panelStart;
    const std::byte* end = stripe + k * kRows * std::size_t{sizeof(Lane)};
    while (stripe != end) {
      V b[kVectors];
      for (int j = 0; j < kVectors; ++j) {
        b[j] = simd::load<V>(panel + j * sizeof(V));
        detail::keepOrder();
      }
      panel += panelStep;
      for (int i = 0; i < kRows; ++i) {
        const V a = simd::load<Lane>(stripe + i * sizeof(Lane));
        detail::keepOrder();
        for (int j = 0; j < kVectors; ++j) sums[i][j] = simd::multiplyAdd(a, b[j], sums[i][j]);
        detail::keepOrder();
      }
      stripe += kRows * sizeof(Lane);
    }
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kVectors; ++j) simd::store(out + i * outStep + j * sizeof(V), sums[i][j]);
    panelStart += panelNext;
    start += startNext;
    out += kTileStep;
  }
}

}  // namespace simdcast
