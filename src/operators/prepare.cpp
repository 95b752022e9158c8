#include "prepare.hpp"

#include "../plan/lower.hpp"
#include "../rules/align.hpp"
#include "compile.hpp"
#include "products.hpp"

namespace simdcast {
namespace {

constexpr int kFloatModOpset = 28;

// Inputs that share the operator's one type; the others have a type of their own.
bool sharesType(const Version& version, const OperatorRequest& request, int input) {
  const Kind kind = describe(request.op).kind;
  if (kind == Kind::select) return input > 0;
  if (kind == Kind::expand) return input == 0;
  const bool ownExponent = kind == Kind::pow && !version.exponents.empty();
  return !ownExponent || input == 0;
}

bool takesOwnType(const Version& version, const OperatorRequest& request, int input) {
  const Kind kind = describe(request.op).kind;
  if (kind == Kind::select) return request.types[input] == DType::boolean;
  if (kind == Kind::expand) return request.types[input] == DType::int64;
  return version.exponents.has(request.types[input]);
}

ErrorCode screenTypes(const Version& version, const OperatorRequest& request) {
  const DType type = elementType(request);
  if (!supports(request.op, type, request.opset)) return ErrorCode::typeUnsupported;
  for (int i = 0; i < request.types.size(); ++i) {
    if (request.types[i] == kAbsent) continue;
    const bool taken = sharesType(version, request, i) ? request.types[i] == type
                                                       : takesOwnType(version, request, i);
    if (!taken) return ErrorCode::typesDiffer;
  }
  return ErrorCode::none;
}

ErrorCode screenAttributes(const Version& version, Prepared& prepared) {
  const OperatorRequest& request = prepared.request;
  const AttributeMask unknown = request.attributes.given & ~version.attributes;
  if (unknown != 0) {
    prepared.attribute = static_cast<Attribute>(__builtin_ctz(unknown));
    return ErrorCode::attributeUnknown;
  }
  const bool lacksTo = request.op == OpId::cast && !request.attributes.has(Attribute::to);
  const bool lacksDirection =
      request.op == OpId::bitShift && !request.attributes.has(Attribute::direction);
  const bool lacksFmod = request.op == OpId::mod && isFloat(request.types[0]) &&
                         request.opset < kFloatModOpset &&
                         !request.attributes.flag(Attribute::fmod);
  if (!lacksDirection && !lacksFmod && !lacksTo) return ErrorCode::none;
  prepared.attribute = lacksFmod ? Attribute::fmod : lacksTo ? Attribute::to : Attribute::direction;
  return ErrorCode::attributeMissing;
}

// Cast gives what it takes.
ErrorCode screenResult(const Version& version, const OperatorRequest& request) {
  if (request.op != OpId::cast) return ErrorCode::none;
  const auto to = static_cast<DType>(request.attributes.integer(Attribute::to, 0));
  return version.types.has(to) ? ErrorCode::none : ErrorCode::resultUnsupported;
}

// Clip's bounds and Gemm's C may be absent, past the inputs that the version asks for.
bool lacksInput(const Version& version, const OperatorRequest& request) {
  const Kind kind = describe(request.op).kind;
  const bool optional = kind == Kind::clip || kind == Kind::matrix;
  const int needed = optional ? version.minInputs : request.types.size();
  for (int i = 0; i < needed; ++i)
    if (request.types[i] == kAbsent) return true;
  return false;
}

ErrorCode screen(const Version* version, Prepared& prepared) {
  const OperatorRequest& request = prepared.request;
  if (version == nullptr) return ErrorCode::notInOpset;
  const int count = request.shapes.size();
  if (count < version->minInputs || count > version->maxInputs || lacksInput(*version, request))
    return ErrorCode::operandCount;
  const ErrorCode types = screenTypes(*version, request);
  if (types != ErrorCode::none) return types;
  const ErrorCode attributes = screenAttributes(*version, prepared);
  return attributes != ErrorCode::none ? attributes : screenResult(*version, request);
}

void alignInputs(Prepared& prepared) {
  const OperatorRequest& request = prepared.request;
  const RuleParams params{.axis = request.attributes.integer(Attribute::axis, kSuffix),
                          .broadcast = request.attributes.flag(Attribute::broadcast)};
  align(effectiveRule(prepared.version->rule, params), presentShapes(request), params,
        prepared.alignment);
  prepared.outputShape = prepared.alignment.output;
}

// Where the alignment has an input: absent ones take no part in it.
int aligned(const OperatorRequest& request, int position) {
  return position - static_cast<int>(std::count(request.types.begin(),
                                                request.types.begin() + position, kAbsent));
}

void lowerProgram(Prepared& prepared) {
  InlineVector<WalkedOperand, kMaxOperands> operands;
  for (int position : prepared.walked)
    operands.push({aligned(prepared.request, position), width(prepared.request.types[position])});
  lower(prepared.alignment,
        {.outputWidth = width(prepared.outputType),
         .operands = {operands.begin(), operands.end()},
         .widestLane = prepared.program.widestLane(),
         .staged = prepared.program.staged()},
        prepared.plan);
}

// Strings live outside of the engine; it says where they meet.
void prepareStrings(Prepared& prepared) {
  const bool compares = describe(prepared.request.op).kind == Kind::compare;
  prepared.outputType = compares ? DType::boolean : DType::string;
}

}  // namespace

DType elementType(const OperatorRequest& request) noexcept {
  const bool selects = describe(request.op).kind == Kind::select && request.types.size() > 1;
  return request.types[selects ? 1 : 0];
}

Shapes presentShapes(const OperatorRequest& request) noexcept {
  Shapes present;
  for (int i = 0; i < request.shapes.size(); ++i)
    if (request.types[i] != kAbsent) present.push(request.shapes[i]);
  return present;
}

bool supports(OpId op, DType type, int opset) noexcept {
  const Version* version = findVersion(op, opset);
  return version != nullptr && type != kAbsent && version->types.has(type);
}

void prepare(Prepared& prepared) {
  prepared.version = findVersion(prepared.request.op, prepared.request.opset);
  prepared.error = screen(prepared.version, prepared);
  if (prepared.error != ErrorCode::none) return;
  if (describe(prepared.request.op).kind == Kind::matrix) return prepareProduct(prepared);
  alignInputs(prepared);
  if (!prepared.alignment.ok()) return;
  if (elementType(prepared.request) == DType::string) return prepareStrings(prepared);
  if (compile(prepared))
    lowerProgram(prepared);
  else
    prepared.error = ErrorCode::typeUnsupported;
}

void prepareKernel(Prepared& prepared, DType result) {
  const OperatorRequest& request = prepared.request;
  align(rule(RuleId::multidirectional), request.shapes, {}, prepared.alignment);
  if (!prepared.alignment.ok()) return;
  prepared.outputType = result;
  prepared.outputShape = prepared.alignment.output;
  Program& program = prepared.program;
  program.taken = request.types.size();
  program.laneWidth = width(result);
  for (int i = 0; i < request.types.size(); ++i) {
    program.inputs.push({width(request.types[i]), nullptr});
    prepared.walked.push(i);
  }
  lowerProgram(prepared);
}

}  // namespace simdcast
