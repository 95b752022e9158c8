// From an operator and its inputs' types and shapes to what computes it, or to the reason why not:
// screen, align, compile, lower.
#pragma once

#include <variant>

#include "../plan/loop_nest.hpp"
#include "compile.hpp"
#include "products.hpp"
#include "screen.hpp"

namespace simdcast {

struct Elementwise {
  Pipeline pipeline;
  LoopNest nest;
  SmallVector<int, kUsualOperands> inputOf;  // the input that each operand of the nest is
  bool byRows = false;                       // as LoweringOptions has it
};

// Strings live outside of the engine, which says where they meet.
struct Elsewhere {};

struct Lowered {
  DType type{};  // of the result
  Shape shape;
  std::variant<Elsewhere, Elementwise, Gemm> work;
};

// Either what computes it, or the operator's objection, or an alignment that has failed.
using LoweredOrNot = std::variant<Lowered, Objection, Alignment>;

[[nodiscard]] LoweredOrNot lowerOperator(const OperatorRequest& request);

// How the operator's inputs meet under the rule of its version; Gemm's A and B meet each
// other, and where they do, their product meets C. What screen() asks must hold, and haveRanks()
// for products.
[[nodiscard]] Alignment alignInputs(const OperatorRequest& request, const Version& version);

// The shapes that such an alignment was made from, which findFixes() asks for.
[[nodiscard]] Shapes alignedShapes(const OperatorRequest& request, const Alignment& alignment);

// For an operator that is made at run time: one kernel, which `pipeline.first` is to be set to,
// over inputs of these types that are aligned. With `byRows` as LoweringOptions has it.
[[nodiscard]] Lowered lowerKernel(std::span<const DType> types, const Alignment& alignment,
                                  DType result, bool byRows);

}  // namespace simdcast
