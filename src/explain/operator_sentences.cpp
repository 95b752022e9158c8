#include "operator_sentences.hpp"

#include "../base/enum_table.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

struct Row {
  ErrorCode code;
  std::string_view text;
};

constexpr Row kSentences[] = {
    {ErrorCode::notInOpset, "{op} does not exist at opset {opset}; it came with opset {first}."},
    {ErrorCode::operandCount, "{op} takes {inputs} at opset {opset}, and got {count}.{later}"},
    {ErrorCode::attributeUnknown, "{op} has no attribute {attribute} at opset {opset}.{when}"},
    {ErrorCode::attributeMissing,
     "{op} needs the attribute {wanted} for {type} at opset {opset}.{later}"},
    {ErrorCode::typesDiffer, "{op} does not take {types} together; it needs {pattern}.{later}"},
    {ErrorCode::innerMismatch, "{op} cannot multiply {matrices}: {inner}."},
    {ErrorCode::resultUnsupported,
     "{op} does not give {target} at opset {opset}; it gives {taken}.{later}"},
    {ErrorCode::typeUnsupported,
     "{op} does not take {type} at opset {opset}; it takes {taken}.{later}"},
};

using text::number;

struct Refused {
  const OperatorRequest& request;
  const Version* version;  // null where the operator does not exist yet
  const Objection& objection;
};

template <class Enum, class Keep>
std::string namesOf(Keep keep) {
  std::string_view names[kCountOf<Enum>];
  int count = 0;
  for (std::size_t i = 0; i < kCountOf<Enum>; ++i)
    if (keep(static_cast<Enum>(i))) names[count++] = name(static_cast<Enum>(i));
  return text::list(count, [&](int i) { return std::string(names[i]); });
}

std::string whenAttributeWasKnown(const Refused& refused) {
  int last = 0;
  for (const Version& version : versionsOf(refused.request.op))
    if ((version.attributes & maskOf(refused.objection.attribute)) != 0) last = version.since;
  if (last == 0) return {};
  return " It has at opset " + number(last) + ".";
}

std::string typePattern(const Refused& refused) {
  const Kind kind = describe(refused.request.op).kind;
  if (kind == Kind::select) return "bool, and two of one type";
  if (kind == Kind::expand) return "an int64 shape";
  return refused.version->exponents.empty() ? "one type" : "a number as the exponent";
}

std::string shapeText(const Shape& shape) {
  return "(" + text::listWith(",", shape.size(), [&](int i) { return number(shape[i]); }) + ")";
}

std::string matrices(const Refused& refused) {
  const Shapes& shapes = refused.request.shapes;
  return "A " + shapeText(shapes[0]) + " with B " + shapeText(shapes[1]);
}

std::string innerSizes(const Refused& refused) {
  const Shapes& shapes = refused.request.shapes;
  const bool gemm = refused.request.op == OpId::gemm;
  if (gemm && (shapes[0].size() != 2 || shapes[1].size() != 2)) return "both need rank 2";
  return "A has " + number(productSizes(refused.request).k) +
         " columns, and B should have as many rows";
}

std::string typeNames(const Refused& refused) {
  const auto& types = refused.request.types;
  return text::list(types.size(), [&](int i) {
    return types[i] == kAbsent ? std::string("nothing") : std::string(name(types[i]));
  });
}

std::string takenTypes(const Refused& refused) {
  return namesOf<DType>([&](DType type) { return refused.version->types.has(type); });
}

std::string inputRange(const Version& version) {
  if (version.minInputs == version.maxInputs) return number(version.minInputs) + " inputs";
  return number(version.minInputs) + " to " + number(version.maxInputs) + " inputs";
}

int inputsGiven(const OperatorRequest& request) {
  int count = 0;
  for (DType type : request.types) count += type != kAbsent ? 1 : 0;
  return count;
}

std::string wantedAttribute(const Refused& refused) {
  const bool fmod = refused.objection.attribute == Attribute::fmod;
  return std::string(name(refused.objection.attribute)) + (fmod ? "=1" : "");
}

std::string targetType(const Refused& refused) {
  return std::string(name(refused.request.attributes.type(Attribute::to)));
}

std::string resolve(const Refused& refused, std::string_view key) {
  const OperatorRequest& request = refused.request;
  if (key == "op") return std::string(describe(request.op).name);
  if (key == "opset") return number(request.opset);
  if (key == "first")
    return number(firstVersion(request.op, [](const Version&) { return true; })->since);
  if (key == "inputs") return inputRange(*refused.version);
  if (key == "count") return number(inputsGiven(request));
  if (key == "attribute") return std::string(name(refused.objection.attribute));
  if (key == "when") return whenAttributeWasKnown(refused);
  if (key == "wanted") return wantedAttribute(refused);
  if (key == "target") return targetType(refused);
  if (key == "type") return std::string(name(elementType(request)));
  if (key == "taken") return takenTypes(refused);
  if (key == "later") return describeLaterOpset(request);
  if (key == "types") return typeNames(refused);
  if (key == "pattern") return typePattern(refused);
  if (key == "matrices") return matrices(refused);
  return innerSizes(refused);
}

}  // namespace

std::string describeLaterOpset(const OperatorRequest& request) {
  for (const Version& version : versionsOf(request.op)) {
    if (version.since <= request.opset) continue;
    OperatorRequest trial = request;
    trial.opset = version.since;
    trial.attributes.given &= version.attributes;
    if (std::holds_alternative<Lowered>(lowerOperator(trial)))
      return " Opset " + number(version.since) + " takes it.";
  }
  return {};
}

std::string describe(const OperatorRequest& request, const Objection& objection) {
  const Refused refused{request, findVersion(request.op, request.opset), objection};
  for (const Row& row : kSentences)
    if (row.code == objection.code)
      return text::fill(row.text, [&](std::string_view key) { return resolve(refused, key); });
  return std::string(name(objection.code));
}

}  // namespace simdcast
