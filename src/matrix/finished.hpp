// Reports parts of a result to a caller as soon as they are computed.
#pragma once

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// Called with `count` elements of a result, starting at `first`, as soon as they are final, on the
// thread that computed them and while they are in its cache: an epilogue can process them in place.
// The calls cover each element once, in any order.
using Finished = FunctionRef<void(Count first, Count count)>;

}  // namespace simdcast
