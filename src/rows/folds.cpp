#include "folds.hpp"

#include <algorithm>
#include <cstring>

#include "../kernels/registry.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

// Partial results that are kept side by side.
constexpr Count kPartials = 256;

template <class T>
constexpr int kVectorsOfPartials = kPartials / simd::kLanes<T>;

// Blocks of kPartials elements that stay in L1 while addBlocks reads them: 8 KB of float32.
constexpr Count kBlocksAtOnce = 8;

// partials[i] += the i-th element of each block of kPartials, block by block. Eight vectors of sums
// at a time stay in registers, and the blocks are read from L1 for each eight.
template <class T>
void addBlocks(Count blocks, std::byte* partials, const std::byte* from) {
  using V = simd::Vec<T>;
  constexpr int kAtOnce = 8;
  constexpr std::size_t kBlock = kPartials * sizeof(T);
#pragma GCC unroll 1
  for (int i = 0; i < kVectorsOfPartials<T>; i += kAtOnce) {
    std::byte* const to = partials + i * sizeof(V);
    const std::byte* at = from + i * sizeof(V);
    V sums[kAtOnce];
#pragma GCC unroll 8
    for (int k = 0; k < kAtOnce; ++k) sums[k] = simd::load<V>(to + k * sizeof(V));
#pragma GCC unroll 1
    for (Count block = 0; block < blocks; ++block, at += kBlock) {
#pragma GCC unroll 8
      for (int k = 0; k < kAtOnce; ++k) sums[k] = sums[k] + simd::load<V>(at + k * sizeof(V));
    }
#pragma GCC unroll 8
    for (int k = 0; k < kAtOnce; ++k) simd::store(to + k * sizeof(V), sums[k]);
  }
}

// Two halvings at a time, in the order of the tree: quarters 0 + 2 and 1 + 3, then their sums.
template <class T>
void addHalves(std::byte* partials) {
  using V = simd::Vec<T>;
  const auto vector = [&](int i) { return simd::load<V>(partials + i * sizeof(V)); };
  int half = kVectorsOfPartials<T> / 2;
  // Not unrolled: these loops have few iterations, and unrolling only enlarges the module.
#pragma GCC unroll 1
  for (; half > 1; half /= 4) {
    const int quarter = half / 2;
#pragma GCC unroll 1
    for (int i = 0; i < quarter; ++i)
      simd::store(partials + i * sizeof(V), (vector(i) + vector(i + half)) +
                                                (vector(i + quarter) + vector(i + half + quarter)));
  }
  if (half == 1) simd::store(partials, vector(0) + vector(1));
  T lanes[simd::kLanes<T>];
  std::memcpy(lanes, partials, sizeof lanes);
  for (int lane = simd::kLanes<T> / 2; lane > 0; lane /= 2)
    for (int i = 0; i < lane; ++i) lanes[i] += lanes[i + lane];
  simd::store(partials, lanes[0]);
}

}  // namespace

Fold::Fold(KernelOp op, Lane lane) noexcept : kernel_(findKernel(op, lane)), width_(width(lane)) {
  if (op != KernelOp::add || !isFloat(lane)) return;
  blocks_ = lane == Lane::f32 ? addBlocks<float> : addBlocks<double>;
  tree_ = lane == Lane::f32 ? addHalves<float> : addHalves<double>;
}

void Fold::operator()(Count n, std::byte* result, const std::byte* from) const {
  std::byte partials[kPartials * sizeof(double)];
  const auto onto = [&](Count count, const std::byte* elements) {
    const Input pair[] = {{partials, width_}, {elements, width_}};
    kernel_(static_cast<std::ptrdiff_t>(count), partials, pair);
  };
  Count left = std::min(n, kPartials);
  std::memcpy(partials, from, static_cast<std::size_t>(left * width_));
  Count at = left;
  while (blocks_ != nullptr && n - at >= kPartials) {
    const Count blocks = std::min(kBlocksAtOnce, (n - at) / kPartials);
    blocks_(blocks, partials, from + at * width_);
    at += blocks * kPartials;
  }
  for (; at < n; at += kPartials) onto(std::min(kPartials, n - at), from + at * width_);
  if (left == kPartials && tree_ != nullptr) {
    tree_(partials);
    left = 1;
  }
  while (left > 1) {
    const Count half = left / 2;
    left -= half;
    onto(half, partials + left * width_);
  }
  std::memcpy(result, partials, static_cast<std::size_t>(width_));
}

}  // namespace simdcast
