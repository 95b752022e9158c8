// Source of the rows: ONNX's Broadcasting.md, its first section, and facts 2.13 for zero sizes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_multidirectional_test {
namespace {

constexpr RuleId kRule = RuleId::multidirectional;

const Accepted kDocumented[] = {
    {kRule, "(2,3,4,5) ()", "(2,3,4,5)", "(2,3,4,5) (1,1,1,1)"},
    {kRule, "(2,3,4,5) (5)", "(2,3,4,5)", "(2,3,4,5) (1,1,1,5)"},
    {kRule, "(4,5) (2,3,4,5)", "(2,3,4,5)", "(1,1,4,5) (2,3,4,5)"},
    {kRule, "(1,4,5) (2,3,1,1)", "(2,3,4,5)", "(1,1,4,5) (2,3,1,1)"},
    {kRule, "(3,4,5) (2,1,1,1)", "(2,3,4,5)", "(1,3,4,5) (2,1,1,1)"},
};
const bool kDocumentedRows = registerRows<Accepted>("Broadcasting.md multidirectional", "[rules]",
                                                    kDocumented, checkAccepted);

const Accepted kMore[] = {
    {kRule, "() ()", "()", "() ()"},
    {kRule, "(7)", "(7)", "(7)"},
    {kRule, "(8,1,6,1) (7,1,5)", "(8,7,6,5)", "(8,1,6,1) (1,7,1,5)"},
    {kRule, "(2,1) (1,3) ()", "(2,3)", "(2,1) (1,3) (1,1)"},
    {kRule, "(5,1) (1,6) (6) ()", "(5,6)", "(5,1) (1,6) (1,6) (1,1)"},
    {kRule, "(1,1,1) (1)", "(1,1,1)", "(1,1,1) (1,1,1)"},
    {kRule, "(0,3) (1,3)", "(0,3)", "(0,3) (1,3)"},
    {kRule, "(1) (0)", "(0)", "(1) (0)"},
    {kRule, "(0) (0)", "(0)", "(0) (0)"},
    {kRule, "() (0)", "(0)", "(1) (0)"},
    {kRule, "(2147483647,1) (0)", "(2147483647,0)", "(2147483647,1) (1,0)"},
    {kRule, "(2147483647,1) (1)", "(2147483647,1)", "(2147483647,1) (1,1)"},
    {kRule, "(94906265,1) (94906265)", "(94906265,94906265)"},
    {kRule, "(2,1,2,1,2,1,2,1) (1,3,1,3,1,3,1,3)", "(2,3,2,3,2,3,2,3)"},
};
const bool kMoreRows = registerRows<Accepted>("multidirectional", "[rules]", kMore, checkAccepted);

const Refused kRefused[] = {
    {kRule, "(3,4) (3)", ErrorCode::sizeConflict, 1},
    {kRule, "(3) (4)", ErrorCode::sizeConflict, 0},
    {kRule, "(2,3) (3,2)", ErrorCode::sizeConflict, 0},
    {kRule, "(2,3,4) (2,3)", ErrorCode::sizeConflict, 1},
    {kRule, "(2,0) (2)", ErrorCode::sizeConflict, 1},
    {kRule, "(0) (7)", ErrorCode::sizeConflict, 0},
    {kRule, "(4) (2)", ErrorCode::sizeConflict, 0},
    {kRule, "(94906266,1) (94906267)", ErrorCode::tooManyElements},
    {kRule, "(2147483647,1,1) (2147483647,1) (2147483647)", ErrorCode::tooManyElements},
};
const bool kRefusedRows =
    registerRows<Refused>("multidirectional", "[rules]", kRefused, checkRefused);

TEST_CASE("every axis is merged, also after the first conflict", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(2,3,1,5,7) (4,3,6,9,1)"));
  REQUIRE(alignment.failures.size() == 2);
  CHECK(alignment.placed);
  CHECK(alignment.failures[0].axis == 0);
  CHECK(alignment.failures[1].axis == 3);
  REQUIRE(alignment.rank() == 5);
  const Outcome outcomes[] = {Outcome::conflict, Outcome::equal, Outcome::stretched,
                              Outcome::conflict, Outcome::stretched};
  for (int axis = 0; axis < 5; ++axis)
    CHECK(name(alignment.axes[axis].outcome) == name(outcomes[axis]));
  CHECK(alignment.axes[2].size == 6);
  CHECK(alignment.axes[4].size == 7);
}

TEST_CASE("a conflict names the operands that disagree, not the one with a 1", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(2,3) (1) (2)"));
  REQUIRE_FALSE(alignment.ok());
  CHECK(alignment.failures[0].axis == 1);
  CHECK(alignment.failures[0].operands == (bit(0) | bit(2)));
}

TEST_CASE("a conflict names every operand that takes part in it", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(3) (1) (3) (2) (3)"));
  REQUIRE_FALSE(alignment.ok());
  CHECK(alignment.failures[0].operands == (bit(0) | bit(2) | bit(3) | bit(4)));
}

TEST_CASE("the trace has the added 1s and the stretched operands", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(4,1) (3) (1,3)"));
  REQUIRE(alignment.ok());
  CHECK(alignment.operands[0].added == 0);
  CHECK(alignment.operands[1].added == bit(0));
  CHECK(alignment.operands[2].added == 0);
  CHECK(alignment.operands[0].stretched == bit(1));
  CHECK(alignment.operands[1].stretched == bit(0));
  CHECK(alignment.operands[2].stretched == bit(0));
  CHECK(alignment.axes[0].stretched == (bit(1) | bit(2)));
  CHECK(alignment.axes[1].stretched == bit(0));
  CHECK(alignment.operands[1].first == 1);
  CHECK(alignment.operands[1].shape == shape("(3)"));
}

TEST_CASE("an axis of 1s is no stretch, and a zero is its own outcome", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(1,0,3) (1,1,3)"));
  REQUIRE(alignment.ok());
  CHECK(alignment.axes[0].outcome == Outcome::ones);
  CHECK(alignment.axes[1].outcome == Outcome::zero);
  CHECK(alignment.axes[2].outcome == Outcome::equal);
  CHECK(alignment.operands[1].stretched == bit(1));
}

TEST_CASE("element strides are 0 wherever the operand has one element", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(2,3,4) (3,1) (1,3,4)"));
  CHECK(elementStrides(alignment.operands[0]) == Strides{12, 4, 1});
  CHECK(elementStrides(alignment.operands[1]) == Strides{0, 1, 0});
  CHECK(elementStrides(alignment.operands[2]) == Strides{0, 4, 1});
}

TEST_CASE("random operands of one output shape are accepted", "[rules][random]") {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Shape output = randomShape(random, {.highestRank = 8, .lowestSize = 0});
    const Shapes operands = randomShapes(random, output, random.between(1, 8));
    INFO(written(operands));
    const Alignment alignment = align(kRule, operands);
    REQUIRE(alignment.ok());
    REQUIRE(alignment.output == broadcast(operands));
  }
}

TEST_CASE("the order of operands never changes the shape", "[rules][random]") {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    Shapes operands;
    const int count = random.between(2, 6);
    for (int k = 0; k < count; ++k)
      operands.push(randomShape(random, {.highestRank = 4, .lowestSize = 0, .highestSize = 3}));
    const Alignment before = align(kRule, operands);
    Shapes shuffled = operands;
    for (int k = count - 1; k > 0; --k) std::swap(shuffled[k], shuffled[random.between(0, k)]);
    INFO(written(operands) << " against " << written(shuffled));
    const Alignment after = align(kRule, shuffled);
    REQUIRE(after.ok() == before.ok());
    REQUIRE(after.output == before.output);
  }
}

TEST_CASE("32 operands and rank 16 are aligned", "[rules]") {
  const Shapes operands(kMaxOperands, Shape(kMaxRank, 1));
  const Alignment alignment = align(kRule, operands);
  REQUIRE(alignment.ok());
  CHECK(alignment.output == Shape(kMaxRank, 1));

  Shapes conflicts(kMaxOperands, Shape(kMaxRank, 2));
  conflicts[kMaxOperands - 1] = Shape(kMaxRank, 3);
  const Alignment failed = align(kRule, conflicts);
  CHECK(failed.failures.size() >= kMaxRank);
}

}  // namespace
}  // namespace simdcast::test::rules_multidirectional_test
