#include "bind.hpp"

#include "engine_operators.hpp"
#include "input_names.hpp"

namespace simdcast::onnx {
namespace {

using Checked = std::optional<Fault>;

// The first opset that accepts this kind of value, or 0 if no opset does.
int sinceOf(const Kinds& kinds, const Value& value) {
  if (!value.isList()) return kinds.tensor;
  return graph::isOptional(value) ? kinds.optional : kinds.sequence;
}

// Tensors are accepted at any opset if at all: the first that declares them is for sentences.
bool accepts(const Node& node, const Kinds& kinds, const Value& value) {
  if (!value) return true;
  const int since = sinceOf(kinds, value);
  return since > 0 && (node.opset >= since || !value.isList());
}

std::optional<int> laterKind(const Kinds& kinds, const Value& value) {
  const int since = sinceOf(kinds, value);
  return since > 0 ? std::optional(since) : std::nullopt;
}

// The alternatives of AttributeValue by Kind.
constexpr std::size_t kAlternatives[] = {0, 0, 1, 2, 3, 4, 5, 6, 6, 7};
static_assert(std::size(kAlternatives) == static_cast<std::size_t>(Kind::count));

bool isList(Kind kind) {
  return kind == Kind::integers || kind == Kind::reals || kind == Kind::texts;
}

bool hasKind(const AttributeValue& value, Kind kind) {
  if (value.index() == kAlternatives[static_cast<std::size_t>(kind)]) return true;
  // An empty list without a type is read as one of integers.
  const auto* integers = std::get_if<std::vector<std::int64_t>>(&value);
  return isList(kind) && integers != nullptr && integers->empty();
}

// The engine checks the attributes of its own operators.
Checked checkAttributes(const Node& node, const Bound& bound) {
  if (isOfEngine(*bound.row)) return {};
  for (const NodeAttribute& given : *node.attributes) {
    const Version::Attribute* known = bound.version->find(given.name);
    if (known == nullptr) {
      Names names;
      for (const Version::Attribute& each : bound.version->attributes) names.push_back(each.name);
      return faults::attributeUnknown(node.label, given.name, names);
    }
    if (!hasKind(given.value, known->kind))
      return faults::attributeType(node.label, given.name, describe(known->kind));
  }
  return {};
}

Checked checkKinds(const Node& node, const Row& row, std::span<const Value> inputs) {
  for (std::size_t at = 0; at < inputs.size(); ++at)
    if (Checked fault =
            checkKind(node, static_cast<int>(at), inputs[at], at == 0 ? row.first : row.further))
      return fault;
  return {};
}

// Every required input must be given.
Checked checkPresence(const Node& node, const Version& version, std::span<const Value> inputs) {
  const int count = std::min(static_cast<int>(inputs.size()), version.least);
  for (int at = 0; at < count; ++at) {
    const bool isOptional = at < 32 && has(version.optional, at);
    if (!inputs[static_cast<std::size_t>(at)] && !isOptional)
      return faults::inputMissing(node.label, at);
  }
  return {};
}

// The first later opset whose version accepts the type.
std::optional<int> laterOpset(const Bound& bound, int at, DType type) {
  for (const Version& later : bound.later)
    if (later.typesAt(at).has(type)) return later.since;
  return {};
}

}  // namespace

Checked checkKind(const Node& node, int at, const Value& value, const Kinds& kinds) {
  if (accepts(node, kinds, value)) return {};
  Names wanted;
  const auto add = [&](int since, std::string_view words) {
    if (since > 0 && node.opset >= since) wanted.push_back(words);
  };
  add(kinds.tensor, "a tensor");
  add(kinds.sequence, "a sequence");
  add(kinds.optional, "an optional value");
  return faults::kind(node.label, at, graph::textOf(value), anyOf(wanted), laterKind(kinds, value));
}

Checked checkMade(const Node& node, const Value& value, const Kinds& kinds) {
  if (accepts(node, kinds, value)) return {};
  return faults::made(node.label, graph::textOf(value), laterKind(kinds, value));
}

Checked checkNode(const Node& node, const Bound& bound, int inputs) {
  const Version& version = *bound.version;
  if (inputs < version.least || inputs > version.most) {
    const std::string_view missing =
        inputs < version.least ? inputName(node.op, inputs) : std::string_view();
    const auto most = version.most >= kAny ? std::nullopt : std::optional(version.most);
    return faults::inputs(node.label, inputs, version.least, most, missing);
  }
  const int outputs = node.outputs.size();
  if (outputs < 1 || outputs > version.outputs)
    return faults::outputCount(node.label, outputs, version.outputs);
  return checkAttributes(node, bound);
}

Checked checkTypes(const Node& node, const Bound& bound, std::span<const Value> inputs) {
  const Version& version = *bound.version;
  if (version.types.empty() || inputs.empty()) return {};
  for (int at = 0; at < static_cast<int>(inputs.size()); ++at) {
    const Value& input = inputs[static_cast<std::size_t>(at)];
    const TypeSet allowed = version.typesAt(at);
    const bool isTyped = input && typeOf(input);
    if (isTyped && !allowed.has(input.type))
      return faults::type(node.label, at, input.type, allowed, laterOpset(bound, at, input.type));
  }
  // One row of types for several inputs: they share one type.
  if (version.types.size() > 1 || !inputs[0]) return {};
  for (const Value& input : inputs)
    if (input && input.type != inputs[0].type)
      return faults::typesDiffer(node.label, inputs[0].type, input.type);
  return {};
}

Checked checkInputs(const Node& node, const Bound& bound, std::span<const Value> inputs) {
  Checked fault = checkPresence(node, *bound.version, inputs);
  if (!fault) fault = checkKinds(node, *bound.row, inputs);
  if (!fault) fault = checkTypes(node, bound, inputs);
  return fault;
}

Values lowerNode(Builder& builder, const Node& node, const Bound& bound,
                 std::span<const Value> inputs) {
  if (builder.failed()) return {};
  if (Checked fault = checkInputs(node, bound, inputs)) return builder.fail(*std::move(fault));
  Call call(builder, node, *bound.version, inputs);
  Values outputs = bound.row->lower(call);
  return builder.failed() ? Values{} : outputs;
}

}  // namespace simdcast::onnx
