#include "fixes.hpp"

#include <tuple>

#include "../base/enum_table.hpp"
#include "align.hpp"

namespace simdcast {
namespace {

auto rankOf(const Fix& fix) {
  const bool pairsOthers = fix.kind == FixKind::reshape;
  return std::tuple(fix.grows, elementCount(fix.output).value_or(kMaxCount), fix.deepens,
                    pairsOthers, fix.moved, fix.edits, fix.kind);
}

int highestRank(const Shapes& shapes) {
  int rank = 0;
  for (const Shape& shape : shapes) rank = std::max(rank, shape.size());
  return rank;
}

// Tries candidates and keeps the best, sorted; of several that change an operand to the same shape,
// only the best.
class Search {
 public:
  Search(const Alignment& alignment, const Shapes& shapes)
      : rule_(*alignment.rule), params_(alignment.params), shapes_(shapes) {}

  void consider(const Fix& fix) { consider(fix, replaced(fix.operand, fix.shape), params_); }

  void consider(Fix fix, const Shapes& shapes, const RuleParams& params) {
    const Alignment trial = align(rule_, shapes, params);
    if (!trial.ok()) return;
    fix.output = trial.output;
    fix.grows = grows(trial);
    fix.deepens = fix.output.size() > highestRank(shapes_);
    keep(fix);
  }

  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  [[nodiscard]] const Policy& policy() const { return rule_.policy; }
  [[nodiscard]] const RuleParams& params() const { return params_; }
  [[nodiscard]] const Fixes& found() const { return found_; }

 private:
  [[nodiscard]] Shapes replaced(int operand, const Shape& shape) const {
    Shapes shapes = shapes_;
    shapes[operand] = shape;
    return shapes;
  }

  static bool changesShape(FixKind kind) {
    return kind != FixKind::setAxis && kind != FixKind::swapOperands;
  }

  static bool sameChange(const Fix& a, const Fix& b) {
    return changesShape(a.kind) && changesShape(b.kind) && a.operand == b.operand &&
           a.shape == b.shape;
  }

  // Moving one axis makes a swap of two redundant.
  static bool isSimplerTranspose(const Fix& a, const Fix& b) {
    return a.kind == FixKind::transpose && b.kind == FixKind::transpose && a.operand == b.operand &&
           a.edits < b.edits;
  }

  void keep(const Fix& fix) {
    for (int i = 0; i < found_.size(); ++i) {
      const bool same = sameChange(found_[i], fix);
      if (!same && !isSimplerTranspose(found_[i], fix)) continue;
      if (rankOf(found_[i]) <= rankOf(fix)) return;
      if (same) found_.erase(i--);
    }
    int at = 0;
    while (at < found_.size() && rankOf(found_[at]) <= rankOf(fix)) ++at;
    if (at == kMaxFixes) return;
    if (found_.size() == kMaxFixes) found_.erase(kMaxFixes - 1);
    found_.insert(at, fix);
  }

  const Rule& rule_;
  const RuleParams& params_;
  const Shapes& shapes_;
  Fixes found_;
};

// Where operands are aligned at the right a leading 1 changes nothing, except that in a product it
// makes a row of a vector, which would be a column.
int firstInsertion(const Search& search, const Shape& shape) {
  const bool fromTheRight =
      search.policy().order == Order::outermostFirst && search.params().axis == kSuffix;
  const bool isVector = search.policy().product && shape.size() == 1;
  return fromTheRight && !isVector ? 1 : 0;
}

void tryUnsqueeze(Search& search, int operand) {
  const Shape& shape = search.shapes()[operand];
  for (int i = firstInsertion(search, shape); i <= shape.size() && shape.size() < kMaxRank; ++i) {
    Fix one{.kind = FixKind::unsqueeze, .operand = operand, .argument = {i}, .shape = shape};
    one.shape.insert(i, 1);
    search.consider(one);
    for (int j = i + 1; j <= one.shape.size() && one.shape.size() < kMaxRank; ++j) {
      Fix two = one;
      two.argument.push(j);
      two.shape.insert(j, 1);
      two.edits = 2;
      search.consider(two);
    }
  }
}

void trySqueeze(Search& search, int operand) {
  const Shape& shape = search.shapes()[operand];
  for (int i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1) continue;
    Fix fix{.kind = FixKind::squeeze, .operand = operand, .argument = {i}, .shape = shape};
    fix.shape.erase(i);
    search.consider(fix);
  }
}

// Moving axes of size 1 does not move elements.
Count movedBy(const Index& permutation, const Shape& shape) {
  int last = -1;
  for (const Size axis : permutation) {
    if (shape[axis] == 1) continue;
    if (axis < last) return elementCount(shape).value_or(kMaxCount);
    last = axis;
  }
  return 0;
}

void considerTranspose(Search& search, int operand, const Index& permutation, int edits) {
  const Shape& shape = search.shapes()[operand];
  Fix fix{.kind = FixKind::transpose, .operand = operand, .argument = permutation};
  for (const Size axis : permutation) fix.shape.push(shape[axis]);
  fix.moved = movedBy(permutation, shape);
  fix.edits = edits;
  if (fix.shape != shape) search.consider(fix);
}

Index identity(int rank) {
  Index permutation;
  for (int axis = 0; axis < rank; ++axis) permutation.push(axis);
  return permutation;
}

// Moves one axis; the others keep their order.
void tryMoveAxis(Search& search, int operand) {
  const int rank = search.shapes()[operand].size();
  for (int from = 0; from < rank; ++from) {
    for (int to = 0; to < rank; ++to) {
      // Moving an axis one place forward is moving its neighbour one place back.
      if (to == from || to == from - 1) continue;
      Index permutation = identity(rank);
      permutation.erase(from);
      permutation.insert(to, from);
      considerTranspose(search, operand, permutation, 1);
    }
  }
}

void trySwapAxes(Search& search, int operand) {
  const int rank = search.shapes()[operand].size();
  for (int i = 0; i < rank; ++i) {
    for (int j = i + 2; j < rank; ++j) {
      Index permutation = identity(rank);
      std::swap(permutation[i], permutation[j]);
      considerTranspose(search, operand, permutation, 2);
    }
  }
}

void tryTranspose(Search& search, int operand) {
  tryMoveAxis(search, operand);
  trySwapAxes(search, operand);
}

void tryReshape(Search& search, int operand) {
  const Shape& shape = search.shapes()[operand];
  for (int other = 0; other < search.shapes().size(); ++other) {
    const Shape& target = search.shapes()[other];
    if (other == operand || elementCount(target) != elementCount(shape)) continue;
    search.consider({.kind = FixKind::reshape, .operand = operand, .shape = target});
  }
}

// Operands with names of their own are not interchangeable.
void trySwapOperands(Search& search, const Alignment& alignment) {
  if (!alignment.names.empty()) return;
  if (!search.policy().targetFixed || search.shapes().size() != 2) return;
  const Shapes swapped{search.shapes()[1], search.shapes()[0]};
  search.consider({.kind = FixKind::swapOperands, .operand = 1, .shape = swapped[1]}, swapped,
                  search.params());
}

void trySetAxis(Search& search, const Alignment& alignment) {
  if (alignment.rule->key != RuleId::legacy) return;
  const int last = search.shapes()[0].size() - search.shapes()[1].size();
  for (int axis = 0; axis <= last; ++axis) {
    RuleParams params = search.params();
    params.axis = axis;
    search.consider(
        {.kind = FixKind::setAxis, .operand = 1, .argument = {axis}, .shape = search.shapes()[1]},
        search.shapes(), params);
  }
}

constexpr NameTable<FixKind> kNames({
    {FixKind::setAxis, "setAxis"},
    {FixKind::unsqueeze, "unsqueeze"},
    {FixKind::squeeze, "squeeze"},
    {FixKind::transpose, "transpose"},
    {FixKind::swapOperands, "swapOperands"},
    {FixKind::reshape, "reshape"},
});

}  // namespace

Fixes findFixes(const Alignment& alignment, const Shapes& shapes) {
  Search search(alignment, shapes);
  if (alignment.ok()) return search.found();
  for (int operand = 0; operand < shapes.size(); ++operand) {
    tryUnsqueeze(search, operand);
    trySqueeze(search, operand);
    tryTranspose(search, operand);
    tryReshape(search, operand);
  }
  trySwapOperands(search, alignment);
  if (shapes.size() == 2) trySetAxis(search, alignment);
  return search.found();
}

std::string_view name(FixKind kind) noexcept { return kNames[kind].name; }

}  // namespace simdcast
