#include <algorithm>
#include <concepts>

#include "../explain/session_faults.hpp"
#include "../onnx/own.hpp"
#include "bound_graph.hpp"
#include "lowering.hpp"

namespace simdcast::model {
namespace {

// Whether attributes have the same value. Tensors are not compared.
bool isSame(const onnx::NodeAttribute& a, const onnx::NodeAttribute& b) {
  const auto isOf = [&](const auto& value) {
    using Kind = std::decay_t<decltype(value)>;
    if constexpr (std::equality_comparable<Kind>)
      return value == std::get<Kind>(b.value);
    else
      return false;
  };
  return a.name == b.name && a.value.index() == b.value.index() && std::visit(isOf, a.value);
}

// Whether nodes like this one may copy its steps: if it has few values.
bool mayBeAlike(const BoundNode& node) {
  constexpr std::size_t kMostValues = 16;
  return node.bound.row != nullptr && node.graphs.empty() &&
         node.inputs.size() + node.outputs.size() <= kMostValues;
}

// Whether nodes differ only in their values.
bool isAlike(const BoundNode& a, const BoundNode& b) {
  return a.bound.row == b.bound.row && a.bound.version == b.bound.version &&
         a.node.opset == b.node.opset && a.lends == b.lends && b.graphs.empty() &&
         a.inputs.size() == b.inputs.size() && std::ranges::equal(a.node.outputs, b.node.outputs) &&
         std::ranges::equal(*a.node.attributes, *b.node.attributes, isSame);
}

class Binder {
 public:
  std::unique_ptr<BoundGraph> bind(const Graph& graph, std::span<const Declaration> optional) {
    auto bound = std::make_unique<BoundGraph>();
    bound->source = &graph;
    const auto idOf = [&](const std::string& name) {
      if (name.empty()) return kNone;
      const auto [at, isNew] = bound->names.try_emplace(name, bound->values);
      if (isNew) ++bound->values;
      return at->second;
    };
    for (const Initializer& initializer : graph.initializers)
      bound->initializers[idOf(initializer.name)] = &initializer;
    for (const Declaration& input : graph.inputs) bound->inputs.push_back(idOf(input.name));
    for (const Declaration& input : optional) bound->inputs.push_back(idOf(input.name));
    for (const std::string& name : graph.captured)
      bound->capturedNames.push_back({name, idOf(name)});
    for (const std::string& name : graph.numbers) bound->numbers.push_back({name, idOf(name)});
    for (const ModelNode& node : graph.nodes) {
      const auto n = static_cast<int>(bound->nodes.size());
      isShort_ = isShort_ || !canList(node.inputs.size() + node.outputs.size(), n);
      if (isShort_) return bound;
      bindNode(*bound, node, idOf);
    }
    for (const Declaration& output : graph.outputs) {
      bound->outputs.push_back(idOf(output.name));
      bound->outputTypes.push_back(output.type);
    }
    for (BoundNode& node : bound->nodes)
      for (auto& [attribute, subgraph] : node.graphs) capture(*subgraph, idOf);
    noteUses(*bound);
    noteGroups(*bound);
    return bound;
  }

  [[nodiscard]] const std::vector<std::string>& unsupported() const { return unsupported_; }
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
  [[nodiscard]] bool isShort() const { return isShort_; }

 private:
  template <class IdOf>
  void bindNode(BoundGraph& graph, const ModelNode& node, const IdOf& idOf) {
    BoundNode& bound = graph.nodes.emplace_back();
    bound.source = &node;
    bound.name = node.name;
    bound.label = node.label;
    bound.lends = node.lends;
    for (int i = 0; i < node.ownInputs; ++i)
      bound.inputs.push_back(idOf(node.inputs[static_cast<std::size_t>(i)]));
    for (const std::string& output : node.outputs) {
      bound.outputs.push_back(idOf(output));
      bound.node.outputs.push(!output.empty());
    }
    const std::optional<onnx::Domain> domain = onnx::findDomain(node.domain);
    if (node.domain == onnx::kOwnDomain) bound.bound = onnx::findOwn(node.op);
    int opset = node.opset;
    if (opset == 0 && domain) opset = onnx::newestOpset(*domain);
    if (domain) bound.bound = onnx::findRow(*domain, node.op, opset);
    if (bound.bound.row == nullptr) {
      unsupported_.push_back((node.domain.empty() ? "" : node.domain + ".") + node.op +
                             " at opset " + std::to_string(opset) + " (" + node.name + ")");
      bound.fault = faults::unsupported({unsupported_.back()});
      return;
    }
    bound.node.op = node.op;
    bound.node.label = bound.label;
    bound.node.opset = opset;
    bound.node.attributes = &node.attributes;
    bound.fault = onnx::checkNode(bound.node, bound.bound, node.ownInputs);
    if (bound.fault) bound.fault->node = node.name;
    if (!fault_) fault_ = bound.fault;
    bindGraphs(bound, node);
  }

  void bindGraphs(BoundNode& bound, const ModelNode& node) {
    const auto known = static_cast<std::ptrdiff_t>(unsupported_.size());
    for (const onnx::NodeAttribute& attribute : node.attributes)
      if (const auto* subgraph = std::get_if<std::shared_ptr<const Graph>>(&attribute.value))
        if (*subgraph != nullptr) bound.graphs[attribute.name] = bind(**subgraph, {});
    // A node runs only if those in its graphs do.
    if (bound.fault) return;
    const std::vector<std::string> own(unsupported_.begin() + known, unsupported_.end());
    if (!own.empty()) bound.fault = faults::unsupported(own);
    for (const auto& [attribute, subgraph] : bound.graphs)
      for (const BoundNode& inner : subgraph->nodes)
        if (!bound.fault) bound.fault = inner.fault;
  }

  template <class IdOf>
  static void capture(BoundGraph& subgraph, const IdOf& idOf) {
    for (const auto& [name, inner] : subgraph.capturedNames)
      subgraph.captured.push_back({.outer = idOf(name), .inner = inner});
  }

  static void noteUses(BoundGraph& graph) {
    graph.makers.assign(static_cast<std::size_t>(graph.values), -1);
    graph.lastUses.assign(static_cast<std::size_t>(graph.values), -1);
    const auto use = [&](ValueId id, std::size_t node) {
      if (id != kNone) graph.lastUses[static_cast<std::size_t>(id)] = static_cast<int>(node);
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      for (const ValueId input : graph.nodes[i].inputs) use(input, i);
      for (const ValueId output : graph.nodes[i].outputs)
        if (output != kNone) graph.makers[static_cast<std::size_t>(output)] = static_cast<int>(i);
      for (const auto& [attribute, subgraph] : graph.nodes[i].graphs)
        for (const Captured& captured : subgraph->captured) use(captured.outer, i);
    }
    for (const ValueId output : graph.outputs) use(output, graph.nodes.size());
  }

  static void noteGroups(BoundGraph& graph) {
    constexpr std::size_t kMostGroups = 256;
    std::vector<int> firsts;
    for (const BoundNode& node : graph.nodes) {
      const auto first = std::ranges::find_if(firsts, [&](int each) {
        return isAlike(graph.nodes[static_cast<std::size_t>(each)], node);
      });
      const auto at = static_cast<int>(graph.groups.size());
      graph.groups.push_back(first == firsts.end() ? kNone : *first);
      if (first != firsts.end())
        graph.groups[static_cast<std::size_t>(*first)] = *first;
      else if (firsts.size() < kMostGroups && mayBeAlike(node))
        firsts.push_back(at);
    }
  }

  std::vector<std::string> unsupported_;
  std::optional<Fault> fault_;
  bool isShort_ = false;  // of memory
};

}  // namespace

std::variant<std::unique_ptr<BoundGraph>, Fault> bind(const Model& model) {
  Binder binder;
  std::unique_ptr<BoundGraph> graph = binder.bind(model.graph, model.optionalInputs);
  if (binder.isShort()) return outOfMemory();
  if (!binder.unsupported().empty()) return faults::unsupported(binder.unsupported());
  if (binder.fault()) return *binder.fault();
  return graph;
}

std::unique_ptr<BoundGraph> bindAll(const Model& model) {
  Binder binder;
  std::unique_ptr<BoundGraph> graph = binder.bind(model.graph, model.optionalInputs);
  return binder.isShort() ? nullptr : std::move(graph);
}

Fault named(Fault fault, const BoundNode& node) {
  if (!fault.node.empty()) return fault;
  fault.node = node.name;
  if (fault.ofEngine) fault.text = node.label + ": " + fault.text;
  return fault;
}

}  // namespace simdcast::model
