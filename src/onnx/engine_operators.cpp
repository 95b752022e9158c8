#include "engine_operators.hpp"

#include <cstring>

#include "../engine/request.hpp"
#include "call.hpp"

namespace simdcast::onnx {
namespace {

// -- attributes

// The element of a float64; 0 for another tensor.
double doubleIn(const TensorData& scalar) {
  double number = 0;
  if (scalar.form.type == DType::float64 && scalar.bytes.size() == sizeof number)
    std::memcpy(&number, scalar.bytes.data(), sizeof number);
  return number;
}

// Adds an attribute to a request; returns whether the engine accepts the value.
bool add(Request& request, const NodeAttribute& given) {
  const std::optional<Attribute> known = findAttribute(given.name);
  if (!known) return request.attribute(given.name, std::int64_t{0});
  const AttributeKind kind = simdcast::kind(*known);
  const int attribute = static_cast<int>(*known);
  if (kind == AttributeKind::ignored) return request.attribute(attribute, 0);
  const bool isNumber =
      kind == AttributeKind::integer || kind == AttributeKind::flag || kind == AttributeKind::real;
  if (const auto* integer = std::get_if<std::int64_t>(&given.value); integer && isNumber)
    return request.attribute(attribute, static_cast<double>(*integer));
  if (const auto* real = std::get_if<float>(&given.value); real && isNumber)
    return request.attribute(attribute, static_cast<double>(*real));
  // Numbers that are not floats, which functions of the package may have.
  if (const auto* scalar = std::get_if<TensorData>(&given.value); scalar && isNumber)
    return request.attribute(attribute, doubleIn(*scalar));
  // No attribute accepts an empty word.
  const auto* text = std::get_if<std::string>(&given.value);
  return request.attribute(given.name, text ? std::string_view(*text) : std::string_view());
}

// The attributes as the engine takes them; fails for one that it rejects.
AttributeValues attributesOf(Call& call, OpId op) {
  Request request;
  request.begin(static_cast<int>(op), call.opset());
  for (const NodeAttribute& given : *call.node().attributes)
    if (!add(request, given)) break;
  if (std::optional<Refusal> refusal = request.refusal())
    return call.fail({name(refusal->code), std::move(refusal->text)});
  return request.node().attributes;
}

// -- operators

// Variadic operators, and the operator that joins partial results if there are more inputs than the
// engine accepts.
struct Joined {
  OpId op{};
  OpId join{};
};
constexpr Joined kJoined[] = {
    {OpId::max, OpId::max},
    {OpId::min, OpId::min},
    {OpId::sum, OpId::sum},
    {OpId::mean, OpId::sum},
};

const Joined* findJoined(OpId op) {
  const auto* found = std::ranges::find(kJoined, op, &Joined::op);
  return found == std::end(kJoined) ? nullptr : found;
}

// Joins the inputs in groups of the size that the engine accepts, each with the result so far.
Value ofMany(Call& call, const Joined& joined, const AttributeValues& attributes) {
  const DType type = call.input(0).type;
  std::vector<Value> terms;
  for (int i = 0; i < call.inputCount(); ++i) terms.push_back(call.input(i));
  // A sum in 16 bits is rounded once. The engine rejects different types.
  const bool isWidened = joined.join == OpId::sum &&
                         std::ranges::all_of(terms, [&](const Value& v) { return v.type == type; });
  if (isWidened)
    for (Value& term : terms) term = call.widened(term);
  const std::span<const Value> all = terms;
  const auto join = [&](std::span<const Value> operands) {
    return call.compute(joined.join, operands, attributes, call.opset());
  };
  Value result = join(all.first(kMaxOperands));
  for (std::size_t at = kMaxOperands; at < all.size(); at += kMaxOperands - 1) {
    const std::span<const Value> next =
        all.subspan(at, std::min<std::size_t>(kMaxOperands - 1, all.size() - at));
    std::vector<Value> operands{result};
    operands.insert(operands.end(), next.begin(), next.end());
    result = join(operands);
  }
  if (call.failed()) return {};
  if (joined.op == OpId::mean)
    result = call.compute(OpId::div, result,
                          call.number(result.type, static_cast<double>(terms.size())));
  return call.cast(result, type);
}

// Whether floats are raised to the power 2, as in exported variances: a product is rounded only
// once.
bool isSquare(Call& call) {
  const Value base = call.optional(0);
  const Value exponent = call.optional(1);
  if (call.inputCount() != 2 || !base || !exponent || !call.node().attributes->empty())
    return false;
  const bool isOne = exponent.elements() == 1 && exponent.rank() <= base.rank();
  const bool isFloat = base.type == DType::float32 || base.type == DType::float64;
  if (!isFloat || exponent.type != base.type || !isOne) return false;
  const std::optional<std::vector<double>> known = call.knownReals(exponent);
  return known && (*known)[0] == 2;
}

// The second input is replaced by the shape that it contains.
Value expand(Call& call, const AttributeValues& attributes) {
  const Value shape = call.input(1);
  if (call.failed()) return {};
  if (shape.type != DType::int64 || shape.rank() != 1)
    return call.fail(faults::vector(call.label(), 1));
  const Dims dims = call.elements(1);
  if (call.failed()) return {};
  // The engine checks sizes of 32 bits.
  const bool fits =
      std::ranges::all_of(dims, [](Count size) { return size >= -INT32_MAX && size <= INT32_MAX; });
  if (!fits) return call.fail(faults::sizes(call.label(), dims));
  const Value inputs[] = {call.input(0), {{DType::int64, dims}, nullptr}};
  return call.builder().whole(OpId::expand, inputs, attributes, call.opset());
}

Value lower(Call& call, OpId op) {
  if (op == OpId::pow && isSquare(call))
    return call.compute(OpId::mul, call.input(0), call.input(0));
  const AttributeValues attributes = attributesOf(call, op);
  if (call.failed()) return {};
  const Joined* joined = findJoined(op);
  if (joined != nullptr && call.inputCount() > kMaxOperands)
    return ofMany(call, *joined, attributes);
  if (op == OpId::expand) return expand(call, attributes);
  if (op == OpId::matMul || op == OpId::gemm)
    return call.product(op, call.inputs(), attributes, call.opset());
  return call.compute(op, call.inputs(), attributes, call.opset());
}

Values lowerEngine(Call& call) {
  const std::optional<OpId> op = findOperator(call.node().op);
  return {lower(call, *op)};
}

constexpr Schema kUnchecked("1[1..*]()");

std::vector<Row> makeRows(FunctionRef<bool(std::string_view name)> isTaken) {
  std::vector<Row> rows;
  for (int op = 0; op < static_cast<int>(OpId::count); ++op) {
    const std::string_view name = describe(static_cast<OpId>(op)).name;
    if (name.starts_with("ncnn.") || isTaken(name)) continue;
    rows.push_back({name, kUnchecked, lowerEngine});
  }
  return rows;
}

}  // namespace

std::span<const Row> engineRows(FunctionRef<bool(std::string_view name)> isTaken) {
  static const std::vector<Row> rows = makeRows(isTaken);
  return rows;
}

bool isOfEngine(const Row& row) noexcept { return row.lower == lowerEngine; }

}  // namespace simdcast::onnx
