#include "matrices.hpp"

#include <utility>

#include "align.hpp"

namespace simdcast {
namespace {

bool isElementwise(RuleId rule) {
  return rule == RuleId::multidirectional || rule == RuleId::legacy || rule == RuleId::legacyOff;
}

// Two stacks with the same number of matrices, or B is one matrix, like weights.
bool areMatrices(const Shapes& shapes) {
  if (shapes.size() != 2 || shapes[0].size() < 2) return false;
  return shapes[1].size() == 2 || shapes[1].size() == shapes[0].size();
}

std::optional<MatrixReading> productOf(const Shapes& shapes, bool isTransposed) {
  const Shape& a = shapes[0];
  if (a[a.size() - 1] == 1) return std::nullopt;
  const Alignment product = align(RuleId::matMul, shapes);
  if (outputElements(product) == 0 || grows(product)) return std::nullopt;
  return MatrixReading{isTransposed, product.output};
}

}  // namespace

std::optional<MatrixReading> readAsMatrices(const Alignment& alignment) {
  Shapes shapes = operandShapes(alignment);
  if (alignment.ok() || !isElementwise(alignment.rule->key) || !areMatrices(shapes))
    return std::nullopt;
  if (auto product = productOf(shapes, false)) return product;
  Shape& b = shapes[1];
  std::swap(b[b.size() - 1], b[b.size() - 2]);
  return productOf(shapes, true);
}

}  // namespace simdcast
