// Whether the target has threads that share memory.
#pragma once

namespace simdcast::simd {

#if defined(__wasm__) && !defined(__wasm_atomics__)
inline constexpr bool kSharesMemory = false;
#else
inline constexpr bool kSharesMemory = true;
#endif

}  // namespace simdcast::simd
