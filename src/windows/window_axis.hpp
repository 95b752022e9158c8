// How windows slide over images.
#pragma once

#include "../base/shape.hpp"

namespace simdcast {

// How windows slide along an axis of an image: the window of output i starts at i * stride - pad
// and has `kernel` taps, which are `dilation` apart.
struct WindowAxis {
  Count input = 1;
  Count output = 1;
  Count kernel = 1;
  Count stride = 1;
  Count dilation = 1;
  Count pad = 0;  // taps before the first element; if negative, elements that are skipped
};

// Innermost last; up to three.
using WindowAxes = SmallVector<WindowAxis, 3>;
inline constexpr int kImageRank = 3;

}  // namespace simdcast
