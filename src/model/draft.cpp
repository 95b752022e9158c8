#include "draft.hpp"

#include <algorithm>
#include <unordered_set>

namespace simdcast::model {
namespace {

std::string nameFrom(const NodeProto& proto, std::size_t position) {
  if (!proto.name.empty()) return std::string(proto.name);
  return std::string(proto.opType) + '#' + std::to_string(position);
}

}  // namespace

Renaming::Renaming(const ModelNode& call, const FunctionProto& body) : prefix_(call.name + '/') {
  const auto given = [](const std::vector<std::string>& names, std::size_t at) {
    return at < names.size() ? names[at] : std::string();
  };
  for (std::size_t i = 0; i < body.input.size(); ++i) names_[body.input[i]] = given(call.inputs, i);
  for (std::size_t i = 0; i < body.output.size(); ++i)
    if (std::string name = given(call.outputs, i); !name.empty())
      names_[body.output[i]] = std::move(name);
  names_[""] = {};
}

std::string Renaming::operator()(std::string_view name) const {
  const auto known = names_.find(name);
  return known == names_.end() ? prefix_ + std::string(name) : known->second;
}

Opsets opsetsFrom(const std::vector<OperatorSetIdProto>& imports) {
  Opsets opsets{{"", 1}};
  for (const OperatorSetIdProto& one : imports)
    opsets[std::string(normalDomain(one.domain))] =
        static_cast<int>(std::clamp<std::int64_t>(one.version, -1, INT32_MAX));
  return opsets;
}

Draft draftFrom(const NodeProto& proto, std::size_t position, const Opsets& opsets) {
  const std::string_view domain = normalDomain(proto.domain);
  const auto opset = opsets.find(domain);
  Draft draft{.node = {.domain = std::string(domain),
                       .op = std::string(proto.opType),
                       .name = nameFrom(proto, position),
                       .overload = std::string(proto.overload),
                       .opset = opset == opsets.end() ? 0 : opset->second,
                       .inputs = {proto.input.begin(), proto.input.end()},
                       .outputs = {proto.output.begin(), proto.output.end()},
                       .ownInputs = static_cast<int>(proto.input.size())}};
  ModelNode& node = draft.node;
  node.label = proto.name.empty() ? node.name : node.op + " '" + node.name + '\'';
  for (const AttributeProto& attribute : proto.attribute)
    draft.attributes.push_back({attribute.name, &attribute});
  return draft;
}

void checkAttributes(const Draft& draft, Reading& reading) {
  std::unordered_set<std::string_view> names;
  for (const auto& [name, value] : draft.attributes) {
    if (!names.insert(name).second)
      reading.fail(faults::model::attributeTwice(draft.node.label, name));
    if (!value->refAttrName.empty()) reading.fail(faults::model::reference(draft.node.label, name));
  }
}

const AttributeProto* find(const Draft& draft, std::string_view name) {
  const auto found = std::ranges::find(draft.attributes, name, &AttributeDraft::name);
  return found == draft.attributes.end() ? nullptr : found->value;
}

}  // namespace simdcast::model
