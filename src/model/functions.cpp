#include "functions.hpp"

#include <algorithm>
#include <unordered_set>

namespace simdcast::model {
namespace {

namespace said = faults::model;

// The name of a function in sentences: "domain.name:overload".
std::string nameOf(const FunctionProto& proto) {
  std::string name(normalDomain(proto.domain));
  if (!name.empty()) name += '.';
  name += proto.name;
  if (!proto.overload.empty()) name.append(":").append(proto.overload);
  return name;
}

// Minimum number of bytes that a call adds to the model.
Count costOf(const FunctionProto& proto) {
  constexpr std::size_t kEach = 64;
  std::size_t names = proto.input.size() + proto.output.size() + proto.attributeProto.size();
  for (const NodeProto& node : proto.node)
    names += node.input.size() + node.output.size() + node.attribute.size();
  return static_cast<Count>(names * kEach);
}

Count bytesIn(const ModelNode& node) {
  std::size_t bytes = node.name.size() + node.label.size();
  for (const std::string& name : node.inputs) bytes += name.size();
  for (const std::string& name : node.outputs) bytes += name.size();
  return static_cast<Count>(bytes);
}

void checkCall(const ModelNode& call, const FunctionProto& body, Reading& reading) {
  if (call.inputs.size() > body.input.size())
    reading.fail(said::functionInputs(call.label, call.inputs.size(), body.input.size()));
  if (call.outputs.size() > body.output.size())
    reading.fail(said::functionOutputs(call.label, call.outputs.size(), body.output.size()));
  std::unordered_set<std::string_view> made;
  for (const NodeProto& node : body.node) made.insert(node.output.begin(), node.output.end());
  for (const std::string_view output : body.output)
    if (!made.contains(output)) reading.fail(said::functionOutput(body.name, output));
}

using AttributeMap = std::unordered_map<std::string_view, const AttributeProto*>;

// The values of a function's attributes in a call.
AttributeMap attributesOf(const Draft& call, const FunctionProto& body) {
  AttributeMap values;
  for (const AttributeProto& proto : body.attributeProto) values[proto.name] = &proto;
  for (const auto& [name, value] : call.attributes) values[name] = value;
  return values;
}

// Replaces references to attributes of the function by their values, and omits those without a
// value.
std::vector<AttributeDraft> resolved(const std::vector<AttributeDraft>& attributes,
                                     const AttributeMap& values) {
  std::vector<AttributeDraft> out;
  for (const auto& [name, proto] : attributes) {
    const auto value = values.find(proto->refAttrName);
    if (proto->refAttrName.empty())
      out.push_back({name, proto});
    else if (value != values.end())
      out.push_back({name, value->second});
  }
  return out;
}

}  // namespace

// Open calls are on an explicit stack, since functions may call each other in a long chain.
class Functions::Unfolding {
 public:
  Unfolding(const std::map<Key, Function>& functions, Reading& reading)
      : functions_(functions), reading_(reading) {}

  void add(Draft node) {
    enter(std::move(node));
    while (!calls_.empty() && !reading_.failed()) {
      Call& call = calls_.back();
      if (call.next < call.function->proto->node.size()) {
        enter(nextOf(call));
      } else {
        open_.erase(call.function);
        calls_.pop_back();
      }
    }
  }

  [[nodiscard]] std::vector<Draft> take() { return std::move(nodes_); }

 private:
  struct Call {
    const Function* function;
    std::string name;
    std::shared_ptr<const Renaming> scope;
    AttributeMap attributes;
    std::size_t next = 0;
  };

  void enter(Draft node) {
    checkAttributes(node, reading_);
    if (++entered_ > kMostNodes) reading_.fail(said::functionCount());
    if (reading_.failed()) return;
    const auto found = functions_.find({node.node.domain, node.node.op, node.node.overload});
    if (found == functions_.end())
      nodes_.push_back(std::move(node));
    else
      call(node, found->second);
  }

  void call(const Draft& draft, const Function& function) {
    const FunctionProto& body = *function.proto;
    if (!open_.insert(&function).second) return reading_.fail(said::functionCycle(nameOf(body)));
    if (!reading_.spends(costOf(body))) return reading_.fail(said::functionCount());
    checkCall(draft.node, body, reading_);
    calls_.push_back({.function = &function,
                      .name = draft.node.name,
                      .scope = std::make_shared<const Renaming>(draft.node, body),
                      .attributes = attributesOf(draft, body)});
  }

  Draft nextOf(Call& call) {
    const std::size_t position = call.next++;
    Draft draft = draftFrom(call.function->proto->node[position], position, call.function->opsets);
    ModelNode& node = draft.node;
    node.name = call.name + '/' + node.name;
    node.label = node.op + " '" + node.name + '\'';
    std::ranges::transform(node.inputs, node.inputs.begin(), *call.scope);
    std::ranges::transform(node.outputs, node.outputs.begin(), *call.scope);
    draft.attributes = resolved(draft.attributes, call.attributes);
    draft.scope = call.scope;
    if (!reading_.spends(bytesIn(node))) reading_.fail(said::functionCount());
    return draft;
  }

  const std::map<Key, Function>& functions_;
  Reading& reading_;
  std::vector<Draft> nodes_;
  std::vector<Call> calls_;
  std::unordered_set<const Function*> open_;
  int entered_ = 0;
};

Functions::Functions(const std::vector<FunctionProto>& protos, Reading& reading) {
  for (const FunctionProto& proto : protos) {
    const Key key{normalDomain(proto.domain), proto.name, proto.overload};
    if (!functions_.try_emplace(key, Function{&proto, opsetsFrom(proto.opsetImport)}).second)
      reading.fail(said::functionTwice(nameOf(proto)));
  }
}

std::vector<Draft> Functions::unfolded(std::vector<Draft> nodes, Reading& reading) const {
  Unfolding unfolding(functions_, reading);
  for (Draft& node : nodes)
    if (!reading.failed()) unfolding.add(std::move(node));
  return unfolding.take();
}

}  // namespace simdcast::model
