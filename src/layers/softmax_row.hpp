// Softmax and LogSoftmax of a row, and of rows that lie side by side as columns.
#pragma once

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

// Of n >= 1 elements of a float lane; `to` may be `from`. NaN throughout where one element is NaN
// or infinity, or all are -infinity.
void softmaxRow(Lane lane, Count n, bool logarithm, std::byte* to, const std::byte* from);

// Of so many columns of n >= 1 elements of the float32 lane each, in place: n rows of an element of
// each column, which as many rows follow that are written over.
inline constexpr Count kSoftmaxColumns = 64;
void softmaxColumns(Count n, bool logarithm, std::byte* slab);

}  // namespace simdcast::layers
