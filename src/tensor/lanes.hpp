// The lane that a task computes a type in, and the way there and back.
#pragma once

#include "../execute/convert.hpp"
#include "../shape.hpp"

namespace simdcast::tensor {

struct Lanes {
  Lane lane = Lane::none;
  int width = 0;            // bytes of an element in the lane
  Convert widen = nullptr;  // null where elements are stored as they are computed
  Convert narrow = nullptr;

  [[nodiscard]] bool converts() const noexcept { return widen != nullptr; }

  // The elements in the lane: where they are, or widened into `tile`.
  [[nodiscard]] const std::byte* bring(Count n, const std::byte* from, std::byte* tile) const;
  // Elements of the lane, stored; nothing to do where `to` is `from`.
  void store(Count n, std::byte* to, const std::byte* from) const;
};

// float32 for the small floats, int64 for integers and truth values but uint64, which has its own;
// no lane for types that are never computed with.
[[nodiscard]] Lanes lanesOf(DType type) noexcept;

// The next multiple of 16, at which another part of the workspace may start.
[[nodiscard]] constexpr Count aligned(Count bytes) noexcept { return (bytes + 15) / 16 * 16; }

// A number as an element of the lane, over and over, for kernels that repeat an input.
void splatNumber(std::byte* to, Lane lane, double number);

}  // namespace simdcast::tensor
