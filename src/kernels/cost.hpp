// Costs of kernels.
#pragma once

#include "kernel.hpp"

namespace simdcast {

// Approximate time of a kernel per element, in nanoseconds, with operands in cache: measured for
// slow kernels, and that of a simple kernel otherwise. Looks through a table.
[[nodiscard]] double nanosecondsOf(Kernel kernel) noexcept;

}  // namespace simdcast
