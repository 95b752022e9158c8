#include "screen.hpp"

namespace simdcast {
namespace {

constexpr int kFloatModOpset = 28;

// The types that an input accepts: the operator's type, except for inputs with their own types.
TypeSet typesOf(const Version& version, const OperatorRequest& request, int input) {
  const Kind kind = describe(request.op).kind;
  if (kind == Kind::select && input == 0) return {DType::boolean};
  if (kind == Kind::expand && input == 1) return {DType::int64};
  if (kind == Kind::pow && input == 1 && !version.exponents.empty()) return version.exponents;
  return {elementType(request)};
}

ObjectionCode screenTypes(const Version& version, const OperatorRequest& request) {
  if (!supports(request.op, elementType(request), request.opset))
    return ObjectionCode::typeUnsupported;
  for (int i = 0; i < request.types.size(); ++i)
    if (request.types[i] != kAbsent && !typesOf(version, request, i).has(request.types[i]))
      return ObjectionCode::typesDiffer;
  return ObjectionCode::none;
}

Objection screenAttributes(const Version& version, const OperatorRequest& request) {
  const AttributeMask unknown = request.attributes.given & ~version.attributes;
  if (unknown != 0)
    return {ObjectionCode::attributeUnknown, static_cast<Attribute>(__builtin_ctz(unknown))};
  const auto lacks = [&](OpId op, Attribute attribute) {
    return request.op == op && !request.attributes.has(attribute);
  };
  const bool lacksFmod = request.op == OpId::mod && isFloat(request.types[0]) &&
                         request.opset < kFloatModOpset &&
                         !request.attributes.flag(Attribute::fmod);
  if (lacksFmod) return {ObjectionCode::attributeMissing, Attribute::fmod};
  if (lacks(OpId::cast, Attribute::to)) return {ObjectionCode::attributeMissing, Attribute::to};
  if (lacks(OpId::bitShift, Attribute::direction))
    return {ObjectionCode::attributeMissing, Attribute::direction};
  return {};
}

// Cast can return any type that it accepts.
ObjectionCode screenResult(const Version& version, const OperatorRequest& request) {
  if (request.op != OpId::cast) return ObjectionCode::none;
  return version.types.has(request.attributes.type(Attribute::to))
             ? ObjectionCode::none
             : ObjectionCode::resultUnsupported;
}

// Clip's bounds and Gemm's C are optional.
bool lacksInput(const Version& version, const OperatorRequest& request) {
  const Kind kind = describe(request.op).kind;
  const bool optional = kind == Kind::clip || kind == Kind::matrix;
  const int needed = optional ? version.minInputs : request.types.size();
  for (int i = 0; i < needed; ++i)
    if (request.types[i] == kAbsent) return true;
  return false;
}

}  // namespace

Shapes presentShapes(const OperatorRequest& request) {
  Shapes present;
  for (int i = 0; i < request.shapes.size(); ++i)
    if (request.types[i] != kAbsent) present.push(request.shapes[i]);
  return present;
}

DType elementType(const OperatorRequest& request) noexcept {
  const bool selects = describe(request.op).kind == Kind::select && request.types.size() > 1;
  return request.types[selects ? 1 : 0];
}

bool supports(OpId op, DType type, int opset) noexcept {
  const Version* version = findVersion(op, opset);
  return version != nullptr && version->types.has(type);
}

Objection screen(const OperatorRequest& request, const Version* version) noexcept {
  if (version == nullptr) return {ObjectionCode::notInOpset};
  const int count = request.shapes.size();
  if (count < version->minInputs || count > version->maxInputs || lacksInput(*version, request))
    return {ObjectionCode::operandCount};
  const ObjectionCode types = screenTypes(*version, request);
  if (types != ObjectionCode::none) return {types};
  const Objection attributes = screenAttributes(*version, request);
  return attributes ? attributes : Objection{screenResult(*version, request)};
}

}  // namespace simdcast
