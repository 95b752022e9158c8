#include "read.hpp"

#include <algorithm>
#include <unordered_set>

#include "../operators/operator.hpp"
#include "declarations.hpp"
#include "graphs.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

using Externals = std::unordered_map<std::string, External>;  // by the names of initializers

template <class T>
Names namesOf(const std::vector<T>& items) {
  Names names;
  for (const T& item : items) names.push_back(item.name);
  return names;
}

void checkOpset(const ModelProto& proto, Reading& reading) {
  Count opset = 1;
  for (const OperatorSetIdProto& one : proto.opsetImport)
    if (normalDomain(one.domain).empty()) opset = one.version;
  if (opset < 1 || opset > kNewestOpset) reading.fail(said::opset(opset, kNewestOpset));
}

void checkOutputs(const std::vector<Declaration>& outputs, const NameSet& made, Reading& reading) {
  if (outputs.empty()) reading.fail(said::outputs());
  std::unordered_set<std::string_view> names;
  for (const auto& output : outputs)
    if (!names.insert(output.name).second) reading.fail(said::duplicate(output.name));
  for (const auto& output : outputs)
    if (!made.contains(output.name)) reading.fail(said::noOutput(output.name));
}

// Separates the inputs that have an initializer from the others.
void moveOptional(Model& model) {
  NameSet initialized;
  for (const Initializer& one : model.graph.initializers) initialized.insert(one.name);
  std::vector<Declaration>& inputs = model.graph.inputs;
  const auto optional = std::stable_partition(
      inputs.begin(), inputs.end(),
      [&](const Declaration& input) { return !initialized.contains(input.name); });
  model.optionalInputs.assign(std::move_iterator(optional), std::move_iterator(inputs.end()));
  inputs.erase(optional, inputs.end());
}

// The requested outputs, in their order.
std::vector<Declaration> chosen(const std::vector<Declaration>& outputs,
                                const std::vector<std::string>& wanted, Reading& reading) {
  std::vector<Declaration> kept;
  for (const std::string& name : wanted) {
    const auto output = std::ranges::find(outputs, name, &Declaration::name);
    if (output == outputs.end())
      reading.fail(said::outputUnknown(name, namesOf(outputs)));
    else
      kept.push_back(*output);
  }
  return kept;
}

// Drops nodes and initializers that the outputs do not need.
void prune(Model& model) {
  Graph& graph = model.graph;
  NameSet needed;
  const auto need = [&](const std::string& name) {
    if (!name.empty()) needed.insert(name);
  };
  const auto isNeeded = [&](const std::string& name) { return needed.contains(name); };
  std::ranges::for_each(graph.outputs, need, &Declaration::name);
  std::vector<ModelNode> nodes;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    if (std::ranges::none_of(node->outputs, isNeeded)) continue;
    std::ranges::for_each(node->inputs, need);
    nodes.push_back(std::move(*node));
  }
  std::ranges::reverse(nodes);
  graph.nodes = std::move(nodes);
  const auto isUnneeded = [&](const Declaration& input) { return !isNeeded(input.name); };
  std::erase_if(graph.inputs, isUnneeded);
  std::erase_if(model.optionalInputs, isUnneeded);
}

// Drops initializers that nothing reads, and the names of outputs of nodes.
void dropUnread(Model& model) {
  Graph& graph = model.graph;
  NameSet read;
  const auto add = [&](const std::string& name) { read.insert(name); };
  for (const ModelNode& node : graph.nodes) std::ranges::for_each(node.inputs, add);
  std::ranges::for_each(graph.outputs, add, &Declaration::name);
  std::ranges::for_each(model.optionalInputs, add, &Declaration::name);
  const auto isRead = [&](const std::string& name) { return read.contains(name); };
  std::erase_if(graph.initializers, [&](const Initializer& one) { return !isRead(one.name); });
  for (ModelNode& node : graph.nodes) {
    // Unused nodes are checked too.
    if (std::ranges::none_of(node.outputs, isRead)) continue;
    for (std::string& output : node.outputs)
      if (!isRead(output)) output.clear();
  }
}

// The name of a file in a model, without a leading "./".
std::string_view fileName(std::string_view location) {
  while (location.starts_with("./"))
    location.remove_prefix(std::min(location.find_first_not_of('/', 1), location.size()));
  return location;
}

void loadExternal(Graph& graph, const Externals& externals, const ReadOptions& options,
                  Reading& reading) {
  for (Initializer& initializer : graph.initializers) {
    if (reading.failed()) return;
    checkRank(initializer, reading);
    const auto found = externals.find(initializer.name);
    if (found == externals.end() || bytesOf(initializer.form) == 0) continue;
    const std::string_view name = fileName(found->second.location);
    const auto file = options.externalData ? options.externalData(name) : std::nullopt;
    if (file)
      load(initializer, found->second, *file, reading);
    else
      reading.fail(said::externalMissing(initializer.name, name));
  }
}

Model modelFrom(const ModelProto& proto, const GraphProto& graph, const ReadOptions& options,
                Reading& reading) {
  checkOpset(proto, reading);
  Model model{.irVersion = proto.irVersion, .opsets = opsetsFrom(proto.opsetImport)};
  Externals externals;
  for (InitializerProto& one : initializersOf(graph, true, reading)) {
    if (one.external) externals[one.tensor.name] = *std::move(one.external);
    model.graph.initializers.push_back(std::move(one.tensor));
  }
  model.graph.inputs = inputsOf(graph, reading);
  model.graph.outputs = outputsOf(graph, reading);
  const Functions functions(proto.functions, reading);
  model.graph.nodes = GraphReader(model.opsets, functions, reading).nodesOf(graph);
  const NameSet given = givenNames(model.graph.initializers, model.graph.inputs);
  checkNames(given, model.graph, reading);
  NameSet made = given;
  for (const ModelNode& node : model.graph.nodes)
    made.insert(node.outputs.begin(), node.outputs.end());
  checkOutputs(model.graph.outputs, made, reading);
  if (reading.failed()) return {};
  sort(model.graph.nodes, given, reading);
  model.declared = declaredIn(graph, reading);
  if (options.outputs) model.graph.outputs = chosen(model.graph.outputs, *options.outputs, reading);
  if (reading.failed()) return {};
  moveOptional(model);
  if (options.outputs) prune(model);
  dropUnread(model);
  loadExternal(model.graph, externals, options, reading);
  return model;
}

}  // namespace

std::variant<Model, Fault> readModel(std::span<const std::byte> bytes, const ReadOptions& options) {
  Reading reading;
  const auto proto = reading.parse<ModelProto>(bytes);
  if (!reading.failed() && !proto.graph)
    reading.fail(said::noGraph(whyNoModel(bytes, said::noGraphReason())));
  if (reading.failed()) return *reading.fault();
  Model model = modelFrom(proto, *proto.graph, options, reading);
  if (reading.failed()) return *reading.fault();
  return model;
}

std::variant<Tensor, Fault> readTensor(std::span<const std::byte> bytes) {
  Reading reading;
  const auto proto = reading.parse<TensorProto>(bytes);
  if (reading.failed()) return *reading.fault();
  onnx::TensorData data = copied(tensorFrom(proto, proto.name, reading), reading);
  if (reading.failed()) return *reading.fault();
  return Tensor{data.form.type, data.form.dims, std::move(data.bytes), std::move(data.texts)};
}

}  // namespace simdcast::model
