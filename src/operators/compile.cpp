#include "compile.hpp"

#include <limits>

#include "../execute/small_float_kernels.hpp"

namespace simdcast {
namespace {

bool isLaneItself(DType type, Lane computed) {
  return lane(type) == computed && width(type) == width(computed);
}

// Takes the input at `position` in next, computed in `lane`.
void addInput(Prepared& prepared, int position, Lane computed) {
  const DType type = prepared.request.types[position];
  const Convert widen = isLaneItself(type, computed) ? nullptr : findWiden(type, computed);
  prepared.program.inputs.push({width(computed), widen});
  prepared.walked.push(position);
}

// Takes an input in as it is stored, for what only moves it.
void addMoved(Prepared& prepared, int position) {
  prepared.program.inputs.push({width(prepared.request.types[position]), nullptr});
  prepared.walked.push(position);
}

// Two inputs for the first kernel, in the order in which it takes them.
void addPair(Prepared& prepared, Lane first, Lane second, bool swapped) {
  addInput(prepared, swapped ? 1 : 0, swapped ? second : first);
  addInput(prepared, swapped ? 0 : 1, swapped ? first : second);
  prepared.program.taken = 2;
}

void setResult(Prepared& prepared, DType type, Lane computed) {
  prepared.outputType = type;
  prepared.program.laneWidth = width(computed);
  prepared.program.narrow = isLaneItself(type, computed) ? nullptr : findNarrow(computed, type);
}

bool compileMove(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  addMoved(prepared, 0);
  prepared.program.laneWidth = width(type);
  prepared.outputType = type;
  return true;
}

template <class T>
void addConstant(Program& program, T element) {
  Constant constant;
  for (int at = 0; at < kSplatBytes; at += sizeof element)
    std::memcpy(constant.bytes + at, &element, sizeof element);
  program.constants.push(constant);
}

// The number as an element of a float lane.
void addConstant(Program& program, Lane computed, double number) {
  if (computed == Lane::f32)
    addConstant(program, static_cast<float>(number));
  else
    addConstant(program, number);
}

// A kernel of two inputs, of which the first is the result so far where there is one.
void addStep(Program& program, Kernel kernel) {
  if (program.first != nullptr) {
    program.folds.push(kernel);
    return;
  }
  program.first = kernel;
  program.taken = 2;
}

KernelOp kernelOf(const Prepared& prepared) {
  const Operator& op = describe(prepared.request.op);
  const AttributeValues& attributes = prepared.request.attributes;
  const bool other = attributes.flag(Attribute::fmod) || attributes.flag(Attribute::direction) ||
                     attributes.flag(Attribute::approximate);
  return other ? op.other : op.kernel;
}

// Two inputs of 16-bit floats, where a kernel takes them as they are.
bool compileSmallFloats(Prepared& prepared, Kernel kernel) {
  const bool swapped = describe(prepared.request.op).swapped;
  addMoved(prepared, swapped ? 1 : 0);
  addMoved(prepared, swapped ? 0 : 1);
  addStep(prepared.program, kernel);
  prepared.outputType = prepared.request.types[0];
  prepared.program.laneWidth = width(prepared.outputType);
  return true;
}

// In one lane from the first input to the last.
bool compileChain(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  const Kernel kernel = findKernel(kernelOf(prepared), lane(type));
  if (kernel == nullptr) return false;
  if (prepared.request.types.size() == 1) return compileMove(prepared);
  addPair(prepared, lane(type), lane(type), describe(prepared.request.op).swapped);
  addStep(prepared.program, kernel);
  for (int i = 2; i < prepared.request.types.size(); ++i) {
    addInput(prepared, i, lane(type));
    addStep(prepared.program, kernel);
  }
  setResult(prepared, type, lane(type));
  return true;
}

bool compileFold(Prepared& prepared) {
  const Kernel small = findSmallFloatKernel(kernelOf(prepared), prepared.request.types[0]);
  if (small != nullptr && prepared.request.types.size() == 2)
    return compileSmallFloats(prepared, small);
  return compileChain(prepared);
}

bool compileMean(Prepared& prepared) {
  if (!compileChain(prepared)) return false;
  const int count = prepared.request.types.size();
  if (count == 1) return true;
  const Lane computed = lane(prepared.request.types[0]);
  const Operator& op = describe(prepared.request.op);
  Program& program = prepared.program;
  addConstant(program, computed, count);
  // The last addition divides as well.
  const Kernel last = findKernel(op.other, computed);
  if (program.folds.empty()) {
    program.first = last;
    program.taken = 3;
  } else {
    program.folds.back() = last;
  }
  return true;
}

bool compileCompare(Prepared& prepared) {
  const Operator& op = describe(prepared.request.op);
  const Lane computed = lane(prepared.request.types[0]);
  prepared.program.first = findKernel(op.kernel, computed);
  if (prepared.program.first == nullptr) return false;
  addPair(prepared, computed, computed, op.swapped);
  setResult(prepared, DType::boolean, Lane::b8);
  return true;
}

bool isUnsigned(DType type) {
  return lane(type) == Lane::u8 || lane(type) == Lane::u16 || lane(type) == Lane::u32 ||
         lane(type) == Lane::u64;
}

// NumPy's promotion decides for floats: one with anything wider meets in double. Integer bases are
// signed, and powers of 64 bits end in those of 32.
Lane powLane(DType base, DType exponent) {
  if (!isFloat(base) && !isFloat(exponent))
    return width(base) == 4 && width(exponent) == 4 ? Lane::i32 : Lane::i64;
  const bool fits = lane(exponent) == Lane::f32 || (!isFloat(exponent) && width(exponent) <= 2);
  return lane(base) == Lane::f32 && fits ? Lane::f32 : Lane::f64;
}

bool compilePow(Prepared& prepared) {
  const DType base = prepared.request.types[0];
  const DType exponent = prepared.request.types[1];
  const Lane computed = powLane(base, exponent);
  const bool integers = computed == Lane::i32 || computed == Lane::i64;
  const KernelOp op = integers && isUnsigned(exponent) ? KernelOp::powUnsigned : KernelOp::pow;
  prepared.program.first = findKernel(op, computed);
  addPair(prepared, computed, computed, false);
  setResult(prepared, base, computed);
  return prepared.program.first != nullptr;
}

bool compileSelect(Prepared& prepared) {
  const DType type = prepared.request.types[1];
  Program& program = prepared.program;
  for (int i = 0; i < 3; ++i) addMoved(prepared, i);
  program.first = findSelect(width(type));
  program.taken = 3;
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
  addInput(prepared, 0, computed);
  for (int i = 0; i < 2; ++i) {
    const Kernel kernel = findKernel(ops[i], computed);
    if (kernel == nullptr) return false;
    const int input = i + 1;
    if (input < prepared.request.types.size() && prepared.request.types[input] != kAbsent)
      addInput(prepared, input, computed);
    else if (attributes.has(kBounds[i]) || prepared.version->since == kClipFiniteBounds)
      addConstant(prepared.program, computed, attributes.real(kBounds[i], kAbsentBounds[i]));
    else
      continue;
    addStep(prepared.program, kernel);
  }
  setResult(prepared, type, computed);
  return true;
}

// Erf of integers, which ONNX allows, is computed on doubles and loses its fraction. Numbers
// without a sign are their own magnitude.
bool compileUnary(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  const KernelOp op = kernelOf(prepared);
  if (op == KernelOp::abs && isUnsigned(type)) return compileMove(prepared);
  const Lane computed = op == KernelOp::erf && !isFloat(type) ? Lane::f64 : lane(type);
  prepared.program.first = findKernel(op, computed);
  prepared.program.taken = 1;
  addInput(prepared, 0, computed);
  setResult(prepared, type, computed);
  return prepared.program.first != nullptr;
}

constexpr float kLeakyReluAlpha = 0.01F;

// Relu is the maximum of x and 0, and LeakyRelu is PRelu with one slope.
bool compileBounded(Prepared& prepared) {
  const DType type = prepared.request.types[0];
  const Lane computed = lane(type);
  const KernelOp op = kernelOf(prepared);
  const float alpha = prepared.request.attributes.real(Attribute::alpha, kLeakyReluAlpha);
  addInput(prepared, 0, computed);
  if (op == KernelOp::prelu)
    addConstant(prepared.program, computed, alpha);
  else
    addConstant(prepared.program, std::uint64_t{0});
  const Kernel kernel = findKernel(op, computed);
  if (kernel == nullptr) return false;
  addStep(prepared.program, kernel);
  setResult(prepared, type, computed);
  return true;
}

bool compileCast(Prepared& prepared) {
  const DType from = prepared.request.types[0];
  const DType to = static_cast<DType>(prepared.request.attributes.integer(Attribute::to, 0));
  if (from == to) return compileMove(prepared);
  const Conversion conversion = findConversion(from, to);
  Program& program = prepared.program;
  program.inputs.push({width(conversion.lane), conversion.widen});
  prepared.walked.push(0);
  program.laneWidth = width(conversion.lane);
  program.narrow = conversion.narrow;
  prepared.outputType = to;
  return true;
}

struct Row {
  Kind kind;
  bool (*compile)(Prepared& prepared);
};

constexpr Row kKinds[] = {
    {Kind::fold, compileFold},       {Kind::mean, compileMean},     {Kind::compare, compileCompare},
    {Kind::pow, compilePow},         {Kind::select, compileSelect}, {Kind::expand, compileMove},
    {Kind::clip, compileClip},       {Kind::copy, compileMove},     {Kind::unary, compileUnary},
    {Kind::bounded, compileBounded}, {Kind::cast, compileCast},
};

}  // namespace

bool compile(Prepared& prepared) {
  for (const Row& row : kKinds)
    if (row.kind == describe(prepared.request.op).kind) return row.compile(prepared);
  return false;
}

}  // namespace simdcast
