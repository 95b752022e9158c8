#include "compile.hpp"

#include <cstring>
#include <limits>
#include <utility>

#include "../kernels/small_float_kernels.hpp"

namespace simdcast {
namespace {

// Whether the stored type of elements is their compute type.
bool isStoredAs(DType type, Lane computed) {
  return lane(type) == computed && width(type) == width(computed);
}

// An operator at one of its versions, and its pipeline so far.
struct Compiler {
  const OperatorRequest& request;
  const Version& version;
  Compiled made = {};

  // The pipeline's next input is the one at `position`, widened to the lane.
  void addInput(int position, Lane computed) {
    const DType type = request.types[position];
    const Convert widen = isStoredAs(type, computed) ? nullptr : findWiden(type, computed);
    made.pipeline.inputs.push({width(computed), widen});
    made.inputOf.push(position);
  }

  // Adds an input without conversion, for kernels of any element of its width.
  void addStored(int position) {
    made.pipeline.inputs.push({width(request.types[position]), nullptr});
    made.inputOf.push(position);
  }

  // Two inputs for the first kernel, in the order in which it takes them.
  void addPair(Lane computed, bool swapped) {
    addInput(swapped ? 1 : 0, computed);
    addInput(swapped ? 0 : 1, computed);
    made.pipeline.taken = 2;
  }

  void setResult(DType type, Lane computed) {
    made.type = type;
    made.pipeline.laneWidth = width(computed);
    made.pipeline.narrow = isStoredAs(type, computed) ? nullptr : findNarrow(computed, type);
  }
};

bool compileMove(Compiler& compiler) {
  const DType type = compiler.request.types[0];
  compiler.addStored(0);
  compiler.made.pipeline.laneWidth = width(type);
  compiler.made.type = type;
  return true;
}

template <class T>
void addConstant(Pipeline& pipeline, T element) {
  Constant constant{};
  std::memcpy(constant.bytes, &element, sizeof element);
  pipeline.constants.push(constant);
}

// The number as an element of a float lane.
void addConstant(Pipeline& pipeline, Lane computed, double number) {
  if (computed == Lane::f32)
    addConstant(pipeline, static_cast<float>(number));
  else
    addConstant(pipeline, number);
}

// Adds a binary kernel; after another kernel, its first input is that kernel's result.
void addKernel(Pipeline& pipeline, Kernel kernel) {
  if (pipeline.first != nullptr) {
    pipeline.folds.push(kernel);
    return;
  }
  pipeline.first = kernel;
  pipeline.taken = 2;
}

KernelOp kernelOf(const Compiler& compiler) {
  const Operator& op = describe(compiler.request.op);
  const AttributeValues& attributes = compiler.request.attributes;
  const bool isSecond = attributes.flag(Attribute::fmod) || attributes.flag(Attribute::direction) ||
                        attributes.flag(Attribute::approximate);
  return isSecond ? op.secondKernel : op.kernel;
}

// Two inputs of 16-bit floats, if a kernel accepts them without conversion.
bool compileSmallFloats(Compiler& compiler, Kernel kernel) {
  const bool swapped = describe(compiler.request.op).swapped;
  compiler.addStored(swapped ? 1 : 0);
  compiler.addStored(swapped ? 0 : 1);
  addKernel(compiler.made.pipeline, kernel);
  compiler.made.type = compiler.request.types[0];
  compiler.made.pipeline.laneWidth = width(compiler.made.type);
  return true;
}

// In one lane from the first input to the last.
bool compileChain(Compiler& compiler) {
  const DType type = compiler.request.types[0];
  const Kernel kernel = findKernel(kernelOf(compiler), lane(type));
  if (kernel == nullptr) return false;
  if (compiler.request.types.size() == 1) return compileMove(compiler);
  compiler.addPair(lane(type), describe(compiler.request.op).swapped);
  addKernel(compiler.made.pipeline, kernel);
  for (int i = 2; i < compiler.request.types.size(); ++i) {
    compiler.addInput(i, lane(type));
    addKernel(compiler.made.pipeline, kernel);
  }
  compiler.setResult(type, lane(type));
  return true;
}

bool compileFold(Compiler& compiler) {
  const Kernel small = findSmallFloatKernel(kernelOf(compiler), compiler.request.types[0]);
  if (small != nullptr && compiler.request.types.size() == 2)
    return compileSmallFloats(compiler, small);
  return compileChain(compiler);
}

bool compileMean(Compiler& compiler) {
  if (!compileChain(compiler)) return false;
  const int count = compiler.request.types.size();
  if (count == 1) return true;
  const Lane computed = lane(compiler.request.types[0]);
  const Operator& op = describe(compiler.request.op);
  Pipeline& pipeline = compiler.made.pipeline;
  addConstant(pipeline, computed, count);
  // The last addition divides as well.
  const Kernel last = findKernel(op.secondKernel, computed);
  if (pipeline.folds.empty()) {
    pipeline.first = last;
    pipeline.taken = 3;
  } else {
    pipeline.folds.back() = last;
  }
  return true;
}

bool compileCompare(Compiler& compiler) {
  const Operator& op = describe(compiler.request.op);
  const Lane computed = lane(compiler.request.types[0]);
  compiler.made.pipeline.first = findKernel(op.kernel, computed);
  if (compiler.made.pipeline.first == nullptr) return false;
  compiler.addPair(computed, op.swapped);
  compiler.setResult(DType::boolean, Lane::b8);
  return true;
}

// Floats are promoted as in NumPy: float32 with anything wider is computed in double. Integer bases
// are signed; the low 32 bits of a power in 64 bits are the power in 32.
Lane powLane(DType base, DType exponent) {
  if (!isFloat(base) && !isFloat(exponent))
    return width(base) == 4 && width(exponent) == 4 ? Lane::i32 : Lane::i64;
  const bool fits = lane(exponent) == Lane::f32 || (!isFloat(exponent) && width(exponent) <= 2);
  return lane(base) == Lane::f32 && fits ? Lane::f32 : Lane::f64;
}

bool compilePow(Compiler& compiler) {
  const DType base = compiler.request.types[0];
  const DType exponent = compiler.request.types[1];
  const Lane computed = powLane(base, exponent);
  const bool integers = computed == Lane::i32 || computed == Lane::i64;
  const KernelOp op = integers && !isSigned(lane(exponent)) ? KernelOp::powUnsigned : KernelOp::pow;
  compiler.made.pipeline.first = findKernel(op, computed);
  compiler.addPair(computed, false);
  compiler.setResult(base, computed);
  return compiler.made.pipeline.first != nullptr;
}

bool compileSelect(Compiler& compiler) {
  const DType type = compiler.request.types[1];
  Pipeline& pipeline = compiler.made.pipeline;
  for (int i = 0; i < 3; ++i) compiler.addStored(i);
  pipeline.first = findSelect(width(type));
  pipeline.taken = 3;
  pipeline.laneWidth = width(type);
  compiler.made.type = type;
  if (type == DType::boolean) {
    // Callers' bools may be any byte; results are 0 and 1.
    addConstant(pipeline, std::uint64_t{0});
    addKernel(pipeline, findKernel(KernelOp::logicalOr, Lane::b8));
  }
  return pipeline.first != nullptr;
}

// Only Clip-6 has default bounds: the finite floats.
constexpr int kClipFiniteBounds = 6;
constexpr float kAbsentBounds[] = {std::numeric_limits<float>::lowest(),
                                   std::numeric_limits<float>::max()};

// Replaces two kernels by one, if there is one.
void useBothBounds(Pipeline& pipeline, Lane computed) {
  const Kernel both = findKernel(KernelOp::clip, computed);
  if (both == nullptr || pipeline.folds.empty()) return;
  pipeline.first = both;
  pipeline.taken = 3;
  pipeline.folds.clear();
}

// The bounds are attributes up to opset 6, and optional inputs since opset 11.
bool compileClip(Compiler& compiler) {
  constexpr Attribute kBounds[] = {Attribute::min, Attribute::max};
  const Operator& op = describe(compiler.request.op);
  const KernelOp ops[] = {op.kernel, op.secondKernel};
  const DType type = compiler.request.types[0];
  const Lane computed = lane(type);
  const AttributeValues& attributes = compiler.request.attributes;
  compiler.addInput(0, computed);
  for (int i = 0; i < 2; ++i) {
    const Kernel kernel = findKernel(ops[i], computed);
    if (kernel == nullptr) return false;
    const int input = i + 1;
    if (input < compiler.request.types.size() && compiler.request.types[input] != kAbsent)
      compiler.addInput(input, computed);
    else if (attributes.has(kBounds[i]) || compiler.version.since == kClipFiniteBounds)
      addConstant(compiler.made.pipeline, computed, attributes.real(kBounds[i], kAbsentBounds[i]));
    else
      continue;
    addKernel(compiler.made.pipeline, kernel);
  }
  useBothBounds(compiler.made.pipeline, computed);
  compiler.setResult(type, computed);
  return true;
}

// Erf of integers, which ONNX allows, is computed on doubles and loses its fraction. Unsigned
// numbers are their own magnitude.
bool compileUnary(Compiler& compiler) {
  const DType type = compiler.request.types[0];
  const KernelOp op = kernelOf(compiler);
  if (op == KernelOp::abs && !isSigned(lane(type))) return compileMove(compiler);
  const Lane computed = op == KernelOp::erf && !isFloat(type) ? Lane::f64 : lane(type);
  compiler.made.pipeline.first = findKernel(op, computed);
  compiler.made.pipeline.taken = 1;
  compiler.addInput(0, computed);
  compiler.setResult(type, computed);
  return compiler.made.pipeline.first != nullptr;
}

// An infinity that is not detected is replaced by NaN, which equals nothing.
bool compileClassify(Compiler& compiler) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::pair<Attribute, double> kInfinities[] = {{Attribute::detectNegative, -kInfinity},
                                                          {Attribute::detectPositive, kInfinity}};
  const Lane computed = lane(compiler.request.types[0]);
  Pipeline& pipeline = compiler.made.pipeline;
  pipeline.first = findKernel(kernelOf(compiler), computed);
  compiler.addInput(0, computed);
  pipeline.taken = 1;
  for (const auto& [attribute, infinity] : kInfinities) {
    if ((compiler.version.attributes & maskOf(attribute)) == 0) continue;
    const bool isSought = compiler.request.attributes.integer(attribute, 1) != 0;
    addConstant(pipeline, computed, isSought ? infinity : kNan);
    ++pipeline.taken;
  }
  compiler.setResult(DType::boolean, Lane::b8);
  return pipeline.first != nullptr;
}

constexpr float kLeakyReluAlpha = 0.01F;

// Relu is the maximum of x and 0, and LeakyRelu is PRelu with one slope.
bool compileWithConstant(Compiler& compiler) {
  const DType type = compiler.request.types[0];
  const Lane computed = lane(type);
  const KernelOp op = kernelOf(compiler);
  const double alpha = compiler.request.attributes.real(Attribute::alpha, kLeakyReluAlpha);
  compiler.addInput(0, computed);
  if (op == KernelOp::prelu)
    addConstant(compiler.made.pipeline, computed, alpha);
  else
    addConstant(compiler.made.pipeline, std::uint64_t{0});
  const Kernel kernel = findKernel(op, computed);
  if (kernel == nullptr) return false;
  addKernel(compiler.made.pipeline, kernel);
  compiler.setResult(type, computed);
  return true;
}

bool compileCast(Compiler& compiler) {
  const DType from = compiler.request.types[0];
  const DType to = compiler.request.attributes.type(Attribute::to);
  if (from == to) return compileMove(compiler);
  const AttributeValues& attributes = compiler.request.attributes;
  const Narrowing narrowing{
      .saturates = attributes.integer(Attribute::saturate, 1) != 0,
      .mode = static_cast<RoundMode>(attributes.integer(Attribute::roundMode, 0)),
  };
  const Conversion conversion = findConversion(from, to, narrowing);
  Pipeline& pipeline = compiler.made.pipeline;
  pipeline.inputs.push({width(conversion.lane), conversion.widen});
  compiler.made.inputOf.push(0);
  pipeline.laneWidth = width(conversion.lane);
  pipeline.narrow = conversion.narrow;
  compiler.made.type = to;
  return true;
}

struct KindRow {
  Kind kind;
  bool (*compile)(Compiler& compiler);
};

constexpr KindRow kKinds[] = {
    {Kind::fold, compileFold},       {Kind::mean, compileMean},
    {Kind::compare, compileCompare}, {Kind::pow, compilePow},
    {Kind::select, compileSelect},   {Kind::expand, compileMove},
    {Kind::clip, compileClip},       {Kind::copy, compileMove},
    {Kind::unary, compileUnary},     {Kind::withConstant, compileWithConstant},
    {Kind::cast, compileCast},       {Kind::classify, compileClassify},
};

}  // namespace

std::optional<Compiled> compile(const OperatorRequest& request, const Version& version) {
  Compiler compiler{request, version};
  for (const KindRow& row : kKinds)
    if (row.kind == describe(request.op).kind && row.compile(compiler)) return compiler.made;
  return std::nullopt;
}

}  // namespace simdcast
