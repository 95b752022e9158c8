#include "micro_kernel.hpp"

#include <atomic>

#include "../execute/simd.hpp"

namespace simdcast {
namespace {

// Compilers would load every row's factor first, and then have more values than registers.
void keepOrder() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace

template <class Lane>
void multiply(const std::byte* stripe, const std::byte* panel, std::size_t panelStep, std::size_t k,
              std::byte* out, std::size_t outStep, bool continues) {
  using V = simd::Vec<Lane>;
  V sums[kRows][kVectors]{};
  if (continues)
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kVectors; ++j)
        sums[i][j] = simd::load<V>(out + i * outStep + j * sizeof(V));
  const std::byte* end = stripe + k * kRows * std::size_t{sizeof(Lane)};
  while (stripe != end) {
    V b[kVectors];
    for (int j = 0; j < kVectors; ++j) {
      b[j] = simd::load<V>(panel + j * sizeof(V));
      keepOrder();
    }
    panel += panelStep;
    for (int i = 0; i < kRows; ++i) {
      const V a = simd::splat(simd::load<Lane>(stripe + i * sizeof(Lane)));
      keepOrder();
      for (int j = 0; j < kVectors; ++j) sums[i][j] = simd::multiplyAdd(a, b[j], sums[i][j]);
      keepOrder();
    }
    stripe += kRows * sizeof(Lane);
  }
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kVectors; ++j) simd::store(out + i * outStep + j * sizeof(V), sums[i][j]);
}

template void multiply<float>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                              std::byte*, std::size_t, bool);
template void multiply<double>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                               std::byte*, std::size_t, bool);
template void multiply<std::uint32_t>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                                      std::byte*, std::size_t, bool);
template void multiply<std::uint64_t>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                                      std::byte*, std::size_t, bool);

}  // namespace simdcast
