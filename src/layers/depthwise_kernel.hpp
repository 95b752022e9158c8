// The windows of the most common depthwise convolutions.
#pragma once

#include "windows.hpp"

namespace simdcast::layers {

// Whether these are windows of 3×3 taps with a stride of 1 or 2 and no dilation, and enough of them
// to fill vectors.
[[nodiscard]] bool areSquares(const Windows& windows);

// to[i] = bias + the sum of weights times elements, in the order of the taps, of all such windows
// of one copied image of float32. Weights stay in registers, and what two rows of windows read in
// common is loaded once.
void convolveSquares(std::byte* to, const std::byte* from, const Windows& windows,
                     const std::byte* weights, float bias);

}  // namespace simdcast::layers
