#include "operator_sentences.hpp"

#include "template.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

using text::number;

struct Refused {
  const OperatorRequest& request;
  const Version* version;  // null if the operator does not exist yet
  const Objection& objection;
};

std::string whenAttributeWasKnown(const Refused& refused) {
  int last = 0;
  for (const Version& version : versionsOf(refused.request.op))
    if ((version.attributes & maskOf(refused.objection.attribute)) != 0) last = version.since;
  if (last == 0) return {};
  return "; it had one at opset " + number(last);
}

std::string typePattern(const Refused& refused) {
  const Kind kind = describe(refused.request.op).kind;
  if (kind == Kind::select) return "a bool condition and two values of one type";
  if (kind == Kind::expand) return "an int64 shape";
  return refused.version->exponents.empty() ? "operands of one type" : "a number as the exponent";
}

// " at opset 9"; empty for the latest opset, which is the default.
std::string atOpset(const Refused& refused) {
  const int opset = refused.request.opset;
  return opset == kNewestOpset ? "" : " at opset " + number(opset);
}

// Booleans are often passed as a Uint8Array, whose type must be specified.
std::string hintOfBool(const Refused& refused) {
  const auto& types = refused.request.types;
  const bool isByte = std::find(types.begin(), types.end(), DType::uint8) != types.end();
  const bool isCondition = describe(refused.request.op).kind == Kind::select;
  const bool onlyBool =
      refused.version->types.has(DType::boolean) && !refused.version->types.has(DType::uint8);
  return isByte && (isCondition || onlyBool) ? "; pass type: 'bool' for bytes of 0 and 1" : "";
}

std::string shapeText(const Shape& shape) {
  return "(" + text::listWith(",", shape.size(), [&](int i) { return number(shape[i]); }) +
         (shape.size() == 1 ? ",)" : ")");
}

std::string matrices(const Refused& refused) {
  const Shapes& shapes = refused.request.shapes;
  return "A " + shapeText(shapes[0]) + " with B " + shapeText(shapes[1]);
}

std::string typeNames(const Refused& refused) {
  const auto& types = refused.request.types;
  return text::list(types.size(), [&](int i) {
    return types[i] == kAbsent ? std::string("nothing") : std::string(name(types[i]));
  });
}

std::string takenTypes(const Refused& refused) {
  SmallVector<std::string_view, kCountOf<DType>> taken;
  for (std::size_t i = 0; i < kCountOf<DType>; ++i)
    if (refused.version->types.has(static_cast<DType>(i))) taken.push(name(static_cast<DType>(i)));
  return text::list(taken.size(), [&](int i) { return std::string(taken[i]); });
}

std::string inputRange(const Refused& refused) {
  const Version& version = *refused.version;
  return text::range(version.minInputs, version.maxInputs, "inputs");
}

int inputsGiven(const Refused& refused) {
  int count = 0;
  for (DType type : refused.request.types) count += type != kAbsent ? 1 : 0;
  return count;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string wantedAttribute(const Refused& refused) {
  const Attribute wanted = refused.objection.attribute;
  const std::string attribute(name(wanted));
  const std::span<const std::string_view> choices = choicesOf(wanted);
  if (!choices.empty())
    return quoted(attribute) + ", which is " +
           text::listWith(" or ", static_cast<int>(choices.size()),
                          [&](int i) { return quoted(choices[static_cast<std::size_t>(i)]); });
  if (wanted != Attribute::fmod) return quoted(attribute);
  return attribute + "=1 for " + std::string(name(elementType(refused.request))) + atOpset(refused);
}

std::string targetType(const Refused& refused) {
  return std::string(name(refused.request.attributes.type(Attribute::to)));
}

enum class Key : std::uint8_t {
  op,
  opset,
  atOpset,
  hintOfBool,
  first,
  inputs,
  given,
  attribute,
  when,
  wanted,
  target,
  type,
  taken,
  later,
  types,
  pattern,
  matrices,
  count
};

constexpr Placeholders<Key, Refused> kPlaceholders({
    {Key::op, "op",
     [](const Refused& refused) { return std::string(describe(refused.request.op).name); }},
    {Key::opset, "opset", [](const Refused& refused) { return number(refused.request.opset); }},
    {Key::atOpset, "atOpset", atOpset},
    {Key::hintOfBool, "hintOfBool", hintOfBool},
    {Key::first, "first",
     [](const Refused& refused) { return number(versionsOf(refused.request.op).front().since); }},
    {Key::inputs, "inputs", inputRange},
    {Key::given, "given", [](const Refused& refused) { return number(inputsGiven(refused)); }},
    {Key::attribute, "attribute",
     [](const Refused& refused) { return std::string(name(refused.objection.attribute)); }},
    {Key::when, "when", whenAttributeWasKnown},
    {Key::wanted, "wanted", wantedAttribute},
    {Key::target, "target", targetType},
    {Key::type, "type",
     [](const Refused& refused) { return std::string(name(elementType(refused.request))); }},
    {Key::taken, "taken", takenTypes},
    {Key::later, "later",
     [](const Refused& refused) { return describeLaterOpset(refused.request); }},
    {Key::types, "types", typeNames},
    {Key::pattern, "pattern", typePattern},
    {Key::matrices, "matrices", matrices},
});

constexpr Templates<ObjectionCode, kPlaceholders> kSentences({
    {ObjectionCode::none, ""},
    {ObjectionCode::notInOpset,
     "{op} does not exist at opset {opset}; it was added in opset {first}."},
    {ObjectionCode::operandCount, "{op} accepts {inputs}{atOpset}, not {given}.{later}"},
    {ObjectionCode::typesDiffer, "{op} accepts {pattern}, not {types}{hintOfBool}.{later}"},
    {ObjectionCode::typeUnsupported,
     "{op} accepts {taken}{atOpset}, not {type}{hintOfBool}.{later}"},
    {ObjectionCode::attributeUnknown,
     "{op} has no attribute '{attribute}' at opset {opset}{when}."},
    {ObjectionCode::attributeMissing, "{op} requires the attribute {wanted}.{later}"},
    {ObjectionCode::resultUnsupported, "{op} returns {taken}{atOpset}, not {target}.{later}"},
    {ObjectionCode::innerMismatch, "{op} cannot multiply {matrices}: both must have rank 2."},
});

}  // namespace

std::string describeLaterOpset(const OperatorRequest& request) {
  for (const Version& version : versionsOf(request.op)) {
    if (version.since <= request.opset) continue;
    OperatorRequest trial = request;
    trial.opset = version.since;
    trial.attributes.given &= version.attributes;
    if (std::holds_alternative<Lowered>(lowerOperator(trial)))
      return " Opset " + number(version.since) + " accepts it.";
  }
  return {};
}

std::string describe(const OperatorRequest& request, const Objection& objection) {
  const Refused refused{request, findVersion(request.op, request.opset), objection};
  return kSentences[objection.code].text.about(refused);
}

}  // namespace simdcast
