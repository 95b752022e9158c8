// Softmax and LogSoftmax of elements side by side.
#pragma once

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

// Of n >= 1 elements of a float lane; `to` may be `from`. NaN throughout where one element is NaN
// or infinity, or all are -infinity.
void softmaxRow(Lane lane, Count n, bool logarithm, std::byte* to, const std::byte* from);

}  // namespace simdcast::layers
