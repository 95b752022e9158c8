// An operator as the engine lowers it, and the outcome.
#pragma once

#include <string>

#include "explain/operator_sentences.hpp"
#include "operators/lower_operator.hpp"

namespace simdcast::test {

struct Attempt {
  OperatorRequest request;
  LoweredOrNot result;

  explicit Attempt(OperatorRequest asked)
      : request(std::move(asked)), result(lowerOperator(request)) {}

  [[nodiscard]] bool ok() const { return std::holds_alternative<Lowered>(result); }
  // Each requires the kind of result that it returns.
  [[nodiscard]] const Lowered& lowered() const { return std::get<Lowered>(result); }
  [[nodiscard]] const Elementwise& elementwise() const {
    return std::get<Elementwise>(lowered().work);
  }
  [[nodiscard]] const Alignment& failed() const { return std::get<Alignment>(result); }
  [[nodiscard]] std::string objection() const {
    return describe(request, std::get<Objection>(result));
  }

  // The code of the objection; `none` without an objection.
  [[nodiscard]] ObjectionCode error() const {
    const auto* objection = std::get_if<Objection>(&result);
    return objection == nullptr ? ObjectionCode::none : objection->code;
  }
  // The code of the failed alignment; `none` otherwise.
  [[nodiscard]] ErrorCode failure() const {
    const auto* alignment = std::get_if<Alignment>(&result);
    return alignment == nullptr ? ErrorCode::none : alignment->failures[0].code;
  }
};

// All inputs of one type, at the newest opset and with no attributes.
[[nodiscard]] inline OperatorRequest requestOf(OpId op, const Shapes& shapes,
                                               DType type = DType::float32) {
  return {.op = op, .types = {shapes.size(), type}, .shapes = shapes};
}

}  // namespace simdcast::test
