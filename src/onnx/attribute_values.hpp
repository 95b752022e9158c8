// The attributes of a node by name, in ONNX's kinds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../graph/value.hpp"

namespace simdcast::model {
struct Graph;
}

namespace simdcast::onnx {

// A dense tensor in memory that outlives the graph.
struct TensorData {
  graph::Form form;
  std::vector<std::byte> bytes;
  std::vector<std::string> texts = {};  // the elements of a tensor of strings, which has no bytes
};

using AttributeValue =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>,
                 std::vector<std::string>, TensorData, std::shared_ptr<const model::Graph>>;

struct NodeAttribute {
  std::string name;
  AttributeValue value;
};

using NodeAttributes = std::vector<NodeAttribute>;

[[nodiscard]] inline const AttributeValue* find(const NodeAttributes& attributes,
                                                std::string_view name) {
  for (const NodeAttribute& attribute : attributes)
    if (attribute.name == name) return &attribute.value;
  return nullptr;
}

}  // namespace simdcast::onnx
