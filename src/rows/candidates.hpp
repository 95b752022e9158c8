// Elements to sort, as numbers with the same order.
#pragma once

#include <bit>
#include <cmath>

#include "../simd/simd.hpp"
#include "compute_lane.hpp"

namespace simdcast {

// An element's order, and its index. The lowest comes first, and of equals the first.
struct Candidate {
  std::uint64_t key;
  Count index;

  friend bool operator<(const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  }
};

// Bytes of a workspace for `count` candidates, which candidatesIn aligns.
[[nodiscard]] constexpr Count candidateBytes(Count count) noexcept {
  return count * Count{sizeof(Candidate)} + Count{alignof(Candidate)};
}
[[nodiscard]] inline Candidate* candidatesIn(std::byte* workspace) {
  const auto past = reinterpret_cast<std::uintptr_t>(workspace) % alignof(Candidate);
  return reinterpret_cast<Candidate*>(workspace + (alignof(Candidate) - past));
}

inline constexpr std::uint64_t kOrderSign = std::uint64_t{1} << 63;

// A number with the order of the value: all NaN are equal and above every number, and -0 is 0. The
// bits of negative numbers have the reverse order.
[[nodiscard]] inline std::uint64_t orderOf(double value) {
  if (std::isnan(value)) return ~std::uint64_t{0};
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  return (bits & kOrderSign) != 0 ? ~bits : bits | kOrderSign;
}

// The same for an element of a type that computeLaneOf brings into its lane.
[[nodiscard]] inline std::uint64_t orderOf(const ComputeLane& compute, const std::byte* element) {
  std::byte widened[kWidestElement];
  const std::byte* from = compute.widened(1, element, widened);
  if (compute.lane == Lane::f32) return orderOf(static_cast<double>(simd::load<float>(from)));
  if (compute.lane == Lane::f64) return orderOf(simd::load<double>(from));
  const auto bits = simd::load<std::uint64_t>(from);
  return compute.lane == Lane::i64 ? bits ^ kOrderSign : bits;
}

}  // namespace simdcast
