// A request to the engine: an operator at an opset with its attributes, or a rule for shapes, and
// the inputs. It is filled part by part, by names and values or by numbers alone, which suits C++
// programs and those in other languages alike. Every call returns whether its part is valid; the
// first invalid part is remembered, and invalidates the request.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "../operators/request.hpp"
#include "refusal.hpp"

namespace simdcast {

// By the attribute's kind: an integer, for flags too; a float; or a word, such as "LEFT" for a
// direction, "tanh" for an approximation, or the name of a type to cast to.
using AttributeValue = std::variant<std::int64_t, float, std::string_view>;

class Request {
 public:
  Request() = default;
  // An operator by ONNX's name ("Add"), or by ncnn's with its prefix ("ncnn.RSUB").
  explicit Request(std::string_view op, int opset = kNewestOpset) { begin(op, opset); }

  // These replace the previous request.
  bool begin(std::string_view op, int opset = kNewestOpset);
  bool begin(int op, int opset);
  // A rule that aligns shapes; `axis` and `broadcast` are those of the legacy rule. `order` is the
  // number of an Order, or kOwnOrder for the one in which the rule writes shapes.
  static constexpr int kOwnOrder = -1;
  bool beginRule(int rule, int axis, bool broadcast, int order = kOwnOrder);

  bool attribute(std::string_view name, const AttributeValue& value);
  // The number of the word or type, for attributes that take one.
  bool attribute(int attribute, double value);

  // An input of a shape that lists sizes outermost first, ncnn's too.
  bool input(DType type, const Shape& shape);
  // An input by the number of its type, with up to kSizesAtOnce of its sizes in the requested
  // order; further ones follow.
  static constexpr int kSizesAtOnce = 4;
  bool input(int type, int rank, int first, int second, int third, int fourth);
  bool axis(int size);
  // An omitted optional input.
  bool absent();

  // The reason why the request is invalid; empty if it is valid.
  [[nodiscard]] std::optional<Refusal> refusal() const;

  // Whether the request is for an operator, not for a rule.
  [[nodiscard]] bool asksOperator() const noexcept { return asked_ == Asked::anOperator; }
  [[nodiscard]] const OperatorRequest& node() const noexcept { return node_; }

  // Whether the caller lists shapes innermost first.
  [[nodiscard]] bool isReversed() const noexcept { return order_ == Order::innermostFirst; }

  // The alignment of the inputs under the rule, or under that of the operator's version; empty if
  // the request or the operator is rejected before shapes are checked.
  [[nodiscard]] std::optional<Alignment> align() const;
  // Bytes of an element, for reports that use one size for all operands; for Where, of its values.
  [[nodiscard]] Count elementSize() const noexcept;

 private:
  enum class Asked : std::uint8_t { nothing, anOperator, aRule };

  bool refuse(RefusalCode code, std::string_view subject, Count wanted = 0, Count given = 0);
  void beginAs(Asked asked);
  bool set(Attribute attribute, std::optional<double> number);
  bool push(DType type, const Shape& shape);

  Asked asked_ = Asked::nothing;
  OperatorRequest node_;
  RuleId rule_{};
  RuleParams params_;
  Order order_ = Order::outermostFirst;
  std::optional<Refusal> refused_;
};

}  // namespace simdcast
