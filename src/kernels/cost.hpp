// What kernels cost.
#pragma once

#include "kernel.hpp"

namespace simdcast {

// About what a kernel takes of an element, in nanoseconds, where its operands are at hand: of the
// slow ones as measured on one machine, of all others what a simple one takes. Looks through a
// table.
[[nodiscard]] double nanosecondsOf(Kernel kernel) noexcept;

}  // namespace simdcast
