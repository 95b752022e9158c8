// What plan.hpp promises to execute: tiles cover the result once, and each operand's step is true
// of every tile.
#include <catch2/catch_test_macros.hpp>

#include "support/notation.hpp"
#include "support/plans.hpp"
#include "support/random.hpp"

namespace simdcast::test {
namespace {

Count product(const Shape& sizes, int first) {
  Count count = 1;
  for (int axis = first; axis < sizes.size(); ++axis) count *= sizes[axis];
  return count;
}

bool stepHolds(const Plan& plan, const PlanOperand& operand, Size chunk) {
  const std::vector<Count> offsets = offsetsInTile(plan, operand, chunk);
  if (operand.step == Step::packed)
    return static_cast<Count>(offsets.size()) * operand.width <= kTileBytes;
  const Count stride = operand.step == Step::repeat ? 0 : operand.width;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] != static_cast<Count>(i) * stride) return false;
  return true;
}

void checkPlan(const Plan& plan) {
  REQUIRE(plan.sizes.size() >= 1);
  REQUIRE(plan.elements == product(plan.sizes, 0));
  REQUIRE(plan.tileAxis >= 0);
  REQUIRE(plan.tileAxis < plan.sizes.size());
  REQUIRE(plan.inner == product(plan.sizes, plan.tileAxis + 1));
  REQUIRE(plan.chunk >= 1);
  REQUIRE(plan.chunk <= plan.sizes[plan.tileAxis]);
  REQUIRE(plan.operands[0].step == Step::contiguous);
  const Size rest = plan.sizes[plan.tileAxis] % plan.chunk;
  for (const PlanOperand& operand : plan.operands) {
    REQUIRE(stepHolds(plan, operand, plan.chunk));
    if (rest > 0) REQUIRE(stepHolds(plan, operand, rest));
  }
}

TEST_CASE("plan: tiles and steps hold for random shapes", "[plan][random]") {
  Random random(60);
  const int widths[] = {1, 2, 4, 8, 16};
  for (int round = 0; round < 600; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 8});
    const Shapes operands = randomShapes(random, output, random.between(1, 4));
    INFO(written(operands));
    checkPlan(planOf(operands, random.pick(widths)));
  }
}

TEST_CASE("plan: tiles and steps hold for notable layouts", "[plan]") {
  for (const std::string_view operands :
       {"() ()", "(16) (16)", "(4096,3) (3)", "(4096,3) (4096,1)", "(300,2,1,4) (300,2,3,4)",
        "(5000,1) (7)", "(3,5000) (3,1)", "(700,1) (700)", "(64,32,32) (64,1,32)",
        "(20,31,33) (31,1)", "(2,2049) (2049)", "(9000) (1)", "(1,9000) (2,1)",
        "(5,1,9000) (3,1)"}) {
    for (const int width : {1, 2, 4, 8, 16}) {
      INFO(operands << " width " << width);
      checkPlan(planOf(shapes(operands), width));
    }
  }
}

// Every operand and the result go through a tile of the widest lane.
TEST_CASE("plan: staged runs fit a tile", "[plan][random]") {
  Random random(61);
  const int widths[] = {1, 2, 4, 8, 16};
  for (int round = 0; round < 300; ++round) {
    const Shape output = randomShape(random, {.highestRank = 4, .highestSize = 12});
    const Shapes operands = randomShapes(random, output, 2);
    const std::vector<int> stored{random.pick(widths), random.pick(widths)};
    const int outputWidth = random.pick(widths);
    INFO(written(operands));
    const Plan plan = planOf(align(RuleId::multidirectional, operands), outputWidth, stored, true);
    checkPlan(plan);
    const int widest = std::max({outputWidth, stored[0], stored[1]});
    REQUIRE(plan.chunk * plan.inner * widest <= kTileBytes);
  }
  const Plan plan =
      planOf(align(RuleId::multidirectional, shapes("(1000000) (1000000)")), 2, {2, 2}, true);
  CHECK(plan.chunk * plan.inner * 2 <= kTileBytes);
}

TEST_CASE("plan: the largest axis is walked without overflow", "[plan]") {
  const Plan plan = planOf(shapes("(2147483647,1) (3)"), 8);
  CHECK(plan.elements == Count{2147483647} * 3);
  CHECK(plan.operands[0].strides[0] == 24);
  CHECK(plan.operands[1].strides[0] == 8);
}

TEST_CASE("plan: axes whose product passes 32 bits stay apart", "[plan]") {
  const Plan plan = planOf(shapes("(4,65536,65536) (4,65536,65536)"), 1);
  CHECK(plan.elements == Count{4} * 65536 * 65536);
  CHECK(product(plan.sizes, 0) == plan.elements);
  for (const Size size : plan.sizes) CHECK(size > 0);
}

}  // namespace
}  // namespace simdcast::test
