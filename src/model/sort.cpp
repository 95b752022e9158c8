// The order of nodes.
#include <algorithm>
#include <unordered_map>

#include "graphs.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

using NodeIndex = std::size_t;

// For each node, the nodes whose outputs it reads, in the order of its inputs.
std::vector<std::vector<NodeIndex>> makersOf(const std::vector<ModelNode>& nodes,
                                             const NameSet& given, Reading& reading) {
  std::unordered_map<std::string_view, NodeIndex> makers;
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    for (const std::string& name : nodes[i].outputs) makers[name] = i;
  std::vector<std::vector<NodeIndex>> out(nodes.size());
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    for (const std::string& name : nodes[i].inputs) {
      if (name.empty() || given.contains(name)) continue;
      const auto maker = makers.find(name);
      if (maker == makers.end())
        reading.fail(said::missing(nodes[i].label, name));
      else
        out[i].push_back(maker->second);
    }
  return out;
}

// Visits producers first, without recursion, because chains may be long.
class Walk {
 public:
  Walk(const std::vector<ModelNode>& nodes, const NameSet& given, Reading& reading)
      : nodes_(nodes),
        reading_(reading),
        makers_(makersOf(nodes, given, reading)),
        states_(nodes.size(), State::unseen) {}

  std::vector<NodeIndex> order() {
    for (NodeIndex first = 0; first < nodes_.size(); ++first) {
      if (states_[first] == State::unseen) open(first);
      while (!path_.empty() && !reading_.failed()) advance();
    }
    return std::move(order_);
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  struct Visit {
    NodeIndex node;
    std::size_t next = 0;  // of its makers
  };

  void open(NodeIndex node) {
    states_[node] = State::open;
    path_.push_back({node});
  }

  void advance() {
    Visit& visit = path_.back();
    const std::vector<NodeIndex>& makers = makers_[visit.node];
    if (visit.next == makers.size()) {
      states_[visit.node] = State::done;
      order_.push_back(visit.node);
      path_.pop_back();
      return;
    }
    const NodeIndex maker = makers[visit.next++];
    if (states_[maker] == State::unseen)
      open(maker);
    else if (states_[maker] == State::open)
      failAt(maker);
  }

  void failAt(NodeIndex node) {
    Names labels;
    const auto first = std::ranges::find(path_, node, &Visit::node);
    for (auto visit = first; visit != path_.end(); ++visit)
      labels.push_back(nodes_[visit->node].label);
    reading_.fail(said::cycle(labels));
  }

  const std::vector<ModelNode>& nodes_;
  Reading& reading_;
  std::vector<std::vector<NodeIndex>> makers_;
  std::vector<State> states_;
  std::vector<Visit> path_;
  std::vector<NodeIndex> order_;
};

}  // namespace

void sort(std::vector<ModelNode>& nodes, const NameSet& given, Reading& reading) {
  const std::vector<NodeIndex> order = Walk(nodes, given, reading).order();
  if (reading.failed()) return;
  std::vector<ModelNode> sorted;
  sorted.reserve(nodes.size());
  for (const NodeIndex node : order) sorted.push_back(std::move(nodes[node]));
  nodes = std::move(sorted);
}

}  // namespace simdcast::model
