#include "compile.hpp"

#include <limits>

namespace simdcast {
namespace {

bool isLaneItself(DType type, Lane computed) {
  return lane(type) == computed && width(type) == width(computed);
}

// Takes the input at `position` in, computed in `lane`; returns its place among the operands.
int addInput(Prepared& prepared, int position, Lane computed) {
  const DType type = prepared.request.types[position];
  const Convert widen = isLaneItself(type, computed) ? nullptr : findWiden(type, computed);
  prepared.program.inputs.push({width(computed), widen});
  prepared.walked.push(position);
  return prepared.program.inputs.size() - 1;
}

// Takes an input in as it is stored, for kernels that only move it.
int addMoved(Prepared& prepared, int position) {
  prepared.program.inputs.push({width(prepared.request.types[position]), nullptr});
  prepared.walked.push(position);
  return prepared.program.inputs.size() - 1;
}

void setResult(Prepared& prepared, DType type, Lane computed) {
  prepared.outputType = type;
  prepared.program.laneWidth = width(computed);
  prepared.program.narrow = isLaneItself(type, computed) ? nullptr : findNarrow(computed, type);
}

bool compileCopy(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  prepared.program.first = findCopy(width(type));
  prepared.program.firstOperands.push(addMoved(prepared, 0));
  prepared.program.laneWidth = width(type);
  prepared.outputType = type;
  return prepared.program.first != nullptr;
}

template <class T>
void setConstant(Program& program, int index, T element) {
  for (int at = 0; at < kSplatBytes; at += sizeof element)
    std::memcpy(program.constants[index] + at, &element, sizeof element);
}

// The number as an element of a float lane.
void setConstant(Program& program, int index, Lane computed, double number) {
  if (computed == Lane::f32)
    setConstant(program, index, static_cast<float>(number));
  else
    setConstant(program, index, number);
}

void setFirstPair(Program& program, bool swapped) {
  program.firstOperands.push(swapped ? 1 : 0);
  program.firstOperands.push(swapped ? 0 : 1);
}

KernelOp kernelOf(const Prepared& prepared) {
  const Operator& op = describe(prepared.request.op);
  const AttributeValues& attributes = prepared.request.attributes;
  const bool other = attributes.flag(Attribute::fmod) || attributes.flag(Attribute::direction);
  return other ? op.other : op.kernel;
}

bool compileFold(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  const Kernel kernel = findKernel(kernelOf(prepared), lane(type));
  if (kernel == nullptr) return false;
  if (prepared.request.types.size() == 1) return compileCopy(prepared);
  Program& program = prepared.program;
  for (int i = 0; i < prepared.request.types.size(); ++i) addInput(prepared, i, lane(type));
  program.first = kernel;
  setFirstPair(program, describe(prepared.request.op).swapped);
  for (int i = 2; i < program.inputs.size(); ++i) program.folds.push({kernel, i, 0});
  setResult(prepared, type, lane(type));
  return true;
}

bool compileMean(Prepared& prepared) {
  if (!compileFold(prepared)) return false;
  const int count = prepared.request.types.size();
  if (count == 1) return true;
  const Lane computed = lane(prepared.request.types[0]);
  setConstant(prepared.program, 0, computed, count);
  prepared.program.folds.push({findKernel(KernelOp::div, computed), -1, 0});
  return true;
}

bool compileCompare(Prepared& prepared) {
  const Operator& op = describe(prepared.request.op);
  const Lane computed = lane(prepared.request.types[0]);
  prepared.program.first = findKernel(op.kernel, computed);
  if (prepared.program.first == nullptr) return false;
  addInput(prepared, 0, computed);
  addInput(prepared, 1, computed);
  setFirstPair(prepared.program, op.swapped);
  setResult(prepared, DType::boolean, Lane::b8);
  return true;
}

bool isFloat(DType type) { return lane(type) == Lane::f32 || lane(type) == Lane::f64; }

bool isUnsigned(DType type) {
  return lane(type) == Lane::u8 || lane(type) == Lane::u16 || lane(type) == Lane::u32 ||
         lane(type) == Lane::u64;
}

// NumPy's promotion decides: integers meet in 64 bits, and a float with anything wider in double.
Lane powLane(DType base, DType exponent) {
  if (!isFloat(base) && !isFloat(exponent)) return base == DType::uint64 ? Lane::u64 : Lane::i64;
  const bool fits = lane(exponent) == Lane::f32 || (!isFloat(exponent) && width(exponent) <= 2);
  return lane(base) == Lane::f32 && fits ? Lane::f32 : Lane::f64;
}

bool compilePow(Prepared& prepared) {
  const DType base = prepared.request.types[0];
  const DType exponent = prepared.request.types[1];
  const Lane computed = powLane(base, exponent);
  const bool integers = computed == Lane::i64 || computed == Lane::u64;
  const KernelOp op = integers && isUnsigned(exponent) ? KernelOp::powUnsigned : KernelOp::pow;
  prepared.program.first = findKernel(op, computed);
  addInput(prepared, 0, computed);
  addInput(prepared, 1, integers ? Lane::i64 : computed);
  setFirstPair(prepared.program, false);
  setResult(prepared, base, computed);
  return prepared.program.first != nullptr;
}

bool compileSelect(Prepared& prepared) {
  const DType type = prepared.request.types[1];
  Program& program = prepared.program;
  for (int i = 0; i < 3; ++i) program.firstOperands.push(addMoved(prepared, i));
  program.first = findSelect(width(type));
  program.laneWidth = width(type);
  prepared.outputType = type;
  return program.first != nullptr;
}

// Clip-6 alone has bounds by default: the finite floats.
constexpr int kClipFiniteBounds = 6;
constexpr float kAbsentBounds[] = {std::numeric_limits<float>::lowest(),
                                   std::numeric_limits<float>::max()};

// The bounds are attributes up to opset 6, and inputs that may be absent from 11 on.
bool compileClip(Prepared& prepared) {
  constexpr Attribute kBounds[] = {Attribute::min, Attribute::max};
  const Operator& op = describe(prepared.request.op);
  const KernelOp ops[] = {op.kernel, op.other};
  const DType type = prepared.request.types[0];
  const Lane computed = lane(type);
  const AttributeValues& attributes = prepared.request.attributes;
  Program& program = prepared.program;
  program.first = findCopy(width(computed));
  program.firstOperands.push(addInput(prepared, 0, computed));
  for (int i = 0; i < 2; ++i) {
    const Kernel kernel = findKernel(ops[i], computed);
    if (kernel == nullptr) return false;
    const int input = i + 1;
    if (input < prepared.request.types.size() && prepared.request.types[input] != kAbsent) {
      program.folds.push({kernel, addInput(prepared, input, computed), 0});
    } else if (attributes.has(kBounds[i]) || prepared.version->since == kClipFiniteBounds) {
      setConstant(program, i, computed, attributes.real(kBounds[i], kAbsentBounds[i]));
      program.folds.push({kernel, -1, i});
    }
  }
  setResult(prepared, type, computed);
  return program.first != nullptr;
}

struct Row {
  Kind kind;
  bool (*compile)(Prepared& prepared);
};

constexpr Row kKinds[] = {
    {Kind::fold, compileFold}, {Kind::mean, compileMean},     {Kind::compare, compileCompare},
    {Kind::pow, compilePow},   {Kind::select, compileSelect}, {Kind::expand, compileCopy},
    {Kind::clip, compileClip},
};

}  // namespace

bool compile(Prepared& prepared) {
  for (const Row& row : kKinds)
    if (row.kind == describe(prepared.request.op).kind) return row.compile(prepared);
  return false;
}

}  // namespace simdcast
