// What a caller may be told of a result while it is made.
#pragma once

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// Told of `count` elements of a result, from `first` on, once they are what they will be, by the
// thread that made them, while they are in its cache: the elementwise pass that comes next can run
// there and then, in their place. Each element is told of once, in any order.
using Finished = FunctionRef<void(Count first, Count count)>;

}  // namespace simdcast
