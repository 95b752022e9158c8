#include "../base/enum_table.hpp"
#include "product.hpp"
#include "rule.hpp"

namespace simdcast {
namespace {

AxisMap suffix(const Shape& shape, int rank) {
  return {rank - shape.size(), Placement::right, ErrorCode::none};
}

AxisMap scalar(const Shape& shape, int rank) {
  return {rank - shape.size(), Placement::scalar, ErrorCode::none};
}

AxisMap refuse(ErrorCode code) { return {0, Placement::right, code}; }

AxisMap atTarget() { return {0, Placement::target, ErrorCode::none}; }

AxisMap placeRight(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  return suffix(shapes[operand], rank);
}

// ONNX Broadcasting.md, "Unidirectional Broadcasting".
AxisMap placeOnTarget(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  if (operand == 0) return atTarget();
  if (shapes[operand].size() > rank) return refuse(ErrorCode::rankExceedsTarget);
  return suffix(shapes[operand], rank);
}

// ONNX opset 1 to 6, `broadcast=1`; the size-1 axes of B as in Caffe2's
// ComputeLegacyBroadcastSizes.
AxisMap placeLegacy(const Shapes& shapes, int operand, int rank, const RuleParams& params) {
  if (operand == 0) return atTarget();
  const Shape& shape = shapes[operand];
  if (shape.size() > rank) return refuse(ErrorCode::rankExceedsTarget);
  if (hasOneElement(shape)) return scalar(shape, rank);
  if (params.axis == kSuffix) return suffix(shape, rank);
  if (params.axis < 0) return refuse(ErrorCode::negativeAxis);
  if (params.axis > rank - shape.size()) return refuse(ErrorCode::axisOutOfRange);
  return {params.axis, Placement::axis, ErrorCode::none};
}

// ncnn BinaryOp keeps the outer axes of the smaller blob; a blob of rank 1 that does not fit the
// outermost axis goes to the innermost one (docs/developer-guide/binaryop-broadcasting.md).
AxisMap placeNcnn(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  const Shape& shape = shapes[operand];
  const Shape& other = shapes[1 - operand];
  if (rank == 0) return refuse(ErrorCode::rankNotRepresentable);
  if (hasOneElement(shape)) return scalar(shape, rank);
  if (shape.size() == rank) return suffix(shape, rank);
  if (shape.size() == 1 && shape[0] != other[0]) return suffix(shape, rank);
  return {0, Placement::left, ErrorCode::none};
}

// PRelu-1 and PRelu-6: a slope of one element is shared; any other is along axis 1.
AxisMap placePerChannel(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  if (operand == 0) return atTarget();
  const Shape& shape = shapes[operand];
  if (shape.size() > rank) return refuse(ErrorCode::rankExceedsTarget);
  if (hasOneElement(shape)) return scalar(shape, rank);
  if (shape.size() != 1) return refuse(ErrorCode::rankNotRepresentable);
  if (rank < 2) return refuse(ErrorCode::rankTooLow);
  return {1, Placement::axis, ErrorCode::none};
}

AxisMap placeEqual(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  if (operand == 0) return atTarget();
  if (shapes[operand].size() != rank) return refuse(ErrorCode::broadcastOff);
  return suffix(shapes[operand], rank);
}

// Clip's bounds are of rank 0.
AxisMap placeScalar(const Shapes& shapes, int operand, int rank, const RuleParams&) {
  if (operand == 0) return atTarget();
  if (!shapes[operand].empty()) return refuse(ErrorCode::rankNotRepresentable);
  return scalar(shapes[operand], rank);
}

// k is A's last axis, and B's last but one. B has no axis for the rows of A, which come between its
// stack and k.
AxisMap placeMatMul(const Shapes& shapes, int operand, int /*rank*/, const RuleParams&) {
  const ProductAxes axes = productAxes(shapes[0], shapes[1]);
  const Shape& shape = shapes[operand];
  AxisMap map{.first = axes.inner(), .placement = Placement::matrix};
  if (operand == 0) {
    map.first -= shape.size() - 1;
  } else if (const int stacked = shape.size() - matrixAxes(shape); stacked > 0) {
    map.first = axes.stacked - stacked;
    if (axes.rows) map.skipped = axes.stacked;
  }
  return map;
}

constexpr EnumTable<RuleId, Rule> kRules({
    {RuleId::multidirectional, "multidirectional", placeRight, {}},
    {RuleId::unidirectional, "unidirectional", placeOnTarget, {.targetFixed = true}},
    {RuleId::legacy,
     "legacy",
     placeLegacy,
     {.targetFixed = true, .ones = Ones::stretchAtEnds, .minOperands = 2, .maxOperands = 2}},
    {RuleId::ncnn,
     "ncnn",
     placeNcnn,
     {.zeroAllowed = false,
      .maxRank = 4,
      .minOperands = 2,
      .maxOperands = 2,
      .order = Order::innermostFirst}},
    {RuleId::expand,
     "expand",
     placeRight,
     {.minOperands = 2, .maxOperands = 2, .lastIsShape = true}},
    {RuleId::perChannel,
     "perChannel",
     placePerChannel,
     {.targetFixed = true, .ones = Ones::fixed, .minOperands = 2, .maxOperands = 2}},
    {RuleId::equal,
     "equal",
     placeEqual,
     {.targetFixed = true, .ones = Ones::fixed, .mismatch = ErrorCode::broadcastOff}},
    {RuleId::matMul,
     "matMul",
     placeMatMul,
     {.minRank = 1, .minOperands = 2, .maxOperands = 2, .product = true}},
    {RuleId::scalars, "scalars", placeScalar, {.targetFixed = true}},
    {RuleId::legacyOff,
     "legacy",
     placeEqual,
     {.targetFixed = true,
      .ones = Ones::fixed,
      .mismatch = ErrorCode::broadcastOff,
      .minOperands = 2,
      .maxOperands = 2}},
});

}  // namespace

const Rule& rule(RuleId id) noexcept { return kRules[id]; }

std::string_view publicName(RuleId id) noexcept {
  return id == RuleId::legacyOff ? std::string_view() : rule(id).name;
}

std::optional<RuleId> findRule(std::string_view name) noexcept {
  if (name == "numpy") return RuleId::multidirectional;
  return kRules.find(name);
}

const Rule& effectiveRule(RuleId id, const RuleParams& params) noexcept {
  const bool off = id == RuleId::legacy && !params.broadcast;
  return rule(off ? RuleId::legacyOff : id);
}

}  // namespace simdcast
