// A model in executable form: nodes follow the nodes whose outputs they use, functions of the model
// are inlined, and values have names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "../graph/value.hpp"
#include "../onnx/attribute_values.hpp"

namespace simdcast::model {

// A size, the name of a symbolic dimension, or neither.
using Dimension = std::variant<std::monostate, Size, std::string>;

// The declaration of a value; for a sequence, of its elements.
struct Declaration {
  std::string name;
  // Only inputs of the model always have a type.
  std::optional<DType> type = {};
  std::optional<std::vector<Dimension>> shape = {};  // without one, the rank is not declared
  bool isSequence = false;
  bool isOptional = false;  // whether the value may be absent
};

// A constant tensor. Types of fewer than 8 bits have a byte for each element.
struct Initializer {
  std::string name;
  graph::Form form = {};
  // At any address: in the file, which must outlive the model, or in `owned`.
  std::span<const std::byte> bytes = {};
  std::shared_ptr<const std::byte> owned = {};
  // Whether `bytes` are from heap::reserve, and the session takes them over.
  bool isHeap = false;
  std::vector<std::string> texts = {};  // the elements of a tensor of strings, which has no bytes
};

struct ModelNode {
  std::string domain;  // empty for ONNX's own operators
  std::string op;
  std::string name;                  // operator and position for a node without one
  std::string label;                 // how sentences name it
  std::string overload;              // selects one of several functions of the same name
  int opset = 0;                     // of the domain; 0 if the model does not import it
  std::vector<std::string> inputs;   // empty for an omitted optional input
  std::vector<std::string> outputs;  // empty for an unused output
  // The node's own inputs; the outer values that its subgraphs use follow them.
  int ownInputs = 0;
  // A bit for each input whose type numbers without a type may take.
  std::uint32_t lends = ~std::uint32_t{0};
  // Graphs are those of If, Loop, Scan and SequenceMap. Attributes of kinds that no operator has,
  // and strings with invalid UTF-8, are null graphs. An empty list without a type is a list of
  // integers.
  onnx::NodeAttributes attributes = {};
};

// The graph of a model, or of a node. A graph of a node may use all outer values.
struct Graph {
  std::vector<ModelNode> nodes;
  std::vector<Initializer> initializers;
  std::vector<Declaration> inputs;
  std::vector<Declaration> outputs;
  std::vector<std::string> captured;  // the outer values that a node's graph uses
  std::vector<std::string> numbers;   // scalars without a type (BoundGraph)
};

// Versions of domains; the empty one is ONNX's own.
using Opsets = std::map<std::string, int, std::less<>>;

struct Model {
  std::int64_t irVersion = 0;
  Opsets opsets;
  // Without unused initializers and outputs of nodes. Its inputs have no initializers.
  Graph graph;
  std::vector<Declaration>
      optionalInputs;                 // inputs that have an initializer, which a feed may replace
  std::vector<Declaration> declared;  // intermediate values
};

}  // namespace simdcast::model
