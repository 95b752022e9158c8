#include "graphs.hpp"

#include <algorithm>

#include "../onnx/element_numbers.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

constexpr int kDeepest = 32;  // subgraphs

// The attributes that are graphs.
constexpr std::string_view kBranches[] = {"then_branch", "else_branch"};
constexpr std::string_view kBody[] = {"body"};
std::span<const std::string_view> graphsOf(const ModelNode& node) {
  if (!node.domain.empty()) return {};
  if (node.op == "If") return kBranches;
  if (node.op == "Loop" || node.op == "Scan" || node.op == "SequenceMap") return kBody;
  return {};
}

// Bytes that an attribute takes in a node.
Count bytesIn(const onnx::AttributeValue& value) {
  std::size_t bytes = sizeof value;
  if (const auto* text = std::get_if<std::string>(&value)) bytes += text->size();
  if (const auto* tensor = std::get_if<onnx::TensorData>(&value)) bytes += tensor->bytes.size();
  if (const auto* reals = std::get_if<std::vector<float>>(&value))
    bytes += reals->size() * sizeof(float);
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
    bytes += integers->size() * sizeof(std::int64_t);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& text : *texts) bytes += sizeof(std::string) + text.size();
  return static_cast<Count>(bytes);
}

Declaration declared(const ValueInfoProto& info) {
  Declaration declaration{.name = std::string(info.name)};
  if (info.type && info.type->tensorType)
    declaration.type = onnx::onnxType(info.type->tensorType->elemType);
  return declaration;
}

// The names that a graph uses but does not produce.
std::vector<std::string> outerNames(const Graph& graph, const NameSet& own) {
  std::vector<std::string> names;
  NameSet seen{""};
  const auto read = [&](const std::string& name) {
    if (!own.contains(name) && seen.insert(name).second) names.push_back(name);
  };
  for (const ModelNode& node : graph.nodes) std::ranges::for_each(node.inputs, read);
  std::ranges::for_each(graph.outputs, read, &Declaration::name);
  return names;
}

// Names of values, which must be unique; empty ones do not count.
class UniqueNames {
 public:
  explicit UniqueNames(Reading& reading) : reading_(reading) {}

  void add(std::string_view name) {
    if (!name.empty() && !names_.insert(name).second) reading_.fail(said::duplicate(name));
  }

 private:
  Reading& reading_;
  std::unordered_set<std::string_view> names_;
};

}  // namespace

NameSet givenNames(std::span<const Initializer> initializers, std::span<const Declaration> inputs) {
  NameSet names;
  for (const Initializer& initializer : initializers) names.insert(initializer.name);
  for (const Declaration& input : inputs) names.insert(input.name);
  return names;
}

void checkNames(const NameSet& given, const Graph& graph, Reading& reading) {
  UniqueNames values(reading);
  for (const std::string& name : given) values.add(name);
  for (const ModelNode& node : graph.nodes)
    for (const std::string& name : node.outputs) values.add(name);
  UniqueNames inputs(reading);
  for (const Declaration& input : graph.inputs) inputs.add(input.name);
}

std::vector<InitializerProto> initializersOf(const GraphProto& graph, bool mayBeExternal,
                                             Reading& reading) {
  UniqueNames names(reading);
  for (const TensorProto& proto : graph.initializer) names.add(proto.name);
  for (const SparseTensorProto& proto : graph.sparseInitializer) names.add(proto.values.name);
  std::vector<InitializerProto> initializers;
  checkNamed(graph.initializer, "An initializer", reading);
  for (const TensorProto& proto : graph.initializer) {
    if (reading.failed()) return {};
    initializers.push_back(mayBeExternal
                               ? initializerFrom(proto, reading)
                               : InitializerProto{tensorFrom(proto, proto.name, reading)});
  }
  for (const SparseTensorProto& proto : graph.sparseInitializer) {
    if (proto.values.name.empty()) reading.fail(said::unnamed("An initializer"));
    if (reading.failed()) return {};
    initializers.push_back({tensorFrom(proto, proto.values.name, reading)});
  }
  return initializers;
}

std::vector<ModelNode> GraphReader::nodesOf(const GraphProto& graph) {
  std::vector<ModelNode> nodes;
  const auto unchanged = [](const std::string& name) { return name; };
  for (Draft& draft : draftsOf(graph)) nodes.push_back(nodeFrom(std::move(draft), 0, unchanged));
  return nodes;
}

std::vector<Draft> GraphReader::draftsOf(const GraphProto& graph) {
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < graph.node.size() && !reading_.failed(); ++i) {
    drafts.push_back(draftFrom(graph.node[i], i, opsets_));
    checkAttributes(drafts.back(), reading_);
  }
  drafts = functions_.unfolded(std::move(drafts), reading_);
  nodes_ += drafts.size();
  if (nodes_ > kMostNodes) reading_.fail(said::functionCount());
  if (reading_.failed()) return {};
  return drafts;
}

ModelNode GraphReader::nodeFrom(Draft draft, int depth, Rename around) {
  ModelNode node = std::move(draft.node);
  if (reading_.failed()) return node;
  const std::span<const std::string_view> graphs = graphsOf(node);
  readAttributes(draft, node, graphs);
  if (!graphs.empty()) readGraphs(draft, node, graphs, depth, around);
  return node;
}

void GraphReader::readAttributes(const Draft& draft, ModelNode& node,
                                 std::span<const std::string_view> graphs) {
  for (const AttributeDraft& attribute : draft.attributes) {
    if (!graphs.empty() && attribute.value->g) continue;
    onnx::AttributeValue value = valueFrom(attribute, reading_);
    if (reading_.failed()) return;
    if (draft.scope != nullptr && !reading_.spends(bytesIn(value)))
      return reading_.fail(said::functionCount());
    node.attributes.push_back({std::string(attribute.name), std::move(value)});
  }
}

// Outer values that the subgraphs of a node use become inputs of the node.
void GraphReader::readGraphs(const Draft& draft, ModelNode& node,
                             std::span<const std::string_view> graphs, int depth, Rename around) {
  const auto outside = [&](const std::string& name) {
    if (draft.scope == nullptr) return around(name);
    const std::string outer = (*draft.scope)(name);
    if (!reading_.spends(static_cast<Count>(outer.size()))) reading_.fail(said::functionCount());
    return around(outer);
  };
  NameSet captured;
  for (const std::string_view name : graphs) {
    const AttributeProto* proto = find(draft, name);
    if (proto == nullptr || !proto->g || depth >= kDeepest)
      return reading_.fail(said::branch(node.label, name));
    if (draft.scope != nullptr && !reading_.spends(static_cast<Count>(proto->g->size())))
      return reading_.fail(said::functionCount());
    std::shared_ptr<const Graph> graph = subgraph(*proto->g, depth + 1, outside);
    if (reading_.failed()) return;
    for (const std::string& outer : graph->captured)
      if (captured.insert(outer).second) node.inputs.push_back(outer);
    node.attributes.push_back({std::string(name), std::move(graph)});
  }
}

std::shared_ptr<const Graph> GraphReader::subgraph(Bytes bytes, int depth, Rename around) {
  const auto proto = reading_.parse<GraphProto>(bytes);
  Graph graph;
  for (InitializerProto& one : initializersOf(proto, false, reading_))
    graph.initializers.push_back(std::move(one.tensor));
  for (const Initializer& one : graph.initializers) checkRank(one, reading_);
  checkNamed(proto.input, "An input of a graph", reading_);
  std::ranges::transform(proto.input, std::back_inserter(graph.inputs), declared);
  const NameSet given = givenNames(graph.initializers, graph.inputs);
  std::vector<Draft> drafts = draftsOf(proto);
  NameSet own = given;
  for (const Draft& draft : drafts)
    own.insert(draft.node.outputs.begin(), draft.node.outputs.end());
  const auto inside = [&](const std::string& name) {
    return own.contains(name) ? name : around(name);
  };
  for (Draft& draft : drafts) {
    for (std::string& input : draft.node.inputs) input = inside(input);
    graph.nodes.push_back(nodeFrom(std::move(draft), depth, inside));
  }
  checkNames(given, graph, reading_);
  checkNamed(proto.output, "An output of a graph", reading_);
  for (const ValueInfoProto& output : proto.output) {
    graph.outputs.push_back(declared(output));
    graph.outputs.back().name = inside(graph.outputs.back().name);
  }
  if (reading_.failed()) return nullptr;
  graph.captured = outerNames(graph, own);
  NameSet known = given;
  known.insert(graph.captured.begin(), graph.captured.end());
  sort(graph.nodes, known, reading_);
  return std::make_shared<const Graph>(std::move(graph));
}

}  // namespace simdcast::model
