// The lane that a layer computes a type in, and the way there and back.
#pragma once

#include "../base/shape.hpp"
#include "../kernels/convert.hpp"

namespace simdcast::layers {

struct ComputeLane {
  Lane lane = Lane::none;
  int width = 0;            // bytes of an element in the lane
  int storedWidth = 0;      // bytes of one as it is stored
  Convert widen = nullptr;  // null where elements are stored as they are computed
  Convert narrow = nullptr;

  [[nodiscard]] bool converts() const noexcept { return widen != nullptr; }

  // The elements in the lane: where they are, or widened into `buffer`.
  [[nodiscard]] const std::byte* bring(Count n, const std::byte* from, std::byte* buffer) const;
  // The same of some columns, of rows that lie so many bytes apart: in the buffer without gaps.
  // Where they are if nothing converts, with the gaps.
  [[nodiscard]] const std::byte* bringColumns(Count rows, Count rowBytes, Count columns,
                                              const std::byte* from, std::byte* buffer) const;
  // Elements of the lane, stored; nothing to do where `to` is `from`.
  void store(Count n, std::byte* to, const std::byte* from) const;
  // Elements of the lane, rounded to what is stored.
  void round(Count n, std::byte* row) const;
};

// float32 for the small floats, int64 for integers and truth values but uint64, which has its own;
// no lane for types that are never computed with.
[[nodiscard]] ComputeLane computeLaneOf(DType type) noexcept;

// The lane for what a result's own bits are enough for: integers that wrap, and the largest or
// smallest of some. Whole integers stay in their own lane; others are as computeLaneOf has them.
[[nodiscard]] ComputeLane wrappingLaneOf(DType type) noexcept;

// Float elements from their type to the lane of another, each rounded once to that other type: what
// ONNX's Cast gives.
class FloatCast {
 public:
  FloatCast(DType from, DType to) noexcept;

  // The elements in the lane of the other type: where they are, or in `buffer`.
  [[nodiscard]] const std::byte* bring(Count n, const std::byte* from, std::byte* buffer) const;

 private:
  int fromWidth_;
  bool isSame_;
  ComputeLane to_;
  Conversion conversion_;
};

// Bytes of the widest element of a lane.
inline constexpr int kWidestElement = 8;

// A number as an element of the lane.
void writeNumber(std::byte* to, Lane lane, double number);

}  // namespace simdcast::layers
