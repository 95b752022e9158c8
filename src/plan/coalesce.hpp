// coalesce: the same iteration over several tensors, with as few axes as possible.
#pragma once

#include "../base/shape.hpp"

namespace simdcast {

// The axes of an iteration, outermost first: their sizes, and the strides of each tensor, 0 where
// it is stretched. Strides may be in any unit.
struct StridedAxes {
  SmallVector<Count, kUsualRank> sizes;
  SmallVector<Strides, kUsualOperands + 1> strides;  // of each tensor
};

// NOTE [ coalescing ]
// Two neighbouring axes can be merged if for every tensor the outer stride is the inner stride
// times the inner size. An axis of size 1 is dropped. For a (2,1,3,4) + b (3,4), with strides in
// elements:
//
//   size  2  1  3  4           size  2  12
//   out  12  0  4  1    gives  out  12   1
//   a    12  0  4  1           a    12   1
//   b     0  0  4  1           b     0   1
//
// (3,4) is one run of 12 in each tensor. The 2 stays a separate axis, because b starts again where
// the others continue: an axis ends where the set of stretched operands changes. If b is (2,1,1)
// instead, its strides are 1, 0, 0, 0: it is stretched along 3 and 4, which again become one axis
// of 12.
//
// No axis gets longer than `longest`; inner axes are merged first, which makes runs long. The order
// of iteration does not change, and an empty iteration stays empty.
[[nodiscard]] StridedAxes coalesce(StridedAxes axes, Count longest = kMaxCount);

}  // namespace simdcast
