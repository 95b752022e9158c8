// Ways to assign an operand's sizes, in order, to the axes of another shape: an embedding has these
// sizes and 1s elsewhere. Sizes of 1 need no axis.
#pragma once

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// The sizes other than 1.
[[nodiscard]] Shape withoutOnes(const Shape& shape);

// A bound for shapes of many equal sizes. Every embedding in up to ten axes is below it.
inline constexpr int kMaxEmbeddings = 256;

// Calls `take` for the embeddings of `sizes` in `rank` axes, up to kMaxEmbeddings. Sizes are as far
// right as possible first, the last one before the others: axes that fit at the right stay there.
// `fits` returns whether a size fits an axis.
void forEachEmbedding(const Shape& sizes, int rank, FunctionRef<bool(Size size, int axis)> fits,
                      FunctionRef<void(const Shape& shape)> take);

}  // namespace simdcast
