#include "convert.hpp"

#include <bit>

#include "../src/enum_table.hpp"
#include "../src/explain/json.hpp"
#include "../src/explain/operator_sentences.hpp"
#include "../src/explain/trace.hpp"

namespace simdcast::bindings {
namespace {

std::int32_t block[kWords];

class Reader {
 public:
  int next() { return block[at_++]; }

  Count count() {
    const auto low = static_cast<std::uint32_t>(next());
    return static_cast<Count>(next()) * (Count{1} << 32) + low;
  }

  Shape shape(Order order) {
    Shape shape;
    const int rank = next();
    for (int i = 0; i < rank; ++i) shape.push(next());
    if (order == Order::innermostFirst) shape.reverse();
    return shape;
  }

 private:
  int at_ = 0;
};

template <class Enum>
void writeNames(JsonWriter& json, std::string_view key, std::string_view (*nameOf)(Enum)) {
  json.key(key).open('[');
  for (std::size_t i = 0; i < kCountOf<Enum>; ++i) json.value(nameOf(static_cast<Enum>(i)));
  json.close(']');
}

}  // namespace

std::int32_t* words() { return block; }

RuleRequest readRuleRequest(bool withIndex) {
  Reader reader;
  RuleRequest request;
  request.rule = static_cast<RuleId>(reader.next());
  request.params.axis = reader.next();
  request.params.broadcast = reader.next() != 0;
  request.elementSize = reader.next();
  const Order order = rule(request.rule).policy.order;
  const int count = reader.next();
  for (int i = 0; i < count; ++i) request.shapes.push(reader.shape(order));
  if (!withIndex) return request;
  request.operand = reader.next();
  request.index = reader.shape(order);
  return request;
}

void readOperatorRequest(OperatorRequest& request) {
  Reader reader;
  request.op = static_cast<OpId>(reader.next());
  request.opset = reader.next();
  request.attributes.given = static_cast<AttributeMask>(reader.next());
  for (std::int32_t& word : request.attributes.words) word = reader.next();
  const Version* version = findVersion(request.op, request.opset);
  const Order order = version == nullptr ? Order::outermostFirst : rule(version->rule).policy.order;
  const int count = reader.next();
  for (int i = 0; i < count; ++i) {
    const int type = reader.next();
    request.types.push(type < 0 ? kAbsent : static_cast<DType>(type));
    request.shapes.push(reader.shape(order));
  }
}

void readTaskRequest(tensor::TaskRequest& request) {
  Reader reader;
  request.kind = static_cast<tensor::TaskKind>(reader.next());
  request.type = static_cast<DType>(reader.next());
  request.secondary = static_cast<DType>(reader.next());
  request.option = reader.next();
  request.real = std::bit_cast<float>(reader.next());
  const int count = reader.next();
  for (int i = 0; i < count; ++i) request.numbers.push(reader.count());
}

int writeShape(const Rule& rule, const Shape& shape, int at) {
  Shape ordered = shape;
  if (rule.policy.order == Order::innermostFirst) ordered.reverse();
  block[at++] = ordered.size();
  for (Size size : ordered) block[at++] = size;
  return at;
}

std::string catalogueJson() {
  JsonWriter json;
  json.open('{');
  json.key("flavour").value(SIMDCAST_FLAVOUR);
  json.key("version").value(SIMDCAST_VERSION);
  writeNames<OpId>(json, "operators", [](OpId op) { return describe(op).name; });
  writeNames<DType>(json, "types", [](DType type) { return name(type); });
  writeNames<RuleId>(json, "rules", [](RuleId id) { return rule(id).name; });
  writeNames<Attribute>(json, "attributes", [](Attribute attribute) { return name(attribute); });
  writeNames<Attribute>(json, "attributeKinds",
                        [](Attribute attribute) { return name(kind(attribute)); });
  json.key("newestOpset").value(kNewestOpset);
  json.key("maxRank").value(kMaxRank);
  json.key("maxOperands").value(kMaxOperands);
  return json.close('}').take();
}

std::string failureJson(const Prepared& prepared) {
  JsonWriter json;
  json.open('{');
  if (prepared.error != ErrorCode::none) {
    json.key("code").value(name(prepared.error));
    json.key("text").value(describeOperatorError(prepared));
    return json.close('}').take();
  }
  const Error& first = prepared.alignment.failures[0];
  json.key("code").value(name(first.code));
  json.key("text").value(describeLaterOpset(prepared));
  json.key("trace").raw(alignmentJson(prepared));
  return json.close('}').take();
}

std::string alignmentJson(const Prepared& prepared) {
  const Count elementSize = std::max(1, width(elementType(prepared.request)));
  Shapes shapes;
  for (const OperandTrace& operand : prepared.alignment.operands) shapes.push(operand.shape);
  return traceJson(prepared.alignment, shapes, elementSize);
}

}  // namespace simdcast::bindings
