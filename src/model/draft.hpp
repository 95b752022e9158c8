// Nodes of a model that is being read, before functions are inlined and attributes are read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model.hpp"
#include "reading.hpp"
#include "schema.hpp"

namespace simdcast::model {

// Maps the names of values in a function's body to names in the graph that calls it: inputs and
// outputs to those of the call, and others to names of their own.
class Renaming {
 public:
  Renaming(const ModelNode& call, const FunctionProto& body);
  [[nodiscard]] std::string operator()(std::string_view name) const;

 private:
  std::string prefix_;
  std::unordered_map<std::string_view, std::string> names_;
};

// A value may be another node's.
struct AttributeDraft {
  std::string_view name;
  const AttributeProto* value;
};

struct Draft {
  ModelNode node;  // without attributes
  std::vector<AttributeDraft> attributes;
  std::shared_ptr<const Renaming> scope = {};  // for a node of a function
};

[[nodiscard]] inline std::string_view normalDomain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

// A model without imports has opset 1.
[[nodiscard]] Opsets opsetsFrom(const std::vector<OperatorSetIdProto>& imports);

// A node without a name is identified by its operator and position.
[[nodiscard]] Draft draftFrom(const NodeProto& proto, std::size_t position, const Opsets& opsets);

// Fails if an attribute occurs twice, or refers to an attribute of a function.
void checkAttributes(const Draft& draft, Reading& reading);

// The attribute with a name, or null.
[[nodiscard]] const AttributeProto* find(const Draft& draft, std::string_view name);

[[nodiscard]] onnx::AttributeValue valueFrom(const AttributeDraft& attribute, Reading& reading);

}  // namespace simdcast::model
