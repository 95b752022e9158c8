// The names of the elementwise kernels.
#pragma once

#include <cstdint>

namespace simdcast {

enum class KernelOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  mean,  // (a + b) / c
  mod,
  fmod,
  prelu,
  max,
  min,
  clip,  // the minimum of c and of the maximum of a and b
  ncnnMax,
  ncnnMin,
  equal,
  less,
  lessOrEqual,
  bitAnd,
  bitOr,
  bitXor,
  logicalAnd,
  logicalOr,
  logicalXor,
  shiftLeft,
  shiftRight,
  pow,
  powUnsigned,
  atan2,
  logAddExp,
  floorDivide,
  remainder,
  neg,
  abs,
  sqrt,
  reciprocal,
  floor,
  ceil,
  round,
  logicalNot,
  exp,
  log,
  sigmoid,
  tanh,
  erf,
  gelu,
  geluTanh,
  softplus,
  sin,
  cos,
  tan,
  acos,
  asin,
  atan,
  sinh,
  cosh,
  asinh,
  acosh,
  atanh,
  sign,
  bitNot,
  isNan,
  equalEither,  // a == b || a == c
  count
};

}  // namespace simdcast
