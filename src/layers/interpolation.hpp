// The elements of an axis that a point between them is read from.
#pragma once

#include <cstdint>

#include "requests.hpp"

namespace simdcast::layers {

inline constexpr int kMostTaps = 4;

// Elements along an axis of `size`, and their weights. Elements outside the axis are left out.
struct AxisTaps {
  Count size = 1;
  int count = 0;
  std::int32_t elements[kMostTaps];
  double weights[kMostTaps];

  void add(std::int32_t element, double weight) {
    elements[count] = element;
    weights[count] = weight;
    ++count;
  }
};

// Sets the taps for a coordinate, which may be any number.
using TapsAt = void (*)(AxisTaps& taps, double x);

struct Interpolated {
  int taps;
  // Indexed by whether the outermost elements are mirrored at their centres, rather than their
  // edges.
  TapsAt at[static_cast<int>(Padding::count)][2];
};
[[nodiscard]] const Interpolated& interpolated(Interpolation interpolation);

// The two elements around x, with zeros outside.
void linearTaps(AxisTaps& taps, double x);

}  // namespace simdcast::layers
