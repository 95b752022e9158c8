// The request of an operator: its attributes, and the types and shapes of its inputs.
#pragma once

#include "operator.hpp"

namespace simdcast {

// The type of an optional input that is absent.
inline constexpr DType kAbsent = DType::count;

struct OperatorRequest {
  OpId op{};
  int opset = kNewestOpset;
  AttributeValues attributes;
  SmallVector<DType, kUsualOperands> types;
  Shapes shapes;  // outermost first; Expand's second is the target shape itself
};

// The shapes of the inputs that are present.
[[nodiscard]] Shapes presentShapes(const OperatorRequest& request);

// The type that the version's set of types restricts; for Where, the type of its values. There must
// be inputs.
[[nodiscard]] DType elementType(const OperatorRequest& request) noexcept;

}  // namespace simdcast
