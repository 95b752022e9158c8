// Fixes. Source of the cases: the page's fix finder, demo 7.8, its worked outputs.
#include "rules/fixes.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <tuple>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test::fixes_test {
namespace {

Fixes fixesOf(RuleId rule, const Shapes& operands, const RuleParams& params = {}) {
  return findFixes(align(rule, operands, params), operands);
}

Fixes fixesOf(std::string_view operands) {
  return fixesOf(RuleId::multidirectional, shapes(operands));
}

const Fix* find(const Fixes& fixes, FixKind kind, int operand, std::string_view changed) {
  for (const Fix& fix : fixes)
    if (fix.kind == kind && fix.operand == operand && fix.shape == shape(changed)) return &fix;
  return nullptr;
}

TEST_CASE("fixes: (3,4) with (3) is best repaired by B as (3,1)", "[fixes]") {
  const Fixes fixes = fixesOf("(3,4) (3)");
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].kind == FixKind::unsqueeze);
  CHECK(fixes[0].operand == 1);
  CHECK(fixes[0].argument == Index{1});
  CHECK(fixes[0].shape == shape("(3,1)"));
  CHECK(fixes[0].output == shape("(3,4)"));
  CHECK_FALSE(fixes[0].grows);
}

TEST_CASE("fixes: (3,4) with (3) offers the transpose next, and growth after it", "[fixes]") {
  const Fixes fixes = fixesOf("(3,4) (3)");
  const Fix* transpose = find(fixes, FixKind::transpose, 0, "(4,3)");
  REQUIRE(transpose != nullptr);
  CHECK(transpose->argument == Index{1, 0});
  CHECK(transpose->output == shape("(4,3)"));
  CHECK_FALSE(transpose->grows);

  const Fix* growth = find(fixes, FixKind::unsqueeze, 0, "(3,4,1)");
  REQUIRE(growth != nullptr);
  CHECK(growth->output == shape("(3,4,3)"));
  CHECK(growth->grows);
  CHECK(transpose < growth);
}

TEST_CASE("fixes: (2,3,4) with (2,3) is repaired by B as (2,3,1)", "[fixes]") {
  const Fixes fixes = fixesOf("(2,3,4) (2,3)");
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].shape == shape("(2,3,1)"));
  CHECK(fixes[0].output == shape("(2,3,4)"));
}

TEST_CASE("fixes: (2,3) with (3,2) is repaired by transposing either", "[fixes]") {
  const Fixes fixes = fixesOf("(2,3) (3,2)");
  CHECK(find(fixes, FixKind::transpose, 0, "(3,2)") != nullptr);
  CHECK(find(fixes, FixKind::transpose, 1, "(2,3)") != nullptr);
  CHECK(fixes[0].kind == FixKind::transpose);
}

TEST_CASE("fixes: where only growth repairs, every fix grows", "[fixes]") {
  for (const std::string_view operands : {"(3) (4)", "(2,1) (8,4,3)"}) {
    INFO(operands);
    const Fixes fixes = fixesOf(operands);
    CHECK_FALSE(fixes.empty());
    for (const Fix& fix : fixes) CHECK(fix.grows);
  }
}

TEST_CASE("fixes: a reshape is offered only for an equal count, and last", "[fixes]") {
  const Fixes fixes = fixesOf("(2,6) (3,4)");
  const Fix* reshape = find(fixes, FixKind::reshape, 1, "(2,6)");
  REQUIRE(reshape != nullptr);
  CHECK(reshape->output == shape("(2,6)"));
  for (const Fix& fix : fixesOf("(2,6) (3,5)")) CHECK(fix.kind != FixKind::reshape);
}

TEST_CASE("fixes: squeezing a 1 lets a rank fit", "[fixes]") {
  const Fixes fixes = fixesOf(RuleId::unidirectional, shapes("(4,5) (1,4,5)"));
  const Fix* squeeze = find(fixes, FixKind::squeeze, 1, "(4,5)");
  REQUIRE(squeeze != nullptr);
  CHECK(squeeze->argument == Index{0});
}

TEST_CASE("fixes: unidirectional operands may be swapped", "[fixes]") {
  const Fixes fixes = fixesOf(RuleId::unidirectional, shapes("(4,5) (2,3,4,5)"));
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].kind == FixKind::swapOperands);
  CHECK(fixes[0].output == shape("(2,3,4,5)"));
}

TEST_CASE("fixes: legacy is repaired by setting the axis", "[fixes]") {
  const Fixes fixes = fixesOf(RuleId::legacy, shapes("(2,3,4,5) (3,4)"));
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].kind == FixKind::setAxis);
  CHECK(fixes[0].argument == Index{1});
  CHECK(fixes[0].output == shape("(2,3,4,5)"));
}

struct Usual {
  std::string_view operands;
  std::string_view repaired;
};

// The usual intention: a number for each channel, row, image or mask.
TEST_CASE("fixes: the smaller operand is given axes before anything is moved", "[fixes]") {
  const Usual cases[] = {{"(8,3,200,300) (3)", "(3,1,1)"},
                         {"(32,64,56,56) (64)", "(64,1,1)"},
                         {"(2,16,64) (2)", "(2,1,1)"},
                         {"(8,12,128,128) (8,128)", "(8,1,1,128)"},
                         {"(3,4) (3)", "(3,1)"},
                         {"(2,16,64) (16)", "(16,1)"},
                         {"(8,3,224,224) (3)", "(3,1,1)"},
                         {"(32,3,28,28) (32)", "(32,1,1,1)"},
                         {"(16,8,4,32,5) (16)", "(16,1,1,1,1)"},
                         {"(10,5,5) (10,5)", "(10,1,5)"},
                         {"(5,5,3) (5)", "(5,1)"}};
  for (const Usual& one : cases) {
    INFO(one.operands);
    const Fixes fixes = fixesOf(one.operands);
    REQUIRE_FALSE(fixes.empty());
    CHECK(fixes[0].kind == FixKind::unsqueeze);
    CHECK(fixes[0].operand == 1);
    CHECK(written(fixes[0].shape) == one.repaired);
    CHECK(fixes[0].moved == 0);
  }
}

TEST_CASE("fixes: the first operand is given axes too", "[fixes]") {
  const Fixes fixes = fixesOf("(128,8) (128,8,32,32,32)");
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].operand == 0);
  CHECK(written(fixes[0].shape) == "(128,8,1,1,1)");
  CHECK(fixes[0].argument == Index{2, 3, 4});
}

TEST_CASE("fixes: 1s are taken out, and moved, before elements are", "[fixes]") {
  const Fixes last = fixesOf("(3,1,1) (28,28,3)");
  REQUIRE_FALSE(last.empty());
  CHECK(last[0].kind == FixKind::squeeze);
  CHECK(last[0].argument == Index{1, 2});
  CHECK(written(last[0].shape) == "(3)");
  const Fixes first = fixesOf("(1,3) (3,4,5)");
  REQUIRE_FALSE(first.empty());
  CHECK(first[0].kind == FixKind::moveOnes);
  CHECK(written(first[0].shape) == "(3,1,1)");
}

TEST_CASE("fixes: in an outer product the operand of more elements gets the axis", "[fixes]") {
  const Fixes fixes = fixesOf("(6,4) (10,4)");
  REQUIRE_FALSE(fixes.empty());
  CHECK(written(fixes[0].shape) == "(10,1,4)");
  CHECK(written(fixes[0].output) == "(10,6,4)");
}

TEST_CASE("fixes: a target shape is not reshaped", "[fixes]") {
  for (const Fix& fix : fixesOf(RuleId::expand, shapes("(3) (3,4)"))) CHECK(fix.operand == 0);
}

// Every choice of A's axes except B's present ones, in both orders, under every rule that accepts
// it: with different sizes there is only one way.
TEST_CASE("fixes: the only way to place an operand on the axes is the first", "[fixes]") {
  constexpr Size kSizes[] = {2, 3, 5, 7, 11, 13};
  int count = 0;
  for (int rank = 1; rank <= 6; ++rank) {
    for (AxisMask chosen = 1; chosen < bit(rank); ++chosen) {
      Shape whole, part, expected;
      for (int axis = 0; axis < rank; ++axis) {
        whole.push(kSizes[axis]);
        if (has(chosen, axis)) part.push(kSizes[axis]);
        if (!expected.empty() || has(chosen, axis))
          expected.push(has(chosen, axis) ? kSizes[axis] : 1);
      }
      if (part == expected) continue;  // accepted unchanged
      for (int small : {0, 1}) {
        const Shapes operands = small == 1 ? Shapes{whole, part} : Shapes{part, whole};
        INFO(written(operands));
        const Fixes fixes = fixesOf(RuleId::multidirectional, operands);
        REQUIRE_FALSE(fixes.empty());
        CHECK(fixes[0].operand == small);
        CHECK(written(fixes[0].shape) == written(expected));
        ++count;
      }
      const Fixes oneWay = fixesOf(RuleId::unidirectional, {whole, part});
      REQUIRE_FALSE(oneWay.empty());
      CHECK(written(oneWay[0].shape) == written(expected));
    }
  }
  CHECK(count == 198);
}

// Equal sizes have the largest number of embeddings, which is bounded.
TEST_CASE("fixes: shapes of the highest rank are searched in bounds", "[fixes]") {
  const Shapes operands{Shape(kMaxRank, 2), Shape(8, 2)};
  Shapes odd = operands;
  odd[1][0] = 3;
  CHECK(fixesOf(RuleId::multidirectional, odd).size() <= kMaxFixes);
  const Alignment accepted = align(RuleId::multidirectional, operands);
  CHECK(findOtherAxes(accepted, 1).size() <= kMaxFixes);
}

TEST_CASE("fixes: a transpose keeps the other axes in their order where that will do", "[fixes]") {
  const Fixes fixes = fixesOf("(8,3,200,300) (3)");
  for (const Fix& fix : fixes)
    if (fix.kind == FixKind::transpose) CHECK(fix.argument == Index{0, 2, 3, 1});
  CHECK(find(fixes, FixKind::transpose, 0, "(8,200,300,3)") != nullptr);
  // Here only an exchange works.
  const Fixes exchanged = fixesOf("(2,3,4) (4,3,2)");
  REQUIRE_FALSE(exchanged.empty());
  CHECK(exchanged[0].argument == Index{2, 1, 0});
}

TEST_CASE("fixes: a column that becomes a row moves nothing", "[fixes]") {
  const Fixes fixes = fixesOf("(2,3) (1,2)");
  const Fix* row = find(fixes, FixKind::transpose, 1, "(2,1)");
  REQUIRE(row != nullptr);
  CHECK(row == fixes.begin());
}

TEST_CASE("fixes: none for an accepted alignment", "[fixes]") {
  CHECK(fixesOf("(3,4) (4)").empty());
  CHECK(fixesOf("() ()").empty());
}

// Applies a fix to the operands and the parameters.
std::pair<Shapes, RuleParams> applied(const Fix& fix, Shapes operands, RuleParams params) {
  if (fix.kind == FixKind::swapOperands)
    std::swap(operands[0], operands[1]);
  else if (fix.kind == FixKind::setAxis)
    params.axis = fix.argument[0];
  else
    operands[fix.operand] = fix.shape;
  return {operands, params};
}

// The elements of a shape, with 2 instead of 0: a 1 is repeated along an axis of size 0 too, which
// a count of zero elements would hide.
Count weightOf(Shape shape) {
  for (Size& size : shape)
    if (size == 0) size = 2;
  return *elementCount(shape);
}

Count heaviestOf(const Shapes& operands) {
  Count heaviest = 0;
  for (const Shape& shape : operands) heaviest = std::max(heaviest, weightOf(shape));
  return heaviest;
}

// Whether the order of elements changes, apart from axes of size 1.
bool moves(const Fix& fix, const Shape& shape) {
  if (fix.kind != FixKind::transpose) return false;
  Index kept;
  for (const Size axis : fix.argument)
    if (shape[axis] != 1) kept.push(axis);
  return !std::is_sorted(kept.begin(), kept.end());
}

// Growth, elements, axes, other pairs, elements moved, and edits.
using Cost = std::tuple<bool, Count, bool, bool, Count, int>;

Cost costOf(const Fix& fix, const Shapes& operands) {
  int rank = 0;
  for (const Shape& shape : operands) rank = std::max(rank, shape.size());
  const Shape& before = operands[fix.operand];
  return {fix.grows,
          *elementCount(fix.output),
          fix.output.size() > rank,
          fix.kind == FixKind::reshape,
          moves(fix, before) ? *elementCount(before) : 0,
          fix.edits};
}

void checkFixes(RuleId rule, const Shapes& operands, const RuleParams& params) {
  INFO(simdcast::rule(rule).name << " " << written(operands) << " axis " << params.axis);
  Cost previous{false, -1, false, false, 0, 0};
  for (const Fix& fix : fixesOf(rule, operands, params)) {
    const auto [changed, changedParams] = applied(fix, operands, params);
    INFO(name(fix.kind) << " of " << fix.operand << " to " << written(fix.shape));
    const Alignment alignment = align(rule, changed, changedParams);
    REQUIRE(alignment.ok());
    REQUIRE(alignment.output == fix.output);
    REQUIRE(fix.grows == (weightOf(fix.output) > heaviestOf(changed)));
    const Cost cost = costOf(fix, operands);
    REQUIRE(previous <= cost);
    previous = cost;
  }
}

TEST_CASE("fixes: each is accepted, has the promised shape and is in order", "[fixes][random]") {
  Random random(20);
  const RuleId rules[] = {RuleId::multidirectional, RuleId::unidirectional, RuleId::legacy,
                          RuleId::ncnn};
  for (int round = 0; round < 3000; ++round) {
    const RuleId rule = random.pick(rules);
    const bool isNcnn = rule == RuleId::ncnn;
    const ShapeRange range{.lowestRank = isNcnn ? 1 : 0,
                           .highestRank = 4,
                           .lowestSize = isNcnn ? 1 : 0,
                           .highestSize = 4};
    const Shapes operands{randomShape(random, range), randomShape(random, range)};
    RuleParams params;
    if (rule == RuleId::legacy && random.chance(50)) params.axis = random.between(-1, 4);
    checkFixes(rule, operands, params);
  }
}

TEST_CASE("fixes: three operands are repaired too", "[fixes]") {
  const Shapes operands = shapes("(3,4) (3) (1,4)");
  const Fixes fixes = fixesOf(RuleId::multidirectional, operands);
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].operand == 1);
  CHECK(fixes[0].shape == shape("(3,1)"));
  checkFixes(RuleId::multidirectional, operands, {});
}

}  // namespace
}  // namespace simdcast::test::fixes_test
