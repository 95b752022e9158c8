// One operator made ready for the types and shapes of its inputs, to be run as often as wanted
// (runner.hpp). A plan can be moved and never changes, so that threads may share one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "../dtype.hpp"
#include "../rules/alignment.hpp"
#include "failure.hpp"

namespace simdcast {

// The newest ONNX opset whose operators are known.
[[nodiscard]] int newestOpset() noexcept;

// An input before it has data. Shapes are outermost first, ncnn's too: the reverse of the [w,h,c]
// that ncnn writes.
struct TensorInfo {
  DType type = DType::float32;
  Shape shape = {};
};

// By ONNX's name; an integer for flags too, "LEFT" or "RIGHT" for a direction, "none" or "tanh" for
// an approximation, and the name of a type for the one to cast to.
struct OperatorAttribute {
  std::string_view name;
  std::variant<std::int64_t, float, std::string_view> value;
};

struct OperatorCall {
  std::string_view name = {};  // ONNX's ("Add"), or ncnn's with its prefix ("ncnn.RSUB")
  int opset = newestOpset();
  // Nothing for an optional input that is absent. Expand's second is the shape asked for, as int64.
  std::span<const std::optional<TensorInfo>> inputs = {};
  std::span<const OperatorAttribute> attributes = {};
};

class OperatorPlan {
 public:
  ~OperatorPlan();
  OperatorPlan(OperatorPlan&&) noexcept;
  OperatorPlan& operator=(OperatorPlan&&) noexcept;

  // What https://onnx.ai/onnx/operators/ says of the version at that opset; for ncnn's, what ncnn's
  // BinaryOp does. The call's memory may go once this returns.
  [[nodiscard]] static OperatorPlan make(const OperatorCall& call);

  [[nodiscard]] bool ok() const noexcept;
  [[nodiscard]] const Failure& failure() const noexcept;

  // How the shapes met, or where they did not; null where they were not looked at.
  [[nodiscard]] const Alignment* alignment() const noexcept;

  // Of the result; only where the plan is ok.
  [[nodiscard]] DType outputType() const noexcept;
  [[nodiscard]] const Shape& outputShape() const noexcept;
  [[nodiscard]] Count outputElements() const noexcept;
  [[nodiscard]] Count outputBytes() const noexcept;

 private:
  friend class Runner;
  struct State;
  explicit OperatorPlan(std::unique_ptr<const State> state) noexcept;
  std::unique_ptr<const State> state_;
};

}  // namespace simdcast
