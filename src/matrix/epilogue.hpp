// Work on parts of a result as soon as they are computed.
#pragma once

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// Called with `count` elements of a result, starting at `first`, as soon as they are final, on the
// thread that computed them and while they are in its cache, to process them in place.
// The calls cover each element once, in any order.
using ApplyEpilogue = FunctionRef<void(Count first, Count count)>;

}  // namespace simdcast
