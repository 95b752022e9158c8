// What the engine is asked: an operator at an opset with its attributes, or a rule for shapes, and
// the inputs. It is filled part by part, by names and values or by numbers alone, so that C++
// programs and those in other languages ask in the same way. Every call says whether its part fits;
// the first one that does not is remembered, and refuses the whole.
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

  // These forget what was asked before.
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
  // An input by the number of its type, with the first up to kSizesAtOnce of its sizes in the order
  // that was asked for; further ones follow.
  static constexpr int kSizesAtOnce = 4;
  bool input(int type, int rank, int first, int second, int third, int fourth);
  bool axis(int size);
  // An optional input that is not given.
  bool absent();

  // Why the request is invalid; nothing where it is valid.
  [[nodiscard]] std::optional<Refusal> refusal() const;

  // Whether the engine is asked for an operator, rather than for a rule.
  [[nodiscard]] bool asksOperator() const noexcept { return asked_ == Asked::anOperator; }
  [[nodiscard]] const OperatorRequest& node() const noexcept { return node_; }

  // Whether shapes are listed innermost first by whoever asks.
  [[nodiscard]] bool isReversed() const noexcept { return order_ == Order::innermostFirst; }

  // How the inputs meet under the rule, or under that of the operator's version; nothing where the
  // request or the operator is refused before shapes are looked at.
  [[nodiscard]] std::optional<Alignment> align() const;
  // Bytes of an element, for what takes one per operand: of Where, its values.
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
