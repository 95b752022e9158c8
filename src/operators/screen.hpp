// Checks of a version's inputs and attributes, apart from shapes.
#pragma once

#include "request.hpp"

namespace simdcast {

// The reason why an operator rejects a request, unless it is its rule for shapes.
struct Objection {
  ObjectionCode code = ObjectionCode::none;
  Attribute attribute{};  // the attribute concerned, if the code is about one

  explicit operator bool() const noexcept { return code != ObjectionCode::none; }
};

// `version` is the one that applies; null if the operator does not exist yet.
[[nodiscard]] Objection screen(const OperatorRequest& request, const Version* version) noexcept;

// Whether the operator accepts the type at the opset; for Pow, as its base.
[[nodiscard]] bool supports(OpId op, DType type, int opset) noexcept;

}  // namespace simdcast
