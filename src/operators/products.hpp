// Gemm and MatMul: their inner sizes, the broadcast of C or of the batch axes, and the result's
// shape.
#pragma once

#include "prepare.hpp"

namespace simdcast {

void prepareProduct(Prepared& prepared);

}  // namespace simdcast
