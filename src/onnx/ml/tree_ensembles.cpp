// TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble.
#include "linked_forest.hpp"
#include "operators.hpp"
#include "scores.hpp"
#include "trees.hpp"
#include "voted_forest.hpp"

namespace simdcast::onnx::ml {
namespace {

using layers::Reduction;

// The trees of TreeEnsembleClassifier or TreeEnsembleRegressor.
PackedTrees votedTrees(Call& call, const Voting& voting) {
  const DType type = treeTypeOf(call.input(0).type, hasDoubles(call));
  return packVotedForest(call, type, voting);
}

// The number of targets, which determines a shape.
Count targetCount(Call& call) {
  const Count targets = call.integer("n_targets", 1);
  if (targets >= 1 && targets <= std::numeric_limits<Size>::max()) return targets;
  return call.fail(faults::sizes(call.label(), {targets}));
}

// The labels of the rows, and their scores.
using Classified = std::pair<Value, Value>;

// As in onnxruntime, the label is 1 if the single score is above 0, otherwise 0.
Classified ofOneClass(Call& call, std::span<const double> base) {
  const PackedTrees trees = votedTrees(call, {.prefix = "class"});
  const Value score =
      runTrees(call, trees, {.reduction = Reduction::sum, .targets = 1, .base = base}).first;
  const Value index = indexAbove(call, score, 0);
  return {index, transformed(call, score, transformOf(call))};
}

// All votes are for one of two classes, as exporters write binary classifiers. ONNX does not
// specify the score of the other class. Like onnxruntime, votes for the first class count for the
// second: they are a probability, which is final, if none is negative; otherwise the distance from
// the boundary.
Classified ofOneVoted(Call& call, const Labels& labels, Count voted, std::span<const double> base) {
  const Transform transform = transformOf(call);
  const std::size_t own = voted == 1 && base.size() > 1 ? 1 : 0;
  const PackedTrees trees = votedTrees(call, {.prefix = "class", .targets = 2, .merged = true});
  const Value score = runTrees(call, trees,
                               {.reduction = Reduction::sum,
                                .targets = 1,
                                .base = base.empty() ? base : base.subspan(own, 1)})
                          .first;
  const std::vector<double> weights = floatsOf(call, "class_weights");
  if (call.failed()) return {};
  const bool isPositive = std::ranges::all_of(weights, [](double one) { return one >= 0; });
  if (voted == 1) {
    const Value none = call.expand(call.number(score.type, 0), score.dims);
    const Value index = indexAbove(call, score, isPositive ? 0.5 : 0);
    const Value both = call.joined(std::initializer_list<Value>{none, score}, 1);
    return {labelsAt(call, labels, index), transformed(call, both, transform)};
  }
  const bool isShare =
      transform == Transform::probit || (transform == Transform::none && isPositive);
  const Value index = indexAbove(call, score, isShare ? 0.5 : 0);
  const Value both = ofTwoClasses(call, score, isShare);
  return {labelsAt(call, labels, index), transformed(call, both, transform)};
}

// For three or more classes, or two that both get votes: the class with the highest score.
Classified classified(Call& call, const Labels& labels, std::vector<double> base) {
  if (call.failed()) return {};
  if (labels.count == 1 && labels.areTexts()) return call.fail(faults::stringLabel(call.label()));
  if (labels.count == 1) return ofOneClass(call, base);
  const auto voted = listOf<Count>(call, "class_ids");
  const bool isOne = !voted.empty() && std::ranges::count(voted, voted[0]) == std::ssize(voted);
  if (labels.count == 2 && isOne) return ofOneVoted(call, labels, voted[0], base);
  if (base.size() == 1) base.push_back(0);
  const Count classes = labels.count;
  const PackedTrees trees = votedTrees(call, {.prefix = "class", .targets = classes});
  const auto [scores, top] = runTrees(
      call, trees, {.reduction = Reduction::sum, .targets = classes, .base = base, .top = true});
  const Value winner = labelsAt(call, labels, top);
  return {winner, transformed(call, scores, transformOf(call))};
}

}  // namespace

Values treeEnsembleRegressor(Call& call) {
  constexpr Reduction kFolds[] = {Reduction::sum, Reduction::mean, Reduction::min, Reduction::max};
  const Count targets = targetCount(call);
  const Transform transform = transformOf(call);
  const int fold = call.word("aggregate_function", {"SUM", "AVERAGE", "MIN", "MAX"});
  const std::vector<double> base = floatsOf(call, "base_values");
  if (!base.empty()) checkLength(call, "base_values", std::ssize(base), targets);
  if (call.failed()) return {};
  const PackedTrees trees = votedTrees(call, {.prefix = "target", .targets = targets});
  const Value results =
      runTrees(call, trees, {.reduction = kFolds[fold], .targets = targets, .base = base}).first;
  return {call.cast(transformed(call, results, transform), DType::float32)};
}

Values treeEnsembleClassifier(Call& call) {
  const Labels labels = labelsOf(call, "classlabels_int64s", "classlabels_strings");
  const std::vector<double> base = floatsOf(call, "base_values");
  // Exporters write a single base for two classes.
  if (!base.empty() && !(base.size() == 1 && labels.count == 2))
    checkLength(call, "base_values", std::ssize(base), labels.count);
  const auto [found, scores] = classified(call, labels, base);
  return {found, call.cast(scores, DType::float32)};
}

Values treeEnsemble(Call& call) {
  constexpr Reduction kFolds[] = {Reduction::mean, Reduction::sum, Reduction::min, Reduction::max};
  const DType given = call.input(0).type;
  const Count targets = targetCount(call);
  const auto transform = static_cast<Transform>(
      choiceAt(call, "post_transform", static_cast<int>(Transform::count), 0));
  const int fold = choiceAt(call, "aggregate_function", 4, 1);
  if (call.failed()) return {};
  const PackedTrees trees = packLinkedForest(call, treeTypeOf(given, false), targets);
  const Value results =
      runTrees(call, trees, {.reduction = kFolds[fold], .targets = targets}).first;
  return {call.cast(transformed(call, results, transform), given)};
}

}  // namespace simdcast::onnx::ml
