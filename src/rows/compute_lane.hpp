// The lane that a layer computes a type in, and the conversions to and from it.
#pragma once

#include "../base/shape.hpp"
#include "../convert/convert.hpp"

namespace simdcast {

struct ComputeLane {
  Lane lane = Lane::none;
  int width = 0;            // bytes of an element in the lane
  int storedWidth = 0;      // bytes of one stored element
  Convert widen = nullptr;  // null if the stored type is the compute type
  Convert narrow = nullptr;

  [[nodiscard]] bool converts() const noexcept { return widen != nullptr; }

  // The elements in the lane: in place, or widened into `buffer`.
  [[nodiscard]] const std::byte* widened(Count n, const std::byte* from, std::byte* buffer) const;
  // The same for some columns of rows with a stride in bytes: in the buffer without gaps, or in
  // place with gaps if nothing converts.
  [[nodiscard]] const std::byte* widenedColumns(Count rows, Count rowBytes, Count columns,
                                                const std::byte* from, std::byte* buffer) const;
  // Stores elements of the lane; does nothing if `to` is `from`.
  void store(Count n, std::byte* to, const std::byte* from) const;
  // Rounds elements of the lane to the stored type.
  void round(Count n, std::byte* row) const;
};

// float32 for the small floats, int64 for integers and booleans except uint64, which has its own;
// none for types that are never computed with.
[[nodiscard]] ComputeLane computeLaneOf(DType type) noexcept;

// The lane for results that are exact in their own type: integers that wrap, maxima and minima.
// Integers use their own lane, other types that of computeLaneOf.
[[nodiscard]] ComputeLane wrappingLaneOf(DType type) noexcept;

// Casts float elements from their type to the lane of another, each rounded once to that other
// type, like ONNX's Cast.
class FloatCast {
 public:
  FloatCast(DType from, DType to) noexcept;

  // The elements in the lane of the other type: in place, or in `buffer`.
  [[nodiscard]] const std::byte* widened(Count n, const std::byte* from, std::byte* buffer) const;

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

}  // namespace simdcast
