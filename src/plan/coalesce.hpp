// coalesce: the fewest axes that walk several tensors in the same order.
#pragma once

#include "../base/shape.hpp"

namespace simdcast {

// The axes of a walk, outermost first: their sizes, and each tensor's distance from step to step, 0
// where the same elements are met again. Strides have any unit that is the same for all axes.
struct StridedAxes {
  SmallVector<Count, kUsualRank> sizes;
  SmallVector<Strides, kUsualOperands + 1> strides;  // of each tensor
};

// NOTE [ coalescing ]
// Two neighbours are one axis where every tensor steps over the outer one as if it went on along
// the inner one: its outer stride is the inner stride times the inner size. An axis of one element
// is none. For a (2,1,3,4) + b (3,4), in elements and the output first:
//
//   size  2  1  3  4           size  2  12
//   out  12  0  4  1    gives  out  12   1
//   a    12  0  4  1           a    12   1
//   b     0  0  4  1           b     0   1
//
// (3,4) is one run of 12 for each of them. The 2 stays an axis of its own, because b begins again
// where the others go on: a walk is cut only where the pattern of what is reused changes. Where b
// is (2,1,1) instead, its strides are 1, 0, 0, 0: 3 and 4 are both reused, as one axis of 12.
//
// No axis gets longer than `longest`; the inner ones are merged first, so that runs are long. A
// walk meets the same elements in the same order as before; of an empty one, some size stays 0.
[[nodiscard]] StridedAxes coalesce(StridedAxes axes, Count longest = kMaxCount);

}  // namespace simdcast
