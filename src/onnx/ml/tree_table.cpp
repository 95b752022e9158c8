#include "tree_table.hpp"

#include "../../base/enum_table.hpp"
#include "../../base/rounding.hpp"

namespace simdcast::onnx::ml {
namespace {

using layers::Trees;

// A mode as the engine's question: whether the feature is at most the threshold, or equals it;
// negated if `turned`. x < a is x <= the next lower number, and x > a is the negation of x <= a.
struct Question {
  Mode key{};
  std::string_view name;
  bool lowers = false;
  bool equals = false;
  bool turned = false;
};

constexpr EnumTable<Mode, Question> kQuestions({
    {.key = Mode::atMost, .name = "BRANCH_LEQ"},
    {.key = Mode::below, .name = "BRANCH_LT", .lowers = true},
    {.key = Mode::atLeast, .name = "BRANCH_GTE", .lowers = true, .turned = true},
    {.key = Mode::above, .name = "BRANCH_GT", .turned = true},
    {.key = Mode::equal, .name = "BRANCH_EQ", .equals = true},
    {.key = Mode::unequal, .name = "BRANCH_NEQ", .equals = true, .turned = true},
    {.key = Mode::member, .name = "BRANCH_MEMBER", .equals = true},
});

// Nothing is greater than NaN, and nothing is less.
const Question& questionOf(const Branch& branch) {
  const bool isUnequal = branch.mode == Mode::unequal;
  return kQuestions[std::isnan(branch.threshold) && !isUnequal ? Mode::equal : branch.mode];
}

// The next lower number; for the lowest, NaN, which no number is at most.
template <class Float>
Float nextBelow(Float value) {
  constexpr Float kInfinity = std::numeric_limits<Float>::infinity();
  return value == -kInfinity ? std::numeric_limits<Float>::quiet_NaN()
                             : std::nextafter(value, -kInfinity);
}

// As layers::Trees describes it.
template <class Float>
struct TableNode {
  Float threshold;
  std::uint32_t feature;  // with flags
  Link yes;
  Link no;
};
static_assert(sizeof(TableNode<float>) == 16 && sizeof(TableNode<double>) == 24);

// A link to a child, in a node that was written before it.
struct Origin {
  std::size_t node;
  bool isYes;
};
using Origins = SmallVector<Origin, 1>;

// A child that is still to be written.
struct Opening {
  Link link = 0;
  Origins from;  // none for a root
};

template <class Float>
class ForestWriter {
 public:
  ForestWriter(Call& call, const Forest& forest, FunctionRef<Branch(Link)> branchAt)
      : call_(call), branchAt_(branchAt), met_(forest.branches) {}

  // Writes a tree: a node before its children.
  void writeTree(Link root) {
    open_.push_back({.link = root});
    while (!open_.empty() && !call_.failed()) {
      const auto [link, from] = std::move(open_.back());
      open_.pop_back();
      const Link written = link < 0 ? link : writeBranch(link);
      for (const auto [node, isYes] : from) (isYes ? nodes_[node].yes : nodes_[node].no) = written;
      if (from.empty()) roots_.push_back(written);
    }
  }

  [[nodiscard]] const std::vector<TableNode<Float>>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Link>& roots() const { return roots_; }

 private:
  // Returns the first node of the branch.
  Link writeBranch(Link link) {
    if (met_[size(link)]) return call_.fail(faults::reached(call_.label()));
    met_[size(link)] = true;
    const Branch branch = branchAt_(link);
    if (call_.failed()) return 0;
    const auto first = static_cast<Link>(nodes_.size());
    Origins yes;
    Origins no;
    branch.mode == Mode::member ? writeMembers(branch, yes, no) : writeComparison(branch, yes, no);
    open_.push_back({branch.no, std::move(no)});
    open_.push_back({branch.yes, std::move(yes)});
    return first;
  }

  void writeComparison(const Branch& branch, Origins& yes, Origins& no) {
    const Question& question = questionOf(branch);
    const auto threshold = static_cast<Float>(branch.threshold);
    const std::size_t node =
        add(question.lowers ? nextBelow(threshold) : threshold, branch.feature);
    flag(node, question.equals, branch.nanIsYes != question.turned);
    yes.push({node, !question.turned});
    no.push({node, question.turned});
  }

  void writeMembers(const Branch& branch, Origins& yes, Origins& no) {
    std::vector<double> sorted(branch.members.begin(), branch.members.end());
    std::ranges::sort(sorted);
    std::vector<Float> members(sorted.begin(), sorted.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    if (members.empty()) members.push_back(std::numeric_limits<Float>::quiet_NaN());
    writeSearch(members, branch, yes, no);
  }

  // A binary search among the members, which ends with a test for each of them. NaN follows the
  // last one.
  Link writeSearch(std::span<const Float> members, const Branch& branch, Origins& yes,
                   Origins& no) {
    const std::size_t half = (members.size() + 1) / 2;
    const std::size_t node = add(members[half - 1], branch.feature);
    if (members.size() > 1) {
      const Link lower = writeSearch(members.first(half), branch, yes, no);
      const Link upper = writeSearch(members.subspan(half), branch, yes, no);
      nodes_[node].yes = lower;
      nodes_[node].no = upper;
    } else {
      flag(node, true, branch.nanIsYes);
      yes.push({node, true});
      no.push({node, false});
    }
    return static_cast<Link>(node);
  }

  std::size_t add(Float threshold, std::uint32_t feature) {
    nodes_.push_back({.threshold = threshold, .feature = feature});
    return nodes_.size() - 1;
  }

  void flag(std::size_t node, bool equals, bool nanIsYes) {
    if (equals) nodes_[node].feature |= Trees::kEquals;
    if (nanIsYes) nodes_[node].feature |= Trees::kNanIsYes;
  }

  Call& call_;
  FunctionRef<Branch(Link)> branchAt_;
  std::vector<bool> met_;  // the branches that have been written
  std::vector<Opening> open_;
  std::vector<TableNode<Float>> nodes_;
  std::vector<Link> roots_;
};

template <class Item>
void append(std::vector<std::byte>& table, const std::vector<Item>& items) {
  const auto bytes = std::as_bytes(std::span(items));
  table.insert(table.end(), bytes.begin(), bytes.end());
}

template <class Float>
PackedTrees packed(Call& call, const Forest& forest, FunctionRef<Branch(Link)> branchAt) {
  ForestWriter<Float> writer(call, forest, branchAt);
  for (const Link root : forest.roots) writer.writeTree(root);
  PackedTrees made;
  append(made.table, writer.nodes());
  append(made.table, writer.roots());
  append(made.table, forest.starts);
  append(made.table, forest.targets);
  append(made.table, std::vector<Float>(forest.weights.begin(), forest.weights.end()));
  std::uint32_t flags = 0;
  for (const TableNode<Float>& node : writer.nodes()) {
    flags |= node.feature & (Trees::kEquals | Trees::kNanIsYes);
    made.highest = std::max<Count>(made.highest, node.feature % Trees::kEquals);
  }
  made.request = {.type = forest.type,
                  .unflagged = flags == 0,
                  .trees = std::ssize(writer.roots()),
                  .nodes = std::ssize(writer.nodes()),
                  .leaves = static_cast<Count>(forest.leaves()),
                  .votes = std::ssize(forest.targets),
                  .tableBytes = std::ssize(made.table)};
  return made;
}

}  // namespace

std::string_view name(Mode mode) noexcept { return kQuestions[mode].name; }

std::uint32_t featureOf(Call& call, Count feature) {
  constexpr Count kMost = Trees::kEquals;
  if (feature >= 0 && feature < kMost) return static_cast<std::uint32_t>(feature);
  return call.fail(faults::noPosition(call.label(), "nodes_featureids", feature, kMost));
}

PackedTrees packTrees(Call& call, const Forest& forest, FunctionRef<Branch(Link)> branchAt) {
  if (call.failed()) return {};
  return forest.type == DType::float64 ? packed<double>(call, forest, branchAt)
                                       : packed<float>(call, forest, branchAt);
}

}  // namespace simdcast::onnx::ml
