// The positions of Resize's results along an axis, and the elements that contribute to each.
#pragma once

#include <cstdint>

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast::onnx {

// An axis that is resized.
struct Resized {
  int axis = 0;
  Count input = 0;
  Count output = 0;
  double scale = 1;
  // The cropped part of the axis, as fractions of its length.
  double start = 0;
  double end = 1;
};

// ONNX's coordinate_transformation_mode.
enum class PositionMode : std::uint8_t {
  halfPixel,
  halfPixelSymmetric,
  pytorchHalfPixel,
  alignCorners,
  asymmetric,
  tfHalfPixelForNn,
  tfCropAndResize,
};

// The position of a result on the axis before resizing. With `single`, steps of the arithmetic are
// rounded to float32. A scale is a float32, so 2 / (1/3) is slightly less than 6, and modes that
// select elements would select the one below; rounding gives the intended 6.
[[nodiscard]] double positionOf(PositionMode mode, Count at, const Resized& along,
                                bool single = false);

// ONNX's nearest_mode; `simple` is the rounding of Resize-10.
enum class Rounding : std::uint8_t { preferFloor, preferCeil, floor, ceil, simple };

// The element that is nearest to a result.
[[nodiscard]] double nearestTo(PositionMode mode, Rounding rounding, Count at,
                               const Resized& along);

struct Interpolated {
  PositionMode position{};
  bool cubic = false;  // Keys' cubic convolution with the coefficient `a`, rather than linear
  double a = -0.75;
  bool antialias = false;
  bool excludeOutside = false;
};

// The elements that contribute to the results along an axis, and their weights: the same number of
// taps for each result.
class Contributions {
 public:
  Contributions(const Resized& along, const Interpolated& method);

  [[nodiscard]] Count taps() const noexcept { return taps_; }
  // An element, and its weight.
  [[nodiscard]] double elementOf(Count result, Count tap) const;
  [[nodiscard]] double weightOf(Count result, Count tap) const;
  // All taps of a result, in order.
  void each(Count result, FunctionRef<void(double element, double weight)> visit) const;

 private:
  [[nodiscard]] double firstOf(double position) const;
  [[nodiscard]] double plainWeight(double position, double element) const;
  [[nodiscard]] double totalOf(double position) const;

  Resized along_;
  Interpolated method_;
  double shrink_;
  Count taps_;
};

}  // namespace simdcast::onnx
