#include "fixes.hpp"

#include <tuple>

#include "../base/enum_table.hpp"
#include "align.hpp"

namespace simdcast {
namespace {

auto rankOf(const Fix& fix) {
  return std::tuple(fix.grows, elementCount(fix.output).value_or(kMaxCount), fix.edits, fix.kind);
}

// Tries candidates and keeps the best ones, sorted; of two that change an operand to the same
// shape, the first.
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

  void keep(const Fix& fix) {
    for (int i = 0; i < found_.size(); ++i) {
      if (!sameChange(found_[i], fix)) continue;
      if (rankOf(found_[i]) <= rankOf(fix)) return;
      found_.erase(i);
      break;
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

// A leading 1 changes nothing where operands are matched from the right, but that it makes a row of
// the vector that a product takes for a column.
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

void tryTranspose(Search& search, int operand) {
  const Shape& shape = search.shapes()[operand];
  for (int i = 0; i < shape.size(); ++i) {
    for (int j = i + 1; j < shape.size(); ++j) {
      if (shape[i] == shape[j]) continue;
      Fix fix{.kind = FixKind::transpose, .operand = operand, .shape = shape};
      for (int axis = 0; axis < shape.size(); ++axis) fix.argument.push(axis);
      std::swap(fix.argument[i], fix.argument[j]);
      std::swap(fix.shape[i], fix.shape[j]);
      search.consider(fix);
    }
  }
}

void tryReshape(Search& search, int operand) {
  const Shape& shape = search.shapes()[operand];
  for (int other = 0; other < search.shapes().size(); ++other) {
    const Shape& target = search.shapes()[other];
    if (other == operand || elementCount(target) != elementCount(shape)) continue;
    search.consider({.kind = FixKind::reshape, .operand = operand, .shape = target});
  }
}

// Operands that an operator has named are not each other's.
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
