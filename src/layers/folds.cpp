#include "folds.hpp"

#include <algorithm>
#include <cstring>

#include "../kernels/registry.hpp"
#include "../simd/simd.hpp"

namespace simdcast::layers {
namespace {

// Partial results.
constexpr Count kParts = 256;

template <class T>
constexpr int kVectorsOfParts = kParts / simd::kLanes<T>;

// The sums of neighbours that are kParts elements apart. Some stay in registers while all blocks
// pass, in L1.
template <class T>
void addBlocks(Count blocks, std::byte* parts, const std::byte* from) {
  using V = simd::Vec<T>;
  constexpr int kAtOnce = 8;
  constexpr std::size_t kBlock = kParts * sizeof(T);
#pragma GCC unroll 1
  for (int i = 0; i < kVectorsOfParts<T>; i += kAtOnce) {
    const std::byte* at = from + i * sizeof(V);
    V sums[kAtOnce];
#pragma GCC unroll 8
    for (int k = 0; k < kAtOnce; ++k) sums[k] = simd::load<V>(at + k * sizeof(V));
#pragma GCC unroll 1
    for (Count block = 1; block < blocks; ++block) {
      at += kBlock;
#pragma GCC unroll 8
      for (int k = 0; k < kAtOnce; ++k) sums[k] = sums[k] + simd::load<V>(at + k * sizeof(V));
    }
#pragma GCC unroll 8
    for (int k = 0; k < kAtOnce; ++k) simd::store(parts + (i + k) * sizeof(V), sums[k]);
  }
}

// The upper half onto the lower, until one is left.
template <class T>
void addHalves(std::byte* parts) {
  using V = simd::Vec<T>;
  const auto vector = [&](int i) { return simd::load<V>(parts + i * sizeof(V)); };
  int half = kVectorsOfParts<T> / 2;
  // Rolled up: nobody waits for the few turns that these are.
#pragma GCC unroll 1
  for (; half > 1; half /= 4)
#pragma GCC unroll 1
    for (int i = 0; i < half / 2; ++i)
      simd::store(parts + i * sizeof(V), (vector(i) + vector(i + half)) +
                                             (vector(i + half / 2) + vector(i + half + half / 2)));
  if (half == 1) simd::store(parts, vector(0) + vector(1));
  T lanes[simd::kLanes<T>];
  std::memcpy(lanes, parts, sizeof lanes);
  for (int lane = simd::kLanes<T> / 2; lane > 0; lane /= 2)
    for (int i = 0; i < lane; ++i) lanes[i] += lanes[i + lane];
  simd::store(parts, lanes[0]);
}

}  // namespace

Fold::Fold(KernelOp op, Lane lane) noexcept : kernel_(findKernel(op, lane)), width_(width(lane)) {
  if (op != KernelOp::add || !isFloat(lane)) return;
  blocks_ = lane == Lane::f32 ? addBlocks<float> : addBlocks<double>;
  tree_ = lane == Lane::f32 ? addHalves<float> : addHalves<double>;
}

void Fold::operator()(Count n, std::byte* result, const std::byte* from) const {
  std::byte parts[kParts * sizeof(double)];
  const auto onto = [&](Count count, const std::byte* elements) {
    const Input pair[] = {{parts, width_}, {elements, width_}};
    kernel_(static_cast<std::ptrdiff_t>(count), parts, pair);
  };
  Count left = std::min(n, kParts);
  Count at = left;
  if (left == kParts && blocks_ != nullptr) {
    blocks_(n / kParts, parts, from);
    at = n / kParts * kParts;
  } else {
    std::memcpy(parts, from, static_cast<std::size_t>(left * width_));
  }
  for (; at < n; at += kParts) onto(std::min(kParts, n - at), from + at * width_);
  if (left == kParts && tree_ != nullptr) {
    tree_(parts);
    left = 1;
  }
  while (left > 1) {
    const Count half = left / 2;
    left -= half;
    onto(half, parts + left * width_);
  }
  std::memcpy(result, parts, static_cast<std::size_t>(width_));
}

}  // namespace simdcast::layers
