// Class labels, and the final transformation of scores.
#pragma once

#include "values.hpp"

namespace simdcast::onnx::ml {

// In the order of their numbers in TreeEnsemble.
enum class Transform : std::uint8_t { none, softmax, logistic, softmaxZero, probit, count };

// That of the attribute post_transform.
Transform transformOf(Call& call);

// Scores of [rows, classes], transformed row by row.
Value transformed(Call& call, const Value& scores, Transform transform);

// The labels of the classes of a node: integers or strings, depending on which attribute it has.
struct Labels {
  Count count = 0;
  Value list;  // a constant

  [[nodiscard]] bool areTexts() const { return list.type == DType::string; }
};
Labels labelsOf(Call& call, std::string_view integers, std::string_view strings);

// The labels at int64 indices [rows].
Value labelsAt(Call& call, const Labels& labels, const Value& indices);

// 1 if a score [rows, 1] is above the bound, otherwise 0, as int64 [rows].
Value indexAbove(Call& call, const Value& scores, double bound);

// The index of the first of the highest scores of each row.
Value indexOfHighest(Call& call, const Value& scores);

// Two class scores from one score s [rows, 1]: 1 - s and s for a probability, otherwise -s and s.
Value ofTwoClasses(Call& call, const Value& score, bool isProbability);

}  // namespace simdcast::onnx::ml
