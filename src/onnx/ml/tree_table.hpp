// Decision trees in the engine's layout (layers::Trees), from ONNX's nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../call.hpp"

namespace simdcast::onnx::ml {

// The condition of a branch, in the order of their numbers in TreeEnsemble.
enum class Mode : std::uint8_t { atMost, below, atLeast, above, equal, unequal, member, count };
// BRANCH_LEQ, …
[[nodiscard]] std::string_view name(Mode mode) noexcept;

// The index of a branch, or ~index of a leaf.
using Link = std::int32_t;

struct Branch {
  std::uint32_t feature = 0;  // see featureOf
  Mode mode{};
  double threshold = 0;
  std::span<const double> members;  // of Mode::member
  bool nanIsYes = false;            // the child for a feature that is NaN
  Link yes = 0;
  Link no = 0;
};

// An element of nodes_featureids; fails if the engine has no such feature.
std::uint32_t featureOf(Call& call, Count feature);

struct Forest {
  DType type{};  // in which features, thresholds and weights are compared and summed
  std::size_t branches = 0;
  std::vector<Link> roots;
  // The votes of leaf i are those from starts[i] up to starts[i + 1].
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> targets;
  std::vector<double> weights;

  [[nodiscard]] std::size_t leaves() const { return starts.size() - 1; }
};

struct PackedTrees {
  layers::Trees request;  // without its rows, its targets and the address of the table
  std::vector<std::byte> table;
  Count highest = -1;  // the highest feature that is tested
};

// Fails if a branch is reached twice, which also excludes cycles. `branchAt` may fail, too.
PackedTrees packTrees(Call& call, const Forest& forest, FunctionRef<Branch(Link)> branchAt);

}  // namespace simdcast::onnx::ml
