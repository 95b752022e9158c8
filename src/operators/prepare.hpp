// prepare: from an operator and its inputs' types and shapes to something that runs, or to the
// reason why not.
#pragma once

#include "../execute/program.hpp"
#include "../matrix/gemm.hpp"
#include "../plan/plan.hpp"
#include "../rules/alignment.hpp"
#include "operator.hpp"

namespace simdcast {

// The type of an optional input that is absent.
inline constexpr DType kAbsent = DType::count;

struct OperatorRequest {
  OpId op{};
  int opset = kNewestOpset;
  AttributeValues attributes;
  InlineVector<DType, kMaxOperands> types;
  Shapes shapes;  // Expand's second is the target shape itself
};

struct Prepared {
  OperatorRequest request;
  const Version* version = nullptr;
  ErrorCode error = ErrorCode::none;  // of the operator; failures of shapes are in the alignment
  Attribute attribute{};              // the one concerned, where the error is about an attribute
  Alignment alignment;
  DType outputType{};
  Shape outputShape;
  // Elementwise operators:
  Program program;
  Plan plan;
  InlineVector<int, kMaxOperands> walked;  // the inputs that the plan walks, by position
  // Gemm and MatMul:
  Gemm gemm;
  GemmKernel gemmKernel = nullptr;
  Count workspace = 0;  // bytes

  [[nodiscard]] bool ok() const noexcept { return error == ErrorCode::none && alignment.ok(); }
};

// The shapes of the inputs that are given.
[[nodiscard]] Shapes presentShapes(const OperatorRequest& request) noexcept;

// Fills in everything after `request`.
void prepare(Prepared& prepared);

// Fills in the same for an operator that is made at run time: one kernel, which `program.first` is
// to be set to, over all inputs in their stored types, which broadcast to each other. `request.op`
// is not looked at.
void prepareKernel(Prepared& prepared, DType result);

// Whether the operator takes the type at the opset. Pow is asked about its base.
[[nodiscard]] bool supports(OpId op, DType type, int opset) noexcept;

// The type that the version's set of types is about: Where's is that of its values.
[[nodiscard]] DType elementType(const OperatorRequest& request) noexcept;

}  // namespace simdcast
