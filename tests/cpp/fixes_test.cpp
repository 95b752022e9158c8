// Repairs. Source of the cases: the page's fix finder, demo 7.8, its worked outputs.
#include "rules/fixes.hpp"

#include <catch2/catch_test_macros.hpp>
#include <tuple>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test {
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

TEST_CASE("fixes: none for an accepted alignment", "[fixes]") {
  CHECK(fixesOf("(3,4) (4)").empty());
  CHECK(fixesOf("() ()").empty());
}

// Where and how the operands change, for one fix.
std::pair<Shapes, RuleParams> applied(const Fix& fix, Shapes operands, RuleParams params) {
  if (fix.kind == FixKind::swapOperands)
    std::swap(operands[0], operands[1]);
  else if (fix.kind == FixKind::setAxis)
    params.axis = fix.argument[0];
  else
    operands[fix.operand] = fix.shape;
  return {operands, params};
}

Count largestOf(const Shapes& operands) {
  Count largest = 0;
  for (const Shape& shape : operands) largest = std::max(largest, *elementCount(shape));
  return largest;
}

void checkFixes(RuleId rule, const Shapes& operands, const RuleParams& params) {
  INFO(simdcast::rule(rule).name << " " << written(operands) << " axis " << params.axis);
  std::tuple<bool, Count, int, FixKind> previous{false, -1, 0, FixKind::setAxis};
  for (const Fix& fix : fixesOf(rule, operands, params)) {
    const auto [changed, changedParams] = applied(fix, operands, params);
    INFO(name(fix.kind) << " of " << fix.operand << " to " << written(fix.shape));
    const Alignment alignment = align(rule, changed, changedParams);
    REQUIRE(alignment.ok());
    REQUIRE(alignment.output == fix.output);
    const Count elements = *elementCount(fix.output);
    REQUIRE(fix.grows == (elements > largestOf(operands)));
    const std::tuple rank{fix.grows, elements, fix.edits, fix.kind};
    REQUIRE(previous <= rank);
    previous = rank;
  }
}

TEST_CASE("fixes: each is accepted, gives the promised shape and stands in order",
          "[fixes][random]") {
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
}  // namespace simdcast::test
