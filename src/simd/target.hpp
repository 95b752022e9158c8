// The vectors of the target that is compiled for: the one place that asks which it is.
#pragma once

#if defined(__wasm_relaxed_simd__)
#include "relaxed.hpp"
#elif defined(__wasm_simd128__)
#include "wasm.hpp"
#else
#include "portable.hpp"
#endif
