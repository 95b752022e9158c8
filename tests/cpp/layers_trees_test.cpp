// Trees against a plain traversal of nodes, and invalid tables.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_trees_test {
namespace {

using layers::isPossible;
using layers::Reduction;
using layers::Trees;

using layers::kDone;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

struct Node {
  double threshold = 0;
  std::uint32_t feature = 0;
  std::int32_t yes = 0;
  std::int32_t no = 0;
};

struct Vote {
  std::int32_t target = 0;
  double weight = 0;
};

// An ensemble as its parts, and as the table that the layer takes.
struct Ensemble {
  std::vector<Node> nodes;
  std::vector<std::int32_t> roots;
  std::vector<std::vector<Vote>> leaves;

  template <class T>
  [[nodiscard]] std::vector<std::byte> table() const {
    std::vector<std::byte> bytes;
    const auto put = [&](auto value) {
      const auto* from = reinterpret_cast<const std::byte*>(&value);
      bytes.insert(bytes.end(), from, from + sizeof value);
    };
    for (const Node& node : nodes) {
      put(static_cast<T>(node.threshold));
      put(node.feature);
      put(node.yes);
      put(node.no);
      if (sizeof(T) == 8) put(std::int32_t{0});
    }
    for (const std::int32_t root : roots) put(root);
    std::int32_t start = 0;
    put(start);
    for (const auto& leaf : leaves) put(start += static_cast<std::int32_t>(leaf.size()));
    for (const auto& leaf : leaves)
      for (const Vote& vote : leaf) put(vote.target);
    for (const auto& leaf : leaves)
      for (const Vote& vote : leaf) put(static_cast<T>(vote.weight));
    return bytes;
  }

  [[nodiscard]] Trees request(const std::vector<std::byte>& table) const {
    Trees request;
    request.trees = static_cast<Count>(roots.size());
    request.nodes = static_cast<Count>(nodes.size());
    request.leaves = static_cast<Count>(leaves.size());
    for (const auto& leaf : leaves) request.votes += static_cast<Count>(leaf.size());
    request.table = table.data();
    request.tableBytes = static_cast<Count>(table.size());
    return request;
  }
};

// Thresholds and weights are quarters, whose sums are exact.
double quarters(Random& random) { return random.between(-8, 8) / 4.0; }

struct Growth {
  int features;
  int targets;
  bool unflagged;
};

std::int32_t grow(Random& random, Ensemble& ensemble, const Growth& how, int depth) {
  if (depth == 0 || random.chance(15)) {
    std::vector<Vote> votes(at(random.between(0, 3)));
    for (Vote& vote : votes) vote = {random.between(0, how.targets - 1), quarters(random)};
    ensemble.leaves.push_back(votes);
    return ~static_cast<std::int32_t>(ensemble.leaves.size() - 1);
  }
  const std::size_t place = ensemble.nodes.size();
  Node node{quarters(random), static_cast<std::uint32_t>(random.between(0, how.features - 1))};
  if (!how.unflagged && random.chance(30)) node.feature |= Trees::kEquals;
  if (!how.unflagged && random.chance(40)) node.feature |= Trees::kNanIsYes;
  ensemble.nodes.push_back(node);
  const std::int32_t yes = grow(random, ensemble, how, depth - 1);
  const std::int32_t no = grow(random, ensemble, how, depth - 1);
  ensemble.nodes[place].yes = yes;
  ensemble.nodes[place].no = no;
  return static_cast<std::int32_t>(place);
}

Ensemble randomEnsemble(Random& random, const Growth& how) {
  Ensemble ensemble;
  for (int tree = random.between(1, 12); tree > 0; --tree)
    ensemble.roots.push_back(grow(random, ensemble, how, random.between(0, 5)));
  return ensemble;
}

template <class T>
std::int32_t leafOf(const Ensemble& ensemble, std::int32_t link, const T* row) {
  while (link >= 0) {
    const Node& node = ensemble.nodes[at(link)];
    const double x = row[node.feature & 0x3fffffffU];
    const bool equals = (node.feature & Trees::kEquals) != 0;
    const bool yes = std::isnan(x) ? (node.feature & Trees::kNanIsYes) != 0
                     : equals      ? x == node.threshold
                                   : x <= node.threshold;
    link = yes ? node.yes : node.no;
  }
  return ~link;
}

double folded(Reduction reduction, double a, double b) {
  if (reduction == Reduction::max) return std::max(a, b);
  return reduction == Reduction::min ? std::min(a, b) : a + b;
}

struct Expected {
  std::vector<double> results;
  std::vector<std::int64_t> tops;
};

template <class T>
Expected expectedOf(const Ensemble& ensemble, const Trees& request, const std::vector<T>& rows,
                    const std::vector<T>& base) {
  Expected expected;
  for (Count row = 0; row < request.rows; ++row) {
    std::vector<std::optional<double>> votes(at(request.targets));
    for (const std::int32_t root : ensemble.roots)
      for (const Vote& vote :
           ensemble.leaves[at(leafOf(ensemble, root, rows.data() + row * request.features))]) {
        auto& target = votes[at(vote.target)];
        target = target ? folded(request.reduction, *target, vote.weight) : vote.weight;
      }
    std::optional<std::size_t> top;
    const std::size_t first = expected.results.size();
    for (std::size_t i = 0; i < votes.size(); ++i) {
      double result = votes[i].value_or(0);
      if (request.reduction == Reduction::mean) result /= static_cast<double>(request.trees);
      if (!base.empty()) result += base[i];
      result = static_cast<T>(result);
      expected.results.push_back(result);
      const bool isCandidate = !base.empty() || votes[i].has_value();
      if (isCandidate && (!top || result > expected.results[first + *top])) top = i;
    }
    expected.tops.push_back(static_cast<std::int64_t>(top.value_or(0)));
  }
  return expected;
}

TEMPLATE_TEST_CASE("trees: as a walk from node to node", "[layers]", float, double) {
  Random random(191);
  constexpr Reduction kReductions[] = {Reduction::sum, Reduction::mean, Reduction::max,
                                       Reduction::min};
  for (int i = 0; i < 400; ++i) {
    const Growth how{random.between(1, 7), random.between(1, 5), random.chance(40)};
    const Ensemble ensemble = randomEnsemble(random, how);
    const auto table = ensemble.template table<TestType>();
    Trees request = ensemble.request(table);
    request.type = kType<TestType>;
    request.reduction = random.pick(kReductions);
    request.unflagged = how.unflagged;
    request.rows = random.chance(10) ? random.between(200, 600) : random.between(0, 20);
    request.features = how.features;
    request.targets = how.targets;
    std::vector<TestType> rows(at(request.rows * request.features));
    for (TestType& x : rows)
      x = random.chance(10) ? std::numeric_limits<TestType>::quiet_NaN()
                            : static_cast<TestType>(quarters(random));
    std::vector<TestType> base(at(random.chance(50) ? request.targets : 0));
    for (TestType& x : base) x = static_cast<TestType>(quarters(random));
    LayerRun layer(request);
    REQUIRE(layer.possible());
    layer.input(rows);
    if (!base.empty()) layer.input(base);
    layer.template output<TestType>(request.rows * request.targets);
    const bool wantsTop = random.chance(70);
    if (wantsTop) layer.template output<std::int64_t>(request.rows);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    const Expected expected = expectedOf(ensemble, request, rows, base);
    const auto results = layer.template values<TestType>();
    REQUIRE(std::vector<double>(results.begin(), results.end()) == expected.results);
    if (wantsTop) REQUIRE(layer.template values<std::int64_t>(1) == expected.tops);
  }
}

// Two nodes, three leaves, one tree.
Ensemble small() {
  return {{{0.5, 0, 1, ~0}, {0.25, 1, ~1, ~2}}, {0}, {{{0, 1}}, {{0, 2}}, {{1, 3}, {0, 4}}}};
}

Trees requestOf(const Ensemble& ensemble, const std::vector<std::byte>& table) {
  Trees request = ensemble.request(table);
  request.features = 2;
  request.targets = 2;
  return request;
}

bool isTaken(const Ensemble& ensemble) {
  const auto table = ensemble.table<float>();
  return isPossible(requestOf(ensemble, table));
}

TEST_CASE("trees: tables with invalid references are rejected", "[layers]") {
  REQUIRE(isTaken(small()));
  const auto changed = [](auto change) {
    Ensemble ensemble = small();
    change(ensemble);
    return isTaken(ensemble);
  };
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[1].yes = 0; }));  // a cycle
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[0].yes = 0; }));  // a link to itself
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[1].no = 2; }));   // past the nodes
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[1].no = ~3; }));  // past the leaves
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[1].no = INT32_MIN; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[0].feature = 2; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.nodes[0].feature = 2 | Trees::kEquals; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.roots[0] = 2; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.roots[0] = ~3; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.leaves[2][1].target = 2; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.leaves[2][1].target = -1; }));
  CHECK_FALSE(changed([](Ensemble& of) { of.roots.clear(); }));
  CHECK(changed([](Ensemble& of) { of.roots[0] = ~2; }));
  CHECK(changed([](Ensemble& of) { of.nodes[0].feature = 1 | Trees::kNanIsYes; }));
}

TEST_CASE("trees: requests that do not fit their table are rejected", "[layers]") {
  const auto table = small().table<float>();
  const auto changed = [&](auto change) {
    Trees request = requestOf(small(), table);
    change(request);
    return isPossible(request);
  };
  REQUIRE(changed([](Trees&) {}));
  CHECK_FALSE(changed([](Trees& of) { of.table = nullptr; }));
  CHECK_FALSE(changed([](Trees& of) { of.tableBytes += 4; }));
  CHECK_FALSE(changed([](Trees& of) { of.nodes += 1; }));
  CHECK_FALSE(changed([](Trees& of) { of.type = DType::float64; }));
  CHECK_FALSE(changed([](Trees& of) { of.type = DType::int32; }));
  CHECK_FALSE(changed([](Trees& of) { of.type = DType::count; }));
  CHECK_FALSE(changed([](Trees& of) { of.reduction = Reduction::product; }));
  CHECK_FALSE(changed([](Trees& of) { of.reduction = Reduction::count; }));
  CHECK_FALSE(changed([](Trees& of) { of.rows = -1; }));
  CHECK_FALSE(changed([](Trees& of) { of.rows = Count{INT32_MAX} + 1; }));
  CHECK_FALSE(changed([](Trees& of) { of.targets = 1; }));
  CHECK_FALSE(changed([](Trees& of) { of.features = 1; }));
  // Starts of the leaves' votes: past the end, and descending.
  for (const std::size_t start : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
    auto other = table;
    const std::int32_t wrong = 9;
    std::memcpy(other.data() + 2 * 16 + 4 + start * 4, &wrong, sizeof wrong);
    CHECK_FALSE(isPossible(requestOf(small(), other)));
  }
}

TEST_CASE("trees: a table of arbitrary bytes is rejected, or stays within its buffers",
          "[layers]") {
  Random random(192);
  int ran = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Growth how{random.between(1, 4), random.between(1, 3), false};
    const Ensemble ensemble = randomEnsemble(random, how);
    auto table = ensemble.table<float>();
    for (int change = random.between(0, 3); change > 0; --change)
      table[at(random.between(0, static_cast<int>(table.size()) - 1))] =
          static_cast<std::byte>(random.between(0, 255));
    Trees request = ensemble.request(table);
    request.rows = random.between(0, 9);
    request.features = how.features;
    request.targets = how.targets;
    LayerRun layer(request);
    if (!layer.possible()) continue;
    ++ran;
    layer.input(std::vector<float>(at(request.rows * request.features), 0.5F));
    layer.output<float>(request.rows * request.targets);
    layer.output<std::int64_t>(request.rows);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    for (const std::int64_t top : layer.values<std::int64_t>(1))
      REQUIRE((top >= 0 && top < request.targets));
  }
  CHECK(ran > 1'250);
}

}  // namespace
}  // namespace simdcast::test::layers_trees_test
