// The vectors of the compilation target: the only file that depends on it.
#pragma once

#if defined(__wasm_relaxed_simd__)
#include "relaxed.hpp"
#elif defined(__wasm_simd128__)
#include "wasm.hpp"
#else
#include "portable.hpp"
#endif
