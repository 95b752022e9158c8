#include "linked_forest.hpp"

#include "../../base/enum_table.hpp"
#include "../../base/rounding.hpp"
#include "values.hpp"

namespace simdcast::onnx::ml {
namespace {

// The elements of a required tensor of one type.
std::vector<double> tensorOf(Call& call, std::string_view name, DType type) {
  const TensorData* tensor = call.tensor(name);
  if (call.failed()) return {};
  if (tensor == nullptr) return call.fail(faults::attributeMissing(call.label(), name));
  if (tensor->form.type != type)
    return call.fail(faults::tensor(call.label(), name, tensor->form.type, {type}));
  return numbersIn(call, *tensor);
}

class LinkedForest {
 public:
  LinkedForest(Call& call, DType type, Count targets) : call_(call) {
    forest_.type = type;
    readBranches();
    readLeaves(targets);
    readRoots();
  }

  [[nodiscard]] const Forest& forest() const { return forest_; }

  Branch branchAt(Link link) {
    const std::size_t at = size(link);
    Branch branch{.feature = featureOf(call_, features_[at]),
                  .mode = modes_[at],
                  .threshold = thresholds_[at],
                  .members = members_[at],
                  .nanIsYes = !missing_.empty() && missing_[at] != 0};
    branch.yes = yesOf(at);
    branch.no = noOf(at);
    return branch;
  }

 private:
  void checkCount(std::string_view name, Count got) {
    checkLength(call_, name, got, std::ssize(features_));
  }

  // An attribute with an integer for each branch.
  std::span<const Count> integers(std::string_view name) {
    const auto list = neededList<Count>(call_, name);
    checkCount(name, std::ssize(list));
    return list;
  }

  void readBranches() {
    const DType type = call_.input(0).type;
    features_ = neededList<Count>(call_, "nodes_featureids");
    forest_.branches = features_.size();
    yes_ = integers("nodes_truenodeids");
    no_ = integers("nodes_falsenodeids");
    isYesLeaf_ = integers("nodes_trueleafs");
    isNoLeaf_ = integers("nodes_falseleafs");
    thresholds_ = tensorOf(call_, "nodes_splits", type);
    checkCount("nodes_splits", std::ssize(thresholds_));
    for (const double mode : tensorOf(call_, "nodes_modes", DType::uint8))
      modes_.push_back(modeOf(static_cast<int>(mode)));
    checkCount("nodes_modes", std::ssize(modes_));
    missing_ = listOf<Count>(call_, "nodes_missing_value_tracks_true");
    if (!missing_.empty()) integers("nodes_missing_value_tracks_true");
    readMembers(type);
  }

  Mode modeOf(int number) {
    if (isIn<Mode>(number)) return static_cast<Mode>(number);
    return call_.fail(faults::noPosition(call_.label(), "nodes_modes", number,
                                         static_cast<Count>(kCountOf<Mode>)));
  }

  // The sets of members, each ended by NaN, are those of the branches that test membership, in
  // their order. The last one may lack its end.
  void readMembers(DType type) {
    if (call_.hasAttribute("membership_values"))
      listed_ = tensorOf(call_, "membership_values", type);
    if (!listed_.empty() && !std::isnan(listed_.back()))
      listed_.push_back(std::numeric_limits<double>::quiet_NaN());
    const Count sets = std::ranges::count_if(listed_, [](double one) { return std::isnan(one); });
    const Count tests = std::ranges::count(modes_, Mode::member);
    if (sets != tests) call_.fail(faults::members(call_.label(), sets, tests));
    if (call_.failed()) return;
    members_.resize(modes_.size());
    auto first = listed_.begin();
    for (std::size_t at = 0; at < modes_.size(); ++at) {
      if (modes_[at] != Mode::member) continue;
      const auto end =
          std::find_if(first, listed_.end(), [](double one) { return std::isnan(one); });
      members_[at] = {first, end};
      first = end + 1;
    }
  }

  void readLeaves(Count targets) {
    const auto ids = neededList<Count>(call_, "leaf_targetids");
    forest_.weights = tensorOf(call_, "leaf_weights", call_.input(0).type);
    checkLength(call_, "leaf_weights", std::ssize(forest_.weights), std::ssize(ids));
    for (const Count target : ids) {
      if (target < 0 || target >= targets)
        call_.fail(faults::target(call_.label(), "leaf_targetids", target, targets));
      if (call_.failed()) return;
      forest_.targets.push_back(static_cast<std::int32_t>(target));
      forest_.starts.push_back(static_cast<std::int32_t>(forest_.targets.size()));
    }
  }

  void readRoots() {
    const auto roots = neededList<Count>(call_, "tree_roots");
    for (const Count position : roots) {
      const Link root = linkTo("tree_roots", position, false);
      if (call_.failed()) return;
      // A tree with one leaf is written as a branch whose children are both that leaf.
      const Link yes = yesOf(size(root));
      const Link no = noOf(size(root));
      forest_.roots.push_back(yes < 0 && yes == no ? yes : root);
    }
    if (roots.empty()) call_.fail(faults::attributeMissing(call_.label(), "tree_roots"));
  }

  Link yesOf(std::size_t at) { return linkTo("nodes_truenodeids", yes_[at], isYesLeaf_[at] != 0); }
  Link noOf(std::size_t at) { return linkTo("nodes_falsenodeids", no_[at], isNoLeaf_[at] != 0); }

  Link linkTo(std::string_view name, Count position, bool isLeaf) {
    const auto most = static_cast<Count>(isLeaf ? forest_.leaves() : forest_.branches);
    if (position < 0 || position >= most)
      return call_.fail(faults::noPosition(call_.label(), name, position, most));
    const auto link = static_cast<Link>(position);
    return isLeaf ? ~link : link;
  }

  Call& call_;
  Forest forest_;
  // For each branch.
  std::span<const Count> features_;
  std::span<const Count> yes_;
  std::span<const Count> no_;
  std::span<const Count> isYesLeaf_;
  std::span<const Count> isNoLeaf_;
  std::span<const Count> missing_;  // or empty
  std::vector<double> thresholds_;
  std::vector<Mode> modes_;
  std::vector<std::span<const double>> members_;
  std::vector<double> listed_;  // all members
};

}  // namespace

PackedTrees packLinkedForest(Call& call, DType type, Count targets) {
  LinkedForest forest(call, type, targets);
  return packTrees(call, forest.forest(), [&](Link link) { return forest.branchAt(link); });
}

}  // namespace simdcast::onnx::ml
