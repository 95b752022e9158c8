#include "fixes.hpp"

#include <numeric>
#include <tuple>

#include "../base/enum_table.hpp"
#include "align.hpp"
#include "embeddings.hpp"

namespace simdcast {
namespace {

Count elementsOf(const Shape& shape) { return elementCount(shape).value_or(kMaxCount); }

int highestRank(const Shapes& shapes) {
  int rank = 0;
  for (const Shape& shape : shapes) rank = std::max(rank, shape.size());
  return rank;
}

bool changesShape(FixKind kind) {
  return kind != FixKind::setAxis && kind != FixKind::swapOperands;
}

bool sameChange(const Fix& a, const Fix& b) {
  return changesShape(a.kind) && changesShape(b.kind) && a.operand == b.operand &&
         (a.shape == b.shape || a.aligned == b.aligned);
}

// Moving one axis makes a swap of two redundant.
bool isSimplerTranspose(const Fix& a, const Fix& b) {
  return a.kind == FixKind::transpose && b.kind == FixKind::transpose && a.operand == b.operand &&
         a.edits < b.edits;
}

// The number of axes of the result on which only added 1s face the operand's 1.
int idleAxes(const Alignment& alignment, int operand) {
  AxisMask idle = firstBits(alignment.rank()) & ~alignment.operands[operand].added;
  for (int axis = 0; axis < alignment.rank(); ++axis)
    if (alignment.axes[axis].size != 1 || alignment.axes[axis].role != AxisRole::broadcast)
      idle &= ~bit(axis);
  for (int i = 0; i < alignment.operands.size(); ++i)
    if (i != operand) idle &= alignment.operands[i].added;
  return std::popcount(idle);
}

bool isAny(const Alignment&, const Alignment&) { return true; }

// The operand is used along other axes of the same result.
bool isSameResult(const Alignment& before, const Alignment& trial) {
  return trial.output == before.output;
}

bool isPairing(const Alignment&, const Alignment& trial) { return !grows(trial); }

// Tries candidates and keeps the best, sorted; of several that use an operand on the same axes,
// only the best.
class Search {
 public:
  using Wanted = bool (*)(const Alignment& before, const Alignment& trial);

  Search(const Alignment& alignment, const Shapes& shapes, Wanted wanted)
      : before_(alignment), shapes_(shapes), wanted_(wanted) {}

  void consider(const Fix& fix) {
    Shapes changed = shapes_;
    changed[fix.operand] = fix.shape;
    consider(fix, changed, before_.params);
  }

  void consider(Fix fix, const Shapes& shapes, const RuleParams& params) {
    const Alignment trial = align(*before_.rule, shapes, params);
    if (!trial.ok() || !wanted_(before_, trial)) return;
    const Shape& given = shapes_[fix.operand];
    if (idleAxes(trial, fix.operand) > std::count(given.begin(), given.end(), 1)) return;
    fix.aligned = trial.operands[fix.operand].aligned;
    if (before_.ok() && fix.aligned == before_.operands[fix.operand].aligned) return;
    fix.output = trial.output;
    fix.grows = grows(trial);
    fix.deepens = fix.output.size() > highestRank(shapes_);
    keep(fix);
  }

  [[nodiscard]] const Alignment& before() const { return before_; }
  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  [[nodiscard]] const Policy& policy() const { return before_.policy(); }
  [[nodiscard]] const Fixes& found() const { return found_; }

 private:
  [[nodiscard]] auto rankOf(const Fix& fix) const {
    const bool pairsAnew = fix.kind == FixKind::reshape;
    const Count whose = fix.grows ? elementsOf(shapes_[fix.operand]) : fix.operand;
    return std::tuple(fix.grows, elementsOf(fix.output), fix.deepens, pairsAnew, fix.moved,
                      fix.edits, fix.kind, -whose);
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

  const Alignment& before_;
  const Shapes& shapes_;
  Wanted wanted_;
  Fixes found_;
};

// The number of 1s before the first other size, between every two, and after the last.
Index runsOfOnes(const Shape& shape) {
  Index runs{0};
  for (const Size size : shape) {
    if (size == 1)
      ++runs[runs.size() - 1];
    else
      runs.push(0);
  }
  return runs;
}

// The axes of `longer`, whose runs of 1s are nowhere shorter, that `shorter` lacks.
Index extraAxes(const Index& longer, const Index& shorter) {
  Index axes;
  int axis = 0;
  for (int i = 0; i < longer.size(); ++i, ++axis) {
    axis += shorter[i];
    for (int extra = longer[i] - shorter[i]; extra > 0; --extra) axes.push(axis++);
  }
  return axes;
}

bool isNowhereShorter(const Index& longer, const Index& shorter) {
  return std::equal(longer.begin(), longer.end(), shorter.begin(), std::greater_equal<>());
}

// A change of an operand's 1s; the other sizes keep their order, so no element moves.
Fix changeOfOnes(const Shape& given, int operand, const Shape& shape) {
  const Index before = runsOfOnes(given);
  const Index after = runsOfOnes(shape);
  Fix fix{.kind = FixKind::moveOnes, .operand = operand, .shape = shape};
  if (isNowhereShorter(after, before)) {
    fix.kind = FixKind::unsqueeze;
    fix.argument = extraAxes(after, before);
    fix.edits = fix.argument.size();
  } else if (isNowhereShorter(before, after)) {
    fix.kind = FixKind::squeeze;
    fix.argument = extraAxes(before, after);
  }
  return fix;
}

void considerOnes(Search& search, int operand, const Shape& shape) {
  const Shape& given = search.shapes()[operand];
  if (shape != given) search.consider(changeOfOnes(given, operand, shape));
}

void considerMoreOnes(Search& search, int operand, const Shape& shape) {
  const Fix fix = changeOfOnes(search.shapes()[operand], operand, shape);
  if (fix.kind == FixKind::unsqueeze) search.consider(fix);
}

Shape withoutLeadingOnes(Shape shape) {
  while (!shape.empty() && shape[0] == 1) shape.erase(0);
  return shape;
}

Shape withoutTrailingOnes(Shape shape) {
  while (!shape.empty() && shape[shape.size() - 1] == 1) shape.erase(shape.size() - 1);
  return shape;
}

// The 1s that a rule adds anyway need not be written.
void considerTrimmed(Search& search, int operand, const Shape& shape) {
  considerOnes(search, operand, shape);
  considerOnes(search, operand, withoutLeadingOnes(shape));
  considerOnes(search, operand, withoutTrailingOnes(shape));
}

// Whether a size may be combined with those of the operands that have all the axes. Under every
// rule those are aligned axis by axis; the axes of a product are not.
bool mayStandOn(const Search& search, int operand, int rank, Size size, int axis) {
  for (int i = 0; i < search.shapes().size(); ++i) {
    const Shape& other = search.shapes()[i];
    if (i == operand || other.size() != rank || search.policy().product) continue;
    if (other[axis] != size && other[axis] != 1) return false;
  }
  return true;
}

// The operand's sizes on the existing axes.
void tryEmbeddings(Search& search, int operand) {
  const Shape sizes = withoutOnes(search.shapes()[operand]);
  const int rank = highestRank(search.shapes());
  forEachEmbedding(
      sizes, rank,
      [&](Size size, int axis) { return mayStandOn(search, operand, rank, size, axis); },
      [&](const Shape& shape) { considerTrimmed(search, operand, shape); });
}

// The operand's sizes on additional axes, up to one for each of its own axes and the others'.
void tryMoreAxes(Search& search, int operand) {
  if (search.policy().targetFixed) return;
  const Shape sizes = withoutOnes(search.shapes()[operand]);
  const int rank = highestRank(search.shapes());
  Shape all = sizes;
  all.resize(sizes.size() + rank, 1);
  const int most = std::min(all.size(), search.policy().maxRank);
  if (all.size() == most) considerMoreOnes(search, operand, all);
  for (int more = rank + 1; more <= most; ++more)
    forEachEmbedding(
        sizes, more, [](Size, int) { return true; },
        [&](const Shape& shape) { considerMoreOnes(search, operand, shape); });
}

// Moving axes of size 1 does not move elements.
Count movedBy(const Index& permutation, const Shape& shape) {
  int last = -1;
  for (const Size axis : permutation) {
    if (shape[axis] == 1) continue;
    if (axis < last) return elementsOf(shape);
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
      // Moving an axis forward by one is the same as moving its neighbour back.
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

// Operands with individual names are not interchangeable.
void trySwapOperands(Search& search) {
  if (!search.before().names.empty()) return;
  if (!search.policy().targetFixed || search.shapes().size() != 2) return;
  const Shapes swapped{search.shapes()[1], search.shapes()[0]};
  search.consider({.kind = FixKind::swapOperands, .operand = 1, .shape = swapped[1]}, swapped,
                  search.before().params);
}

void trySetAxis(Search& search) {
  if (search.before().rule->key != RuleId::legacy || search.shapes().size() != 2) return;
  const int last = search.shapes()[0].size() - search.shapes()[1].size();
  for (int axis = 0; axis <= last; ++axis) {
    RuleParams params = search.before().params;
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
    {FixKind::moveOnes, "moveOnes"},
    {FixKind::swapOperands, "swapOperands"},
    {FixKind::reshape, "reshape"},
});

}  // namespace

Fixes findFixes(const Alignment& alignment, const Shapes& shapes) {
  Search search(alignment, shapes, isAny);
  if (alignment.ok()) return search.found();
  for (int operand = 0; operand < shapes.size(); ++operand) {
    // A target shape consists of numbers: there is no tensor to reshape.
    if (isOnlyShape(alignment, operand)) continue;
    tryEmbeddings(search, operand);
    tryMoreAxes(search, operand);
    tryTranspose(search, operand);
    tryReshape(search, operand);
  }
  trySwapOperands(search);
  trySetAxis(search);
  return search.found();
}

Fixes findOtherAxes(const Alignment& alignment, int operand) {
  const Shapes shapes = operandShapes(alignment);
  Search search(alignment, shapes, isSameResult);
  tryEmbeddings(search, operand);
  return search.found();
}

Fixes findPairings(const Alignment& alignment, OperandMask operands) {
  const Shapes shapes = operandShapes(alignment);
  Search search(alignment, shapes, isPairing);
  for (int operand = 0; operand < shapes.size(); ++operand)
    if (has(operands, operand) && !isOnlyShape(alignment, operand)) tryEmbeddings(search, operand);
  return search.found();
}

std::string_view name(FixKind kind) noexcept { return kNames[kind].name; }

}  // namespace simdcast
