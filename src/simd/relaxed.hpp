// Instructions of relaxed SIMD in addition to SIMD128.
#pragma once

#include "wasm.hpp"

namespace simdcast::simd {

// a * b + c with one rounding if the machine can, else with two.
inline Vec<float> multiplyAdd(Vec<float> a, Vec<float> b, Vec<float> c) {
  return wasm::out<float>(wasm_f32x4_relaxed_madd(wasm::in(a), wasm::in(b), wasm::in(c)));
}
inline Vec<double> multiplyAdd(Vec<double> a, Vec<double> b, Vec<double> c) {
  return wasm::out<double>(wasm_f64x2_relaxed_madd(wasm::in(a), wasm::in(b), wasm::in(c)));
}

}  // namespace simdcast::simd
