#include "align.hpp"

namespace simdcast {
namespace {

void fail(Alignment& alignment, ErrorCode code, int axis = kNoAxis, OperandMask operands = 0) {
  alignment.failures.push({code, axis, operands});
}

// Whether the number of elements is representable, and for a product also the number of matrices,
// which is larger if the matrices are empty.
bool isCountable(const Policy& policy, const Shape& shape, int stacked) {
  return elementCount(shape) && (!policy.product || elementCount(leading(shape, stacked)));
}

// Checks one shape against the policy.
ErrorCode screen(const Policy& policy, const Shape& shape, bool someOperandHasAxes) {
  for (Size size : shape) {
    if (size < 0) return ErrorCode::negativeSize;
    if (size == 0 && !policy.zeroAllowed) return ErrorCode::zeroNotRepresentable;
  }
  if (shape.size() < policy.minRank) return ErrorCode::rankTooLow;
  if (shape.size() > policy.maxRank)
    return policy.maxRank < kMaxRank ? ErrorCode::rankNotRepresentable : ErrorCode::rankTooHigh;
  const bool lonelyScalar = shape.empty() && policy.innermostFirst();
  if (lonelyScalar && !someOperandHasAxes) return ErrorCode::rankNotRepresentable;
  if (!isCountable(policy, shape, shape.size() - matrixAxes(shape)))
    return ErrorCode::tooManyElements;
  return ErrorCode::none;
}

// Copies the operands in and screens them. They can be placed only if all pass.
bool admit(const Shapes& shapes, Alignment& alignment) {
  const Policy& policy = alignment.policy();
  bool someOperandHasAxes = false;
  for (const Shape& shape : shapes) someOperandHasAxes |= !shape.empty();
  if (shapes.size() < policy.minOperands || shapes.size() > policy.maxOperands)
    fail(alignment, ErrorCode::operandCount);
  for (int i = 0; i < shapes.size(); ++i) {
    const ErrorCode code = screen(policy, shapes[i], someOperandHasAxes);
    if (code != ErrorCode::none) fail(alignment, code, kNoAxis, bit(i));
    alignment.operands.push({.shape = shapes[i]});
  }
  return alignment.ok();
}

int outputRank(const Alignment& alignment) {
  const auto& operands = alignment.operands;
  if (alignment.policy().targetFixed) return operands[0].shape.size();
  if (alignment.policy().product) return productAxes(operands[0].shape, operands[1].shape).rank();
  int rank = 0;
  for (const OperandTrace& operand : operands) rank = std::max(rank, operand.shape.size());
  return rank;
}

void spread(OperandTrace& operand, const AxisMap& map, int rank) {
  operand.first = map.first;
  operand.placement = map.placement;
  operand.aligned = Shape(rank, 1);
  operand.added = firstBits(rank);
  int axis = map.first;
  for (const Size size : operand.shape) {
    if (axis == map.skipped) ++axis;
    operand.aligned[axis] = size;
    operand.added &= ~bit(axis);
    ++axis;
  }
}

bool place(Alignment& alignment, int rank) {
  const Shapes shapes = operandShapes(alignment);
  for (int i = 0; i < shapes.size(); ++i) {
    const AxisMap map = alignment.rule->place(shapes, i, rank, alignment.params);
    if (map.refusal != ErrorCode::none) {
      const OperandMask target = alignment.policy().targetFixed ? bit(0) : 0;
      fail(alignment, map.refusal, kNoAxis, bit(i) | target);
      continue;
    }
    spread(alignment.operands[i], map, rank);
  }
  return alignment.ok();
}

// Whether the 1 on this axis is among the operand's leading or trailing ones.
bool atEnd(const OperandTrace& operand, int axis) {
  const int position = axis - operand.first;
  const auto one = [](Size size) { return size == 1; };
  return std::all_of(operand.shape.begin(), operand.shape.begin() + position, one) ||
         std::all_of(operand.shape.begin() + position, operand.shape.end(), one);
}

bool mayStretch(Ones ones, const OperandTrace& operand, int axis) {
  if (has(operand.added, axis) || operand.placement == Placement::scalar) return true;
  if (operand.placement == Placement::target) return false;
  return ones == Ones::stretch || (ones == Ones::stretchAtEnds && atEnd(operand, axis));
}

// The operand whose size the others must match: operand 0 if the target is fixed, else the first
// whose size is not 1.
int leadingOperand(const Alignment& alignment, int axis) {
  if (alignment.policy().targetFixed) return 0;
  for (int i = 0; i < alignment.operands.size(); ++i)
    if (alignment.operands[i].aligned[axis] != 1) return i;
  return 0;
}

AxisRole roleOf(const Alignment& alignment, int axis) {
  if (!alignment.policy().product) return AxisRole::broadcast;
  return productAxes(alignment.operands[0].shape, alignment.operands[1].shape).role(axis);
}

// The reason why an operand does not fit the axis; `none` if it does.
ErrorCode objection(const Policy& policy, const OperandTrace& operand, int axis,
                    const AxisTrace& trace) {
  const Size size = operand.aligned[axis];
  const Size n = trace.size;
  if (size == n) return ErrorCode::none;
  if (trace.role == AxisRole::inner) return ErrorCode::innerMismatch;
  if (size == 1 && mayStretch(policy.ones, operand, axis)) return ErrorCode::none;
  if (policy.mismatch != ErrorCode::sizeConflict) return policy.mismatch;
  if (size == 1 && policy.ones == Ones::stretchAtEnds) return ErrorCode::interiorOne;
  if (n == 1 && policy.targetFixed) return ErrorCode::targetWouldGrow;
  return ErrorCode::sizeConflict;
}

bool isConflict(ErrorCode code) {
  return code == ErrorCode::sizeConflict || code == ErrorCode::broadcastOff ||
         code == ErrorCode::innerMismatch;
}

Outcome settled(const Alignment& alignment, int axis, const AxisTrace& trace) {
  if (trace.role == AxisRole::inner) return Outcome::summed;
  if (trace.size == 0) return Outcome::zero;
  if (trace.stretched != 0) return Outcome::stretched;
  const bool several = alignment.operands.size() > 1 || alignment.operands[0].aligned[axis] == 1;
  return trace.size == 1 && several ? Outcome::ones : Outcome::equal;
}

// NOTE [ the zero merge ]
// An axis has the size of the operands whose size is not 1: a 1 stretches to any other size, 0
// included. This is not the maximum, which differs for 0:
//
//   0 and 1 -> 0        3 and 1 -> 3        0 and 3 differ
//
// The maximum of 0 and 1 is 1: an element that would have to be read from an empty tensor. With the
// zero merge an empty batch stays empty through every operator.
AxisTrace merge(Alignment& alignment, int axis) {
  const int leader = leadingOperand(alignment, axis);
  AxisTrace trace{.size = alignment.operands[leader].aligned[axis],
                  .role = roleOf(alignment, axis)};
  ErrorCode worst = ErrorCode::none;
  OperandMask culprits = bit(leader);
  for (int i = 0; i < alignment.operands.size(); ++i) {
    OperandTrace& operand = alignment.operands[i];
    const ErrorCode code = objection(alignment.policy(), operand, axis, trace);
    const Size size = operand.aligned[axis];
    if (code != ErrorCode::none) {
      if (worst == ErrorCode::none) worst = code;
      culprits |= bit(i);
    } else if (size == 1 && trace.size != 1) {
      trace.stretched |= bit(i);
      operand.stretched |= bit(axis);
    } else if (size == trace.size && size != 1 && !alignment.policy().targetFixed) {
      culprits |= bit(i);
    }
  }
  if (worst == ErrorCode::none) {
    trace.outcome = settled(alignment, axis, trace);
    return trace;
  }
  fail(alignment, worst, axis, culprits);
  trace.outcome = isConflict(worst) ? Outcome::conflict : Outcome::refused;
  return trace;
}

}  // namespace

Alignment align(const Rule& rule, const Shapes& shapes, const RuleParams& params) {
  Alignment result;
  result.rule = &rule;
  result.params = params;
  if (!admit(shapes, result)) return result;
  const int rank = outputRank(result);
  if (!place(result, rank)) return result;
  result.placed = true;
  for (int axis = 0; axis < rank; ++axis) result.axes.push(merge(result, axis));
  if (!result.ok()) return result;
  for (const AxisTrace& axis : result.axes)
    if (axis.role != AxisRole::inner) result.output.push(axis.size);
  if (isCountable(rule.policy, result.output, broadcastRank(result))) return result;
  result.output.clear();
  fail(result, ErrorCode::tooManyElements);
  return result;
}

}  // namespace simdcast
