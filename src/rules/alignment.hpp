// The result of aligning shapes, operand by operand and axis by axis. Plans are lowered from it and
// explanations are rendered from it, so they cannot disagree. Axes and shapes are outermost first,
// whatever the order at the API.
#pragma once

#include <span>

#include "product.hpp"
#include "rule.hpp"

namespace simdcast {

enum class Outcome : std::uint8_t {
  equal,
  stretched,
  ones,
  zero,
  summed,  // the inner axis of a product, which the result lacks
  conflict,
  refused,
  count
};

struct OperandTrace {
  Shape shape;         // as given
  Shape aligned;       // on the alignment's axes; empty if the operand could not be placed
  AxisMask added = 0;  // axes on which a 1 was added
  AxisMask stretched = 0;
  int first = 0;
  Placement placement = Placement::right;
};

struct AxisTrace {
  Size size = 0;  // of the result; unspecified for a conflict or a rejected axis
  Outcome outcome = Outcome::equal;
  AxisRole role = AxisRole::broadcast;
  OperandMask stretched = 0;
};

// An operator's names for its inputs, in static storage.
using OperandNames = std::span<const std::string_view>;

struct Alignment {
  const Rule* rule = nullptr;
  RuleParams params;
  std::string_view op;  // the operator, in static storage; empty for the request of a rule
  OperandNames names;   // empty: A, B, C, …
  SmallVector<OperandTrace, kUsualOperands> operands;
  SmallVector<AxisTrace, kUsualRank>
      axes;      // the output's, and the one that a product is summed over
  Shape output;  // empty for a failure
  SmallVector<Error, 2> failures;

  bool placed = false;  // all operands could be placed: `aligned` and `axes` are filled in

  [[nodiscard]] bool ok() const noexcept { return failures.empty(); }
  [[nodiscard]] const Policy& policy() const noexcept { return rule->policy; }
  [[nodiscard]] int rank() const noexcept { return axes.size(); }
  // The order in which readers outside of the engine write shapes, indices and axes.
  [[nodiscard]] Order order() const noexcept { return params.order.value_or(policy().order); }
  [[nodiscard]] bool innermostFirst() const noexcept { return order() == Order::innermostFirst; }
};

// Element strides of a dense tensor; 0 for axes of size 1.
[[nodiscard]] Strides elementStrides(const Shape& shape);
// The same on the alignment's axes. The alignment must be placed.
[[nodiscard]] inline Strides elementStrides(const OperandTrace& operand) {
  return elementStrides(operand.aligned);
}

// Whether an operand is a target shape without elements.
[[nodiscard]] bool isOnlyShape(const Alignment& alignment, int operand) noexcept;

// The axes on which an aligned shape has a size other than 1.
[[nodiscard]] AxisMask axesUsed(const Shape& aligned) noexcept;

// The sizes of all axes: those of the output, and for a matrix product also k, the axis that is
// summed.
[[nodiscard]] Shape extents(const Alignment& alignment);

// The number of axes that broadcast; they come first.
[[nodiscard]] int broadcastRank(const Alignment& alignment) noexcept;

// The shapes, as given.
[[nodiscard]] Shapes operandShapes(const Alignment& alignment);

// 0 for a failure.
[[nodiscard]] Count outputElements(const Alignment& alignment) noexcept;

// Whether every operand is repeated along an axis: unless the result is empty, it then has more
// elements than each operand; for a product, more matrices.
[[nodiscard]] bool grows(const Alignment& alignment);

// The elements that one operand stores, and that all operands store.
[[nodiscard]] Count storedElements(const Alignment& alignment, int operand) noexcept;
[[nodiscard]] Count storedElements(const Alignment& alignment) noexcept;

[[nodiscard]] std::string_view name(Outcome outcome) noexcept;
// Empty for an axis that broadcasts.
[[nodiscard]] std::string_view name(AxisRole role) noexcept;
[[nodiscard]] std::string_view name(Placement placement) noexcept;

}  // namespace simdcast
