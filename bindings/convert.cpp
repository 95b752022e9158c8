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

constexpr int kMostNumbers = 5 + 3 * kMaxRank;
using Numbers = InlineVector<Count, kMostNumbers>;
using MaybeLayer = std::optional<layers::LayerRequest>;

// Elements of the tensors, offsets, rank; then sizes, input strides, output strides.
MaybeLayer copyOf(DType type, const Numbers& numbers) {
  constexpr int kFirst = 5;
  const int rank = (numbers.size() - kFirst) / 3;
  if (numbers.size() < kFirst || numbers[4] != rank || numbers.size() != kFirst + 3 * rank)
    return std::nullopt;
  layers::Copy request{type, numbers[0], numbers[1], numbers[2], numbers[3], {}};
  const Count* axes = numbers.begin() + kFirst;
  for (int i = 0; i < rank; ++i) request.axes.push({axes[i], axes[rank + i], axes[2 * rank + i]});
  return request;
}

// Mask of the axes, rank; then sizes.
MaybeLayer reduceOf(DType type, int reduction, const Numbers& numbers) {
  constexpr int kFirst = 2;
  const int rank = numbers.size() - kFirst;
  if (rank < 0 || rank > kMaxRank || numbers[1] != rank || reduction < 0 ||
      reduction >= static_cast<int>(layers::Reduction::count))
    return std::nullopt;
  layers::Reduce request{type, static_cast<layers::Reduction>(reduction), {}};
  for (int i = 0; i < rank; ++i)
    request.axes.push({numbers[kFirst + i], (numbers[0] >> i & 1) != 0});
  return request;
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

std::optional<layers::LayerRequest> readLayerRequest() {
  Reader reader;
  const int kind = reader.next();
  const auto type = static_cast<DType>(reader.next());
  const auto secondary = static_cast<DType>(reader.next());
  const int option = reader.next();
  const auto real = std::bit_cast<float>(reader.next());
  const int count = reader.next();
  if (count < 0 || count > kMostNumbers) return std::nullopt;
  Numbers numbers;
  for (int i = 0; i < count; ++i) numbers.push(reader.count());
  const auto are = [&](int expected) { return count == expected; };
  if (kind == 0) return copyOf(type, numbers);
  if (kind == 1 && are(4))
    return layers::Gather{type, secondary, numbers[0], numbers[1], numbers[2], numbers[3]};
  if (kind == 2) return reduceOf(type, option, numbers);
  if (kind == 3 && are(3))
    return layers::ArgMax{type, numbers[0], numbers[1], numbers[2], option != 0};
  if (kind == 4 && are(3))
    return layers::Softmax{type, numbers[0], numbers[1], numbers[2], option != 0};
  if (kind == 5 && are(4))
    return layers::LayerNormalization{type,       secondary,  real,      numbers[0],
                                      numbers[1], numbers[2], numbers[3]};
  if (kind == 6 && are(1)) return layers::Range{type, numbers[0]};
  return std::nullopt;
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
