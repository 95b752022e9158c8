// The types of the tensors of layers, from sizes that `fits` has checked.
#pragma once

#include <initializer_list>

#include "../base/tensor_type.hpp"
#include "../windows/window_axis.hpp"

namespace simdcast::layers {

[[nodiscard]] TensorType tensor(DType type, std::initializer_list<Count> sizes);

// [outside…, a size of each axis…].
[[nodiscard]] TensorType images(DType type, std::initializer_list<Count> outside,
                                const WindowAxes& axes, Count WindowAxis::*size);

// The tensor of a request that works along one axis.
template <class Along>
[[nodiscard]] TensorType along(const Along& request) {
  return tensor(request.type, {request.outer, request.size, request.inner});
}

}  // namespace simdcast::layers
