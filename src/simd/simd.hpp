// The vectors that kernels compute in, and, in these files, the only place for SIMD intrinsics.
// Compiler vector types serve where their semantics agree with the operator's; they also compile
// natively and without SIMD.
#pragma once

#include "floats.hpp"
#include "integers.hpp"
#include "masks.hpp"
#include "shuffles.hpp"
#include "vectors.hpp"
