#include "operator_sentences.hpp"

#include <memory>

#include "../enum_table.hpp"
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

template <class Enum, class Keep>
std::string namesOf(Keep keep) {
  std::string_view names[kCountOf<Enum>];
  int count = 0;
  for (std::size_t i = 0; i < kCountOf<Enum>; ++i)
    if (keep(static_cast<Enum>(i))) names[count++] = name(static_cast<Enum>(i));
  return text::list(count, [&](int i) { return std::string(names[i]); });
}

std::string whenAttributeWasKnown(const Prepared& prepared) {
  int last = 0;
  for (const Version& version : versions())
    if (version.op == prepared.request.op && (version.attributes & maskOf(prepared.attribute)) != 0)
      last = version.since;
  if (last == 0) return {};
  return " It has at opset " + number(last) + ".";
}

std::string typePattern(const Prepared& prepared) {
  const Kind kind = describe(prepared.request.op).kind;
  if (kind == Kind::select) return "bool, and two of one type";
  if (kind == Kind::expand) return "an int64 shape";
  return prepared.version->exponents.empty() ? "one type" : "a number as the exponent";
}

std::string shapeText(const Shape& shape) {
  return "(" + text::listWith(",", shape.size(), [&](int i) { return number(shape[i]); }) + ")";
}

std::string matrices(const Prepared& prepared) {
  const Shapes& shapes = prepared.request.shapes;
  return "A " + shapeText(shapes[0]) + " with B " + shapeText(shapes[1]);
}

std::string innerSizes(const Prepared& prepared) {
  const Shapes& shapes = prepared.request.shapes;
  const bool gemm = prepared.request.op == OpId::gemm;
  if (gemm && (shapes[0].size() != 2 || shapes[1].size() != 2)) return "both need rank 2";
  return "A has " + number(prepared.gemm.k) + " columns, and B should have as many rows";
}

std::string typeNames(const Prepared& prepared) {
  const auto& types = prepared.request.types;
  return text::list(types.size(), [&](int i) {
    return types[i] == kAbsent ? std::string("nothing") : std::string(name(types[i]));
  });
}

std::string takenTypes(const Prepared& prepared) {
  return namesOf<DType>([&](DType type) { return prepared.version->types.has(type); });
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

std::string wantedAttribute(const Prepared& prepared) {
  const bool fmod = prepared.attribute == Attribute::fmod;
  return std::string(name(prepared.attribute)) + (fmod ? "=1" : "");
}

std::string targetType(const Prepared& prepared) {
  const int to = prepared.request.attributes.integer(Attribute::to, 0);
  return std::string(name(static_cast<DType>(to)));
}

std::string resolve(const Prepared& prepared, std::string_view key) {
  const OperatorRequest& request = prepared.request;
  if (key == "op") return std::string(describe(request.op).name);
  if (key == "opset") return number(request.opset);
  if (key == "first")
    return number(firstVersion(request.op, [](const Version&) { return true; })->since);
  if (key == "inputs") return inputRange(*prepared.version);
  if (key == "count") return number(inputsGiven(request));
  if (key == "attribute") return std::string(name(prepared.attribute));
  if (key == "when") return whenAttributeWasKnown(prepared);
  if (key == "wanted") return wantedAttribute(prepared);
  if (key == "target") return targetType(prepared);
  if (key == "type") return std::string(name(elementType(request)));
  if (key == "taken") return takenTypes(prepared);
  if (key == "later") return describeLaterOpset(prepared);
  if (key == "types") return typeNames(prepared);
  if (key == "pattern") return typePattern(prepared);
  if (key == "matrices") return matrices(prepared);
  return innerSizes(prepared);
}

}  // namespace

std::string describeLaterOpset(const Prepared& prepared) {
  const auto trial = std::make_unique<Prepared>();
  for (const Version& version : versions()) {
    if (version.op != prepared.request.op || version.since <= prepared.request.opset) continue;
    *trial = Prepared{};
    trial->request = prepared.request;
    trial->request.opset = version.since;
    trial->request.attributes.given &= version.attributes;
    prepare(*trial);
    if (trial->ok()) return " Opset " + number(version.since) + " takes it.";
  }
  return {};
}

std::string describeOperatorError(const Prepared& prepared) {
  for (const Row& row : kSentences)
    if (row.code == prepared.error)
      return text::fill(row.text, [&](std::string_view key) { return resolve(prepared, key); });
  return std::string(name(prepared.error));
}

}  // namespace simdcast
