// rules/ says how shapes broadcast, under every rule, and what is wrong where they do not. May
// include base/.
//
// A rule is data: where each operand's axes sit among the output's, and a small policy for merging
// the sizes that meet there. `align` serves every rule; a new rule is a row in rules.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "../base/error.hpp"
#include "../base/shape.hpp"

namespace simdcast {

enum class RuleId : std::uint8_t {
  multidirectional,
  unidirectional,
  legacy,
  ncnn,
  expand,
  perChannel,
  equal,
  matMul,
  scalars,
  legacyOff,  // legacy with broadcast=0
  count
};

// Which 1s of an operand may be reused along a longer axis.
enum class Ones : std::uint8_t {
  stretch,
  stretchAtEnds,  // only the leading and the trailing ones of the operand's own axes
  fixed
};

enum class Order : std::uint8_t { outermostFirst, innermostFirst };

// Why an operand sits where it does.
enum class Placement : std::uint8_t {
  right,   // its last axis on the output's last
  left,    // its first axis on the output's first
  axis,    // on the axis that a parameter or the rule names
  scalar,  // one element: any place will do
  target,  // it is the output's shape
  matrix,  // its last axes on those of a product of matrices
  count
};

inline constexpr int kSuffix = -1;

struct RuleParams {
  int axis = kSuffix;     // of the output, for B's first axis; kSuffix matches from the right
  bool broadcast = true;  // legacy only: whether the attribute `broadcast` is set
  std::optional<Order> order = std::nullopt;  // of shapes at the API, where it is not the rule's
};

// Where an operand sits among the output's axes.
struct Window {
  int first = 0;  // the output axis of the operand's first axis
  Placement placement = Placement::right;
  ErrorCode refusal = ErrorCode::none;
  int skipped = kNoAxis;  // an output axis past `first` on which the operand has none
};

struct Policy {
  bool targetFixed = false;  // the output has operand 0's shape
  Ones ones = Ones::stretch;
  ErrorCode mismatch = ErrorCode::sizeConflict;  // reported where sizes differ
  bool zeroAllowed = true;
  int minRank = 0;
  int maxRank = kMaxRank;
  int minOperands = 1;
  int maxOperands = kMaxOperands;
  Order order = Order::outermostFirst;  // of shapes at the API; inside it is always outermost first
  bool product = false;                 // of two matrices, or of stacks of them (product.hpp)
  bool lastIsShape = false;             // the last operand is a shape, and stores nothing

  [[nodiscard]] bool innermostFirst() const noexcept { return order == Order::innermostFirst; }
};

using PlaceOperand = Window (*)(const Shapes& shapes, int operand, int rank,
                                const RuleParams& params);

struct Rule {
  RuleId key{};
  std::string_view name;
  PlaceOperand place = nullptr;
  Policy policy;
};

[[nodiscard]] const Rule& rule(RuleId id) noexcept;
// The name that callers ask for the rule by; empty for one that only another's parameters ask for.
[[nodiscard]] std::string_view publicName(RuleId id) noexcept;
[[nodiscard]] std::optional<RuleId> findRule(std::string_view name) noexcept;

// The rule that the parameters ask for: legacy with broadcast=0 wants equal shapes.
[[nodiscard]] const Rule& effectiveRule(RuleId id, const RuleParams& params) noexcept;

}  // namespace simdcast
