// A rule is data: a function that maps each operand's axes to the output's, and a policy for
// merging the sizes on an axis. `align` serves all rules; a new rule is a row in rules.cpp.
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

// Which axes of size 1 may stretch.
enum class Ones : std::uint8_t {
  stretch,
  stretchAtEnds,  // only the leading and trailing 1s of the operand's own axes
  fixed
};

enum class Order : std::uint8_t { outermostFirst, innermostFirst };

// How an operand's axes are mapped to the output's.
enum class Placement : std::uint8_t {
  right,   // its last axis on the output's last
  left,    // its first axis on the output's first
  axis,    // on the axis that a parameter or the rule names
  scalar,  // one element: stretched along every axis
  target,  // it is the output's shape
  matrix,  // its last axes on those of a product of matrices
  count
};

inline constexpr int kSuffix = -1;

struct RuleParams {
  int axis = kSuffix;     // the output axis of B's first axis; kSuffix aligns at the right
  bool broadcast = true;  // legacy only: whether the attribute `broadcast` is set
  std::optional<Order> order = std::nullopt;  // of shapes at the API, if it differs from the rule's
};

// The axes of the output that an operand's axes are mapped to.
struct AxisMap {
  int first = 0;  // the output axis of the operand's first axis
  Placement placement = Placement::right;
  ErrorCode refusal = ErrorCode::none;
  int skipped = kNoAxis;  // an output axis after `first` that the operand lacks
};

struct Policy {
  bool targetFixed = false;  // the output has operand 0's shape
  Ones ones = Ones::stretch;
  ErrorCode mismatch = ErrorCode::sizeConflict;  // reported if sizes differ
  bool zeroAllowed = true;
  int minRank = 0;
  int maxRank = kMaxRank;
  int minOperands = 1;
  int maxOperands = kMaxOperands;
  Order order = Order::outermostFirst;  // of shapes in the API; the engine's are outermost first
  bool product = false;                 // matrix product (product.hpp)
  bool lastIsShape = false;             // the last operand is a target shape without elements

  [[nodiscard]] bool innermostFirst() const noexcept { return order == Order::innermostFirst; }
};

using PlaceOperand = AxisMap (*)(const Shapes& shapes, int operand, int rank,
                                 const RuleParams& params);

struct Rule {
  RuleId key{};
  std::string_view name;
  PlaceOperand place = nullptr;
  Policy policy;
};

[[nodiscard]] const Rule& rule(RuleId id) noexcept;
// The rule's name in the API; empty for a rule that is only reached by another's parameters.
[[nodiscard]] std::string_view publicName(RuleId id) noexcept;
[[nodiscard]] std::optional<RuleId> findRule(std::string_view name) noexcept;

// The rule under these parameters: legacy with broadcast=0 requires equal shapes.
[[nodiscard]] const Rule& effectiveRule(RuleId id, const RuleParams& params) noexcept;

}  // namespace simdcast
