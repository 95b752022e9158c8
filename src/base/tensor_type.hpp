// A dense tensor's element type, shape, and size in bytes.
#pragma once

#include "dtype.hpp"
#include "shape.hpp"

namespace simdcast {

struct TensorType {
  DType type{};
  Shape shape;
  Count bytes = 0;
};

using TensorTypes = SmallVector<TensorType, kUsualOperands>;

// The shape must not have more than kMaxCount elements.
[[nodiscard]] inline TensorType tensorOf(DType type, const Shape& shape) {
  return {type, shape, elementCount(shape).value_or(kMaxCount) * width(type)};
}

}  // namespace simdcast
