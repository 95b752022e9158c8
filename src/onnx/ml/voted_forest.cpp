#include "voted_forest.hpp"

#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "../../base/rounding.hpp"
#include "values.hpp"

namespace simdcast::onnx::ml {
namespace {

constexpr std::string_view kLeaf = "LEAF";
constexpr std::string_view kTensor = "_as_tensor";

struct NodeId {
  Count tree;
  Count id;

  friend bool operator==(const NodeId&, const NodeId&) = default;
};

struct HashOfId {
  std::size_t operator()(const NodeId& node) const {
    const auto mixed = static_cast<std::uint64_t>(node.tree) * 0x9E3779B97F4A7C15U +
                       static_cast<std::uint64_t>(node.id);
    return static_cast<std::size_t>(mixed ^ mixed >> 32U);
  }
};

class VotedForest {
 public:
  VotedForest(Call& call, DType type, const Voting& voting) : call_(call) {
    forest_.type = type;
    readNodes();
    readVotes(voting);
    readRoots();
  }

  [[nodiscard]] const Forest& forest() const { return forest_; }

  Branch branchAt(Link link) {
    const std::size_t at = size(link);
    Branch branch{.feature = featureOf(call_, features_[at]),
                  .mode = modeOf(modes_[at]),
                  .threshold = thresholds_[at],
                  .nanIsYes = !missing_.empty() && missing_[at] != 0};
    branch.yes = linkTo("nodes_truenodeids", {trees_[at], yes_[at]});
    branch.no = linkTo("nodes_falsenodeids", {trees_[at], no_[at]});
    return branch;
  }

 private:
  // An attribute with an item for each node.
  template <class Item>
  std::span<const Item> ofNodes(std::string_view name) {
    const auto list = listOf<Item>(call_, name);
    checkLength(call_, name, std::ssize(list), std::ssize(trees_));
    return list;
  }

  void readNodes() {
    trees_ = listOf<Count>(call_, "nodes_treeids");
    forest_.branches = trees_.size();
    ids_ = ofNodes<Count>("nodes_nodeids");
    features_ = ofNodes<Count>("nodes_featureids");
    yes_ = ofNodes<Count>("nodes_truenodeids");
    no_ = ofNodes<Count>("nodes_falsenodeids");
    modes_ = ofNodes<std::string>("nodes_modes");
    thresholds_ = floatsOf(call_, "nodes_values");
    checkLength(call_, "nodes_values", std::ssize(thresholds_), std::ssize(trees_));
    missing_ = listOf<Count>(call_, "nodes_missing_value_tracks_true");
    if (!missing_.empty()) ofNodes<Count>("nodes_missing_value_tracks_true");
    if (trees_.empty()) call_.fail(faults::attributeMissing(call_.label(), "nodes_treeids"));
    if (call_.failed()) return;
    positions_.reserve(trees_.size());
    for (std::size_t at = 0; at < trees_.size(); ++at)
      if (!positions_.try_emplace({trees_[at], ids_[at]}, static_cast<Link>(at)).second)
        call_.fail(faults::twice(call_.label(), trees_[at], ids_[at]));
  }

  // Votes of nodes that are not leaves are ignored, as in onnxruntime.
  void readVotes(const Voting& voting) {
    if (call_.failed()) return;
    const std::string idName = voting.prefix + "_nodeids";
    const std::string targetName = voting.prefix + "_ids";
    const std::string weightName = voting.prefix + "_weights";
    const auto trees = listOf<Count>(call_, voting.prefix + "_treeids");
    const auto ids = listOf<Count>(call_, idName);
    const auto targets = listOf<Count>(call_, targetName);
    const std::vector<double> weights = floatsOf(call_, weightName);
    checkLength(call_, idName, std::ssize(ids), std::ssize(trees));
    checkLength(call_, targetName, std::ssize(targets), std::ssize(trees));
    checkLength(call_, weightName, std::ssize(weights), std::ssize(trees));
    numberLeaves();
    std::vector<Link> leaves;  // of the votes
    for (std::size_t at = 0; at < trees.size() && !call_.failed(); ++at) {
      leaves.push_back(linkTo(idName, {trees[at], ids[at]}));
      if (targets[at] < 0 || targets[at] >= voting.targets)
        call_.fail(faults::target(call_.label(), targetName, targets[at], voting.targets));
    }
    if (call_.failed()) return;
    countVotes(leaves);
    std::vector<std::int32_t> next = forest_.starts;
    for (std::size_t at = 0; at < leaves.size(); ++at) {
      if (leaves[at] >= 0) continue;
      const std::size_t place = size(next[size(~leaves[at])]++);
      forest_.targets[place] = voting.merged ? 0 : static_cast<std::int32_t>(targets[at]);
      forest_.weights[place] = weights[at];
    }
  }

  void numberLeaves() {
    Link leaves = 0;
    for (const std::string& mode : modes_) {
      links_.push_back(mode == kLeaf ? ~leaves : static_cast<Link>(links_.size()));
      if (mode == kLeaf) ++leaves;
    }
    forest_.starts.resize(size(leaves) + 1);
  }

  void countVotes(const std::vector<Link>& leaves) {
    for (const Link leaf : leaves)
      if (leaf < 0) ++forest_.starts[size(~leaf) + 1];
    std::partial_sum(forest_.starts.begin(), forest_.starts.end(), forest_.starts.begin());
    forest_.targets.resize(size(forest_.starts.back()));
    forest_.weights.resize(forest_.targets.size());
  }

  // The first node of each tree.
  void readRoots() {
    if (call_.failed()) return;
    std::unordered_set<Count> met;
    for (std::size_t at = 0; at < trees_.size(); ++at)
      if (met.insert(trees_[at]).second) forest_.roots.push_back(links_[at]);
  }

  // The modes before Mode::member compare with a single number.
  Mode modeOf(std::string_view word) {
    constexpr auto kEnd = static_cast<int>(Mode::member);
    for (int mode = 0; mode < kEnd; ++mode)
      if (name(static_cast<Mode>(mode)) == word) return static_cast<Mode>(mode);
    Names names;
    for (int mode = 0; mode < kEnd; ++mode) names.push_back(name(static_cast<Mode>(mode)));
    names.push_back(kLeaf);
    return call_.fail(faults::allowedEach(call_.label(), "nodes_modes", word, anyOf(names)));
  }

  Link linkTo(std::string_view name, const NodeId& node) {
    const auto found = positions_.find(node);
    if (found != positions_.end()) return links_[size(found->second)];
    return call_.fail(faults::noNode(call_.label(), name, node.tree, node.id));
  }

  Call& call_;
  Forest forest_;
  // For each node.
  std::span<const Count> trees_;
  std::span<const Count> ids_;
  std::span<const Count> features_;
  std::span<const Count> yes_;
  std::span<const Count> no_;
  std::span<const Count> missing_;  // or empty
  std::span<const std::string> modes_;
  std::vector<double> thresholds_;
  std::vector<Link> links_;
  std::unordered_map<NodeId, Link, HashOfId> positions_;
};

}  // namespace

std::vector<double> floatsOf(Call& call, const std::string& name) {
  const auto floats = listOf<float>(call, name);
  const std::string other = name + std::string(kTensor);
  const TensorData* tensor = call.tensor(other);
  if (tensor == nullptr) return {floats.begin(), floats.end()};
  if (!floats.empty()) return call.fail(faults::oneOf(call.label(), {name, other}));
  const DType type = tensor->form.type;
  if (type != DType::float32 && type != DType::float64)
    return call.fail(faults::tensor(call.label(), other, type, {DType::float32, DType::float64}));
  return numbersIn(call, *tensor);
}

bool hasDoubles(const Call& call) {
  return std::ranges::any_of(*call.node().attributes, [](const NodeAttribute& attribute) {
    const auto* tensor = std::get_if<TensorData>(&attribute.value);
    return tensor != nullptr && tensor->form.type == DType::float64;
  });
}

PackedTrees packVotedForest(Call& call, DType type, const Voting& voting) {
  VotedForest forest(call, type, voting);
  return packTrees(call, forest.forest(), [&](Link link) { return forest.branchAt(link); });
}

}  // namespace simdcast::onnx::ml
