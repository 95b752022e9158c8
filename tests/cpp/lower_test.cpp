#include "plan/lower.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/nests.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"
#include "support/tables.hpp"

namespace simdcast::test::lower_test {
namespace {

constexpr int kWidths[] = {1, 2, 4, 8, 16};

LoopNest nestOf(std::string_view operands, int width = 4) {
  return test::nestOf(shapes(operands), width);
}

struct Coalesced {
  std::string_view operands;
  std::string_view sizes;

  [[nodiscard]] std::string name() const {
    return std::string(operands) + " has the axes " + std::string(sizes);
  }
};

// An axis ends where any operand's repeat pattern changes.
const Coalesced kCoalesced[] = {
    {"() ()", "(1)"},
    {"(1,1) (1)", "(1)"},
    {"(5)", "(5)"},
    {"(2,3,4) (2,3,4)", "(24)"},
    {"(2,3,4) ()", "(24)"},
    {"(2,3,4) (1,1,1)", "(24)"},
    {"(1,2,1,3) (1,2,1,3)", "(6)"},
    {"(2,3,4) (4)", "(6,4)"},
    {"(2,3,4) (3,4)", "(2,12)"},
    {"(2,3,4) (2,1,1)", "(2,12)"},
    {"(2,3,4) (2,3,1)", "(6,4)"},
    {"(2,3,4) (3,1)", "(2,3,4)"},
    {"(2,3,4) (2,1,4)", "(2,3,4)"},
    {"(5,1) (7)", "(5,7)"},
    {"(2,3,1,1) (4,5)", "(6,20)"},
    {"(8,1,6,1) (7,1,5)", "(8,7,6,5)"},
    {"(2,3,4,5) (2,3,4,5) (4,5)", "(6,20)"},
    {"(2,3,4,5) (3,1,1) (5)", "(2,3,4,5)"},
};

void checkCoalesced(const Coalesced& row) {
  const LoopNest nest = nestOf(row.operands);
  CHECK(written(nest.sizes) == std::string(row.sizes));
  for (const LoopOperand& operand : nest.operands)
    CHECK(operand.strides.size() == nest.sizes.size());
}
const bool kCoalescedRows = registerRows<Coalesced>("lower", "[plan]", kCoalesced, checkCoalesced);

TEST_CASE("lower: strides are bytes, output first, 0 where reused", "[plan]") {
  const LoopNest nest = nestOf("(2,3,4) (3,1)", 8);
  REQUIRE(nest.operands.size() == 3);
  CHECK(nest.operands[0].strides == Strides{96, 32, 8});
  CHECK(nest.operands[1].strides == Strides{96, 32, 8});
  CHECK(nest.operands[2].strides == Strides{0, 8, 0});
  for (const LoopOperand& operand : nest.operands) CHECK(operand.width == 8);
  CHECK(nest.elements == 24);
}

TEST_CASE("lower: operands may differ in width", "[plan]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(6) (2,6)"));
  const LoopNest nest = test::nestOf(alignment, 2, {1, 8});
  CHECK(nest.operands[0].width == 2);
  CHECK(nest.operands[1].width == 1);
  CHECK(nest.operands[2].width == 8);
  CHECK(nest.operands[0].strides == Strides{12, 2});
  CHECK(nest.operands[1].strides == Strides{0, 1});
  CHECK(nest.operands[2].strides == Strides{48, 8});
}

TEST_CASE("lower: an empty result has no elements and one axis at least", "[plan]") {
  for (const std::string_view operands : {"(0) (0)", "(0,3) (1,3)", "(2,0,3) (3)"}) {
    INFO(operands);
    const LoopNest nest = nestOf(operands);
    CHECK(nest.elements == 0);
    CHECK(nest.sizes.size() >= 1);
  }
}

TEST_CASE("lower: long runs need no packing", "[plan]") {
  CHECK(nestOf("(1000000) (1)").operands[2].access == Access::repeat);
  CHECK(nestOf("(1024,1024) (1024)").operands[2].access == Access::contiguous);
  CHECK(nestOf("(1024,1024) (1024,1)").operands[2].access == Access::repeat);
  CHECK(nestOf("(1024,1024) (1024,1)").operands[1].access == Access::contiguous);
  CHECK(nestOf("(1024,1) (1024)").operands[2].access == Access::contiguous);
}

TEST_CASE("lower: the small operand of a short inner axis is packed", "[plan]") {
  for (const std::string_view operands : {"(4096,3) (3)", "(4096,3) (4096,1)"}) {
    INFO(operands);
    const LoopNest nest = nestOf(operands);
    CHECK(nest.operands[1].access == Access::contiguous);
    CHECK(nest.operands[2].access == Access::packed);
    CHECK(nest.chunk > 1);
  }
}

std::vector<int> randomWidths(Random& random, int count) {
  std::vector<int> widths;
  for (int k = 0; k < count; ++k) widths.push_back(random.pick(kWidths));
  return widths;
}

void checkVisits(const Alignment& alignment, Random& random) {
  REQUIRE(alignment.ok());
  const int outputWidth = random.pick(kWidths);
  const std::vector<int> widths = randomWidths(random, alignment.operands.size());
  const LoopNest nest = test::nestOf(alignment, outputWidth, widths);
  REQUIRE(nest.elements == elementCount(alignment.output));
  REQUIRE(visitsOf(nest) == visitsOf(alignment, outputWidth, widths));
}

TEST_CASE("lower: coalescing never changes the visited elements", "[plan][random]") {
  Random random(50);
  for (int round = 0; round < 1500; ++round) {
    const Shape output =
        randomShape(random, {.lowestSize = random.chance(5) ? 0 : 1, .highestSize = 4});
    const Shapes operands = randomShapes(random, output, random.between(1, 5));
    INFO(written(operands));
    checkVisits(align(RuleId::multidirectional, operands), random);
  }
}

TEST_CASE("lower: equal shapes, 1s and single elements are visited rightly", "[plan][random]") {
  Random random(51);
  for (int round = 0; round < 500; ++round) {
    const Shape output = randomShape(random, {.highestRank = 8, .highestSize = 2});
    const Shapes operands = randomShapes(random, output, 2);
    INFO(written(operands));
    checkVisits(align(RuleId::multidirectional, operands), random);
  }
}

TEST_CASE("lower: every rule's placement is visited", "[plan]") {
  struct {
    RuleId rule;
    std::string_view operands;
    RuleParams params;
  } const cases[] = {
      {RuleId::legacy, "(2,3,4,5) (3,4)", onAxis(1)},
      {RuleId::legacy, "(2,3,4,5) (2)", onAxis(0)},
      {RuleId::legacy, "(2,3) (2,1)", onAxis(0)},
      {RuleId::ncnn, "[2,3,4] [4]", {}},
      {RuleId::ncnn, "[2,3,4] [3,4]", {}},
      {RuleId::ncnn, "[2,3,4] [2]", {}},
      {RuleId::ncnn, "[3,3] [3]", {}},
      {RuleId::ncnn, "[2] [2,3,4,5]", {}},
      {RuleId::unidirectional, "(2,3,4) (3,1)", {}},
      {RuleId::perChannel, "(2,3,4,5) (3)", {}},
  };
  Random random(52);
  for (const auto& one : cases) {
    INFO(one.operands);
    checkVisits(align(one.rule, shapes(one.operands), one.params), random);
  }
}

}  // namespace
}  // namespace simdcast::test::lower_test
