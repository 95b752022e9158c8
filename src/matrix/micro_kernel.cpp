#include "micro_kernel.hpp"

namespace simdcast {
namespace {

template <class Lane>
simd::Vec<Lane> loadLanes(const Lane* from) {
  return simd::load<simd::Vec<Lane>>(reinterpret_cast<const std::byte*>(from));
}

}  // namespace

template <class Lane>
void multiply(const Lane* rows, const Lane* panel, Count k, Lane* block) {
  using V = simd::Vec<Lane>;
  constexpr int kStep = simd::kLanes<Lane>;
  V sums[kRows][kVectors]{};
  for (auto left = static_cast<std::ptrdiff_t>(k); left > 0; --left) {
    V b[kVectors];
    for (int j = 0; j < kVectors; ++j) b[j] = loadLanes(panel + j * kStep);
    for (int i = 0; i < kRows; ++i) {
      const V a = V{} + rows[i];
      for (int j = 0; j < kVectors; ++j) sums[i][j] += a * b[j];
    }
    rows += kRows;
    panel += kColumns<Lane>;
  }
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kVectors; ++j)
      simd::store(reinterpret_cast<std::byte*>(block + i * kColumns<Lane> + j * kStep), sums[i][j]);
}

template void multiply(const float*, const float*, Count, float*);
template void multiply(const double*, const double*, Count, double*);
template void multiply(const std::uint32_t*, const std::uint32_t*, Count, std::uint32_t*);
template void multiply(const std::uint64_t*, const std::uint64_t*, Count, std::uint64_t*);

}  // namespace simdcast
