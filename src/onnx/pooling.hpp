// Pools over the windows of images, and what operators that are composed of them share.
#pragma once

#include "window_axes.hpp"

namespace simdcast::onnx {

// The maxima and the means over the node's windows, of images in floats.
[[nodiscard]] Value maxima(Call& call, const Value& images);
[[nodiscard]] Value averaged(Call& call, const Value& images);

// -- operators that assemble images from the results of windows
[[nodiscard]] Values maxUnpool(Call& call);
[[nodiscard]] Values col2Im(Call& call);

}  // namespace simdcast::onnx
