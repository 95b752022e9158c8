// What a version asks of inputs and attributes, whatever the shapes.
#pragma once

#include "request.hpp"

namespace simdcast {

// Why an operator refuses what it was given, where its rule for shapes is not the reason.
struct Objection {
  ObjectionCode code = ObjectionCode::none;
  Attribute attribute{};  // the one concerned, where the code is about an attribute

  explicit operator bool() const noexcept { return code != ObjectionCode::none; }
};

// `version` is the one that applies; null where the operator does not exist yet.
[[nodiscard]] Objection screen(const OperatorRequest& request, const Version* version) noexcept;

// Whether the operator takes the type at the opset. Pow is asked about its base.
[[nodiscard]] bool supports(OpId op, DType type, int opset) noexcept;

}  // namespace simdcast
