// compile: the program of an elementwise operator, from its row and its inputs' types.
#pragma once

#include "prepare.hpp"

namespace simdcast {

// Fills in `program`, `walked` and `outputType`. False where a type has no kernel.
[[nodiscard]] bool compile(Prepared& prepared);

}  // namespace simdcast
