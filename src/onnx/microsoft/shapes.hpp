// Checks of shapes that these operators share.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// A word for a size in the shape that is wanted.
[[nodiscard]] inline std::string multipleOf(const Said& unit) {
  return "a multiple of " + unit.text();
}

// The last size alone, as dims; none of a scalar.
[[nodiscard]] inline Dims lastAxis(const Dims& dims) {
  return slice(dims, std::max(0, dims.size() - 1));
}

// All sizes but the last.
[[nodiscard]] inline Dims outerAxes(const Dims& dims) { return slice(dims, 0, dims.size() - 1); }

// The dims with one more axis, the innermost.
[[nodiscard]] inline Dims appended(const Dims& dims, Count size) {
  return graph::joined({dims, {size}});
}

}  // namespace simdcast::onnx
