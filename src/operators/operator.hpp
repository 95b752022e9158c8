// The operators: ONNX's, with the types, attributes and rule of each version, and ncnn's. A version
// is a row in versions.cpp; the highest one at or below the model's opset applies.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "../base/dtype.hpp"
#include "../kernels/kernel_op.hpp"
#include "../rules/rule.hpp"
#include "attributes.hpp"

namespace simdcast {

enum class OpId : std::uint8_t {
  add,
  sub,
  mul,
  div,
  pow,
  mod,
  logicalAnd,
  logicalOr,
  logicalXor,
  equal,
  greater,
  less,
  greaterOrEqual,
  lessOrEqual,
  max,
  min,
  sum,
  mean,
  where,
  bitShift,
  bitwiseAnd,
  bitwiseOr,
  bitwiseXor,
  stringConcat,
  prelu,
  gemm,
  matMul,
  expand,
  clip,
  identity,
  neg,
  abs,
  sqrt,
  reciprocal,
  exp,
  log,
  sigmoid,
  tanh,
  relu,
  leakyRelu,
  erf,
  gelu,
  floor,
  ceil,
  round,
  logicalNot,
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
  softplus,
  bitwiseNot,
  isNan,
  isInf,
  cast,
  ncnnAdd,
  ncnnSub,
  ncnnMul,
  ncnnDiv,
  ncnnMax,
  ncnnMin,
  ncnnPow,
  ncnnRsub,
  ncnnRdiv,
  ncnnRpow,
  ncnnAtan2,
  ncnnRatan2,
  ncnnFmod,
  ncnnRfmod,
  ncnnLogaddexp,
  ncnnFloorDivide,
  ncnnRfloorDivide,
  ncnnRemainder,
  ncnnRremainder,
  count
};

// How an operator's inputs become a pipeline.
enum class Kind : std::uint8_t {
  fold,          // a kernel of two, folded over the rest
  mean,          // a sum, divided by the number of inputs
  compare,       // a binary kernel that returns booleans
  pow,           // base and exponent may be of different types
  select,        // a condition and two values, moved
  expand,        // one input, moved
  copy,          // the same, for a unary operator
  unary,         // a kernel of one
  classify,      // a unary kernel with the infinities to detect, returning booleans
  withConstant,  // a binary kernel whose second input is 0, or alpha
  cast,          // one input, converted to the type that an attribute names
  clip,          // bounds that may be absent
  matrix,        // Gemm and MatMul
  strings        // computed outside of the engine, which only aligns
};

struct Operator {
  OpId key{};
  std::string_view name;
  Kind kind{};
  KernelOp kernel{};
  // The kernel that an attribute chooses (fmod=1, direction=RIGHT, approximate=tanh), or a further
  // kernel: Clip's upper bound, and Mean's last addition, which divides as well.
  KernelOp secondKernel{};
  bool swapped = false;  // the kernel takes the inputs in the opposite order
};

struct Version {
  OpId op{};
  int since = 1;
  RuleId rule{};
  int minInputs = 2;
  int maxInputs = 2;
  TypeSet types;
  AttributeMask attributes = 0;
  TypeSet exponents;  // Pow's second input, if it has its own types
};

// The latest opset that is supported.
inline constexpr int kNewestOpset = 28;

[[nodiscard]] const Operator& describe(OpId op) noexcept;
[[nodiscard]] std::optional<OpId> findOperator(std::string_view name) noexcept;
// The versions of an operator, the oldest first; at least one.
[[nodiscard]] std::span<const Version> versionsOf(OpId op) noexcept;

// Null if the operator does not exist yet at that opset.
[[nodiscard]] const Version* findVersion(OpId op, int opset) noexcept;

}  // namespace simdcast
