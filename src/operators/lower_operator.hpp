// Lowers an operator for its inputs' types and shapes, or returns the reason why it cannot: screen,
// align, compile, lower.
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
  SmallVector<int, kUsualOperands> inputOf;  // the operator's input for each operand of the nest
  bool byRows = false;                       // see LoweringOptions
};

// Strings are stored outside the engine, which only pairs them.
struct AlignedOnly {};

struct Lowered {
  DType type{};  // of the result
  Shape shape;
  std::variant<AlignedOnly, Elementwise, Gemm> work;
};

// A lowered operator, the operator's objection, or a failed alignment.
using LoweredOrNot = std::variant<Lowered, Objection, Alignment>;

[[nodiscard]] LoweredOrNot lowerOperator(const OperatorRequest& request);

// How the operator's inputs are aligned under the rule of its version; Gemm's A and B are aligned
// with each other, and their product, if it exists, with C. The request must have passed screen(),
// and haveRanks() for products.
[[nodiscard]] Alignment alignInputs(const OperatorRequest& request, const Version& version);

// The shapes that alignInputs aligns, for findFixes().
[[nodiscard]] Shapes alignedShapes(const OperatorRequest& request, const Alignment& alignment);

// For an operator that is compiled at run time: one kernel, which the caller stores in
// `pipeline.first`, over aligned inputs of these types. For `byRows` see LoweringOptions.
[[nodiscard]] Lowered lowerKernel(std::span<const DType> types, const Alignment& alignment,
                                  DType result, bool byRows);

}  // namespace simdcast
