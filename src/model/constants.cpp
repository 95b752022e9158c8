// Initializers in memory, and the nodes that depend on nothing else.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "../base/rounding.hpp"
#include "lowering.hpp"
#include "shared.hpp"

namespace simdcast::model {
namespace {

using graph::Builder;
using graph::Value;
using graph::Values;

class Folder {
 public:
  Folder(const BoundGraph& graph, Shared& shared)
      : graph_(graph), shared_(shared), builder_(shared.derived, shared.machine) {
    values_.resize(static_cast<std::size_t>(graph.values));
  }

  std::optional<Fault> fold() {
    for (const auto& [id, initializer] : graph_.initializers) place(id, *initializer);
    if (builder_.failed()) return builder_.fault();
    std::vector<bool>& folded = shared_.folded[&graph_];
    for (const BoundNode& node : graph_.nodes) folded.push_back(isConstant(node) && lower(node));
    keepUsed();
    return std::nullopt;
  }

 private:
  void place(ValueId id, const Initializer& initializer) {
    if (initializer.form.type == DType::string) {
      set(id, textsOf(initializer));
      return;
    }
    Value value{initializer.form, nullptr};
    graph::Holdings& holdings = builder_.holdings();
    const Count bytes = bytesOf(value);
    auto* address = const_cast<std::byte*>(initializer.bytes.data());
    if (initializer.isHeap) {
      holdings.adopt(address, bytes);
    } else {
      address = holdings.reserve(bytes);
      if (address == nullptr) {
        builder_.failOutOfMemory();
        return;
      }
      if (bytes > 0) std::memcpy(address, initializer.bytes.data(), size(bytes));
    }
    value.storage = holdings.storage(graph::StorageKind::constant, bytes);
    value.storage->address = address;
    set(id, value);
  }

  Value textsOf(const Initializer& initializer) {
    Value value = builder_.constant(DType::string, initializer.form.dims);
    if (!value) return {};
    auto* to = reinterpret_cast<strings::Handle*>(value.storage->address);
    for (const std::string& text : initializer.texts) {
      const std::optional<strings::Handle> handle = builder_.strings().add(text);
      if (!handle) return builder_.failOutOfMemory();
      *to++ = *handle;
    }
    return value;
  }

  // Passes on the constants that other nodes read, and frees the rest.
  void keepUsed() {
    std::map<graph::Storage*, graph::Storage*> moved;
    for (const ValueId id : used()) {
      Value& value = values_[static_cast<std::size_t>(id)];
      if (!value) continue;
      graph::Storage*& own = moved[value.storage];
      if (own == nullptr) own = shared_.derived.holdings().take(builder_.holdings(), value.storage);
      value.storage = own;
      shared_.derived.keep(own);
      shared_.constants[&graph_].push_back({id, value});
    }
  }

  // Values that nodes read in each run, and outputs.
  [[nodiscard]] std::set<ValueId> used() const {
    std::set<ValueId> ids(graph_.outputs.begin(), graph_.outputs.end());
    const std::vector<bool>& folded = shared_.folded[&graph_];
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (folded[i]) continue;
      ids.insert(graph_.nodes[i].inputs.begin(), graph_.nodes[i].inputs.end());
      for (const auto& [attribute, subgraph] : graph_.nodes[i].graphs)
        for (const Captured& captured : subgraph->captured) ids.insert(captured.outer);
    }
    ids.erase(kNone);
    return ids;
  }

  void set(ValueId id, const Value& value) { values_[static_cast<std::size_t>(id)] = value; }

  // Whether the results are the same in all runs.
  [[nodiscard]] bool isConstant(const BoundNode& node) const {
    if (!node.graphs.empty() || (node.bound.row->traits & onnx::kVaries) != 0) return false;
    return std::ranges::all_of(node.inputs, [&](ValueId id) {
      // A feed may replace the initializer of an input.
      return id == kNone || (values_[static_cast<std::size_t>(id)] &&
                             std::ranges::find(graph_.inputs, id) == graph_.inputs.end());
    });
  }

  // Returns whether it could be computed. A failure is reported when the graph runs.
  bool lower(const BoundNode& node) {
    Values inputs;
    for (const ValueId id : node.inputs)
      inputs.push(id == kNone ? Value{} : values_[static_cast<std::size_t>(id)]);
    const Values outputs =
        onnx::lowerNode(builder_, node.node, node.bound, {inputs.begin(), inputs.end()});
    const bool isDone = !builder_.failed() && builder_.steps().empty() &&
                        Builder::areConstant({outputs.begin(), outputs.end()});
    builder_.forget(0);
    if (!isDone) return false;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
      if (node.outputs[i] != kNone && static_cast<int>(i) < outputs.size())
        if (const Value& output = outputs[static_cast<int>(i)]) set(node.outputs[i], output);
    return true;
  }

  const BoundGraph& graph_;
  Shared& shared_;
  Builder builder_;
  std::vector<Value> values_;
};

}  // namespace

std::optional<Fault> prepareConstants(const BoundGraph& graph, Shared& shared) {
  if (std::optional<Fault> fault = Folder(graph, shared).fold()) return fault;
  for (const BoundNode& node : graph.nodes)
    for (const auto& [attribute, subgraph] : node.graphs)
      if (std::optional<Fault> fault = prepareConstants(*subgraph, shared)) return fault;
  shared.derived.strings().keep();
  return std::nullopt;
}

}  // namespace simdcast::model
