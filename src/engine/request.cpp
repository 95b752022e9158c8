#include "request.hpp"

#include <algorithm>
#include <cmath>

#include "../base/enum_table.hpp"
#include "../operators/lower_operator.hpp"
#include "../rules/align.hpp"
#include "refuse.hpp"

namespace simdcast {
namespace {

// Whether a number is a value of an attribute of some kind.
bool isWholeWithin(double number, double lowest, double highest) {
  return number >= lowest && number <= highest && number == std::trunc(number);
}
bool isInteger(Attribute /*attribute*/, double number) {
  return isWholeWithin(number, INT32_MIN, INT32_MAX);
}
bool isFlag(Attribute /*attribute*/, double number) { return isWholeWithin(number, 0, 1); }
bool isChoice(Attribute attribute, double number) {
  return isWholeWithin(number, 0, static_cast<double>(choicesOf(attribute).size()) - 1);
}
// Within the range of float32, the type of ONNX's float attributes; more digits are kept for
// operators in float64. Infinities and NaN are in the range.
bool isReal(Attribute /*attribute*/, double number) {
  return !std::isinf(static_cast<float>(number)) || std::isinf(number);
}
bool isType(Attribute /*attribute*/, double number) {
  return isWholeWithin(number, 0, static_cast<double>(kCountOf<DType>) - 1);
}
bool isAny(Attribute /*attribute*/, double /*number*/) { return true; }

// The number of an attribute's string; empty if the attribute does not allow it.
std::optional<double> numberOfChoice(Attribute attribute, std::string_view text) {
  const std::span<const std::string_view> choices = choicesOf(attribute);
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i] == text) return static_cast<double>(i);
  return std::nullopt;
}
std::optional<double> numberOfType(Attribute /*attribute*/, std::string_view text) {
  const std::optional<DType> type = findDType(text);
  return type ? std::optional(static_cast<double>(*type)) : std::nullopt;
}
std::optional<double> anyText(Attribute /*attribute*/, std::string_view /*text*/) { return 0; }

// How attributes of a kind read numbers and strings.
struct AttributeReader {
  AttributeKind key{};
  bool (*accepts)(Attribute attribute, double number) = nullptr;
  std::optional<double> (*fromText)(Attribute attribute, std::string_view text) = nullptr;
  bool isReal = false;
};

constexpr EnumTable<AttributeKind, AttributeReader> kKinds({
    {AttributeKind::integer, isInteger, numberOfChoice, false},
    {AttributeKind::flag, isFlag, numberOfChoice, false},
    {AttributeKind::real, isReal, numberOfChoice, true},
    {AttributeKind::choice, isChoice, numberOfChoice, false},
    {AttributeKind::type, isType, numberOfType, false},
    {AttributeKind::ignored, isAny, anyText, false},
});

// A value of the kind that the attribute has, as a number.
std::optional<double> numberOf(Attribute attribute, const AttributeValue& value) {
  const AttributeReader& reader = kKinds[kind(attribute)];
  if (const auto* text = std::get_if<std::string_view>(&value))
    return reader.fromText(attribute, *text);
  if (reader.key == AttributeKind::ignored) return 0;
  if (const auto* real = std::get_if<float>(&value))
    return reader.isReal ? std::optional<double>(*real) : std::nullopt;
  const bool isCounted = reader.key == AttributeKind::integer || reader.key == AttributeKind::flag;
  return isCounted ? std::optional(static_cast<double>(std::get<std::int64_t>(value)))
                   : std::nullopt;
}

}  // namespace

bool Request::refuse(RefusalCode code, std::string_view subject, Count wanted, Count given) {
  if (refused_) return false;
  const int input = node_.shapes.size() - 1;
  refused_ = simdcast::refuse(code, {subject, input, wanted, given});
  return false;
}

void Request::beginAs(Asked asked) {
  asked_ = asked;
  node_ = {};
  rule_ = {};
  params_ = {};
  order_ = Order::outermostFirst;
  refused_.reset();
}

bool Request::begin(int op, int opset) {
  beginAs(Asked::anOperator);
  if (!isIn<OpId>(op)) return refuse(RefusalCode::unknownOperator, std::to_string(op));
  if (opset < 1 || opset > kNewestOpset)
    return refuse(RefusalCode::unknownOpset, {}, kNewestOpset, opset);
  node_.op = static_cast<OpId>(op);
  node_.opset = opset;
  const Version* version = findVersion(node_.op, opset);
  if (version != nullptr) order_ = simdcast::rule(version->rule).policy.order;
  return true;
}

bool Request::begin(std::string_view op, int opset) {
  const std::optional<OpId> found = findOperator(op);
  if (found) return begin(static_cast<int>(*found), opset);
  beginAs(Asked::anOperator);
  return refuse(RefusalCode::unknownOperator, op);
}

bool Request::beginRule(int rule, int axis, bool broadcast, int order) {
  beginAs(Asked::aRule);
  if (!isIn<RuleId>(rule)) return refuse(RefusalCode::unknownRule, {}, 0, rule);
  rule_ = static_cast<RuleId>(rule);
  params_ = {.axis = axis, .broadcast = broadcast};
  if (order != kOwnOrder)
    params_.order = order == 0 ? Order::outermostFirst : Order::innermostFirst;
  order_ = params_.order.value_or(simdcast::rule(rule_).policy.order);
  return true;
}

bool Request::set(Attribute attribute, std::optional<double> number) {
  if (!number || !kKinds[kind(attribute)].accepts(attribute, *number))
    return refuse(RefusalCode::attributeValue, name(attribute));
  node_.attributes.set(attribute, *number);
  return true;
}

bool Request::attribute(int attribute, double value) {
  if (!isIn<Attribute>(attribute))
    return refuse(RefusalCode::unknownAttribute, std::to_string(attribute));
  return set(static_cast<Attribute>(attribute), value);
}

bool Request::attribute(std::string_view name, const AttributeValue& value) {
  const std::optional<Attribute> known = findAttribute(name);
  if (!known) return refuse(RefusalCode::unknownAttribute, name);
  return set(*known, numberOf(*known, value));
}

bool Request::push(DType type, const Shape& shape) {
  if (node_.shapes.size() == kMaxOperands)
    return refuse(RefusalCode::tooManyInputs, {}, kMaxOperands);
  node_.types.push(type);
  node_.shapes.push(shape);
  return shape.size() <= kMaxRank || refuse(RefusalCode::tooManyAxes, {}, kMaxRank);
}

bool Request::input(DType type, const Shape& shape) {
  const bool known = isIn<DType>(static_cast<int>(type));
  if (!push(known ? type : kAbsent, shape)) return false;
  return known || refuse(RefusalCode::unknownType, {}, 0, static_cast<Count>(type));
}

bool Request::input(int type, int rank, int first, int second, int third, int fourth) {
  if (!push(isIn<DType>(type) ? static_cast<DType>(type) : kAbsent, {})) return false;
  if (!isIn<DType>(type)) return refuse(RefusalCode::unknownType, {}, 0, type);
  const int sizes[kSizesAtOnce] = {first, second, third, fourth};
  for (int i = 0; i < std::min(rank, kSizesAtOnce); ++i) axis(sizes[i]);
  return true;
}

bool Request::absent() { return push(kAbsent, {}); }

bool Request::axis(int size) {
  if (node_.shapes.empty()) return refuse(RefusalCode::nothingAsked, {});
  Shape& shape = node_.shapes.back();
  if (shape.size() == kMaxRank) return refuse(RefusalCode::tooManyAxes, {}, kMaxRank);
  if (order_ == Order::innermostFirst)
    shape.insert(0, size);
  else
    shape.push(size);
  return true;
}

std::optional<Refusal> Request::refusal() const {
  if (refused_ || asked_ != Asked::nothing) return refused_;
  return simdcast::refuse(RefusalCode::nothingAsked);
}

std::optional<Alignment> Request::align() const {
  if (refusal()) return std::nullopt;
  if (!asksOperator()) return simdcast::align(rule_, node_.shapes, params_);
  const Version* version = findVersion(node_.op, node_.opset);
  const bool isProduct = describe(node_.op).kind == Kind::matrix;
  if (screen(node_, version) || (isProduct && !haveRanks(node_))) return std::nullopt;
  return alignInputs(node_, *version);
}

Count Request::elementSize() const noexcept {
  if (node_.types.empty()) return 1;
  const DType type = asksOperator() ? elementType(node_) : node_.types[0];
  return type == kAbsent ? 1 : std::max(1, width(type));
}

}  // namespace simdcast
