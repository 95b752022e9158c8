// The contract of loop_nest.hpp: runs cover the result once, and each operand's access describes
// every run.
#include <catch2/catch_test_macros.hpp>

#include "support/nests.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test::loop_nest_test {
namespace {

Count product(const Shape& sizes, int first) {
  Count count = 1;
  for (int axis = first; axis < sizes.size(); ++axis) count *= sizes[axis];
  return count;
}

bool accessHolds(const LoopNest& nest, const LoopOperand& operand, Size chunk) {
  const std::vector<Count> offsets = offsetsInRun(nest, operand, chunk);
  if (operand.access == Access::packed)
    return static_cast<Count>(offsets.size()) * operand.width <= kTileBytes;
  const Count stride = operand.access == Access::repeat ? 0 : operand.width;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] != static_cast<Count>(i) * stride) return false;
  return true;
}

void checkNest(const LoopNest& nest) {
  REQUIRE(nest.sizes.size() >= 1);
  REQUIRE(nest.elements == product(nest.sizes, 0));
  REQUIRE(nest.runAxis >= 0);
  REQUIRE(nest.runAxis < nest.sizes.size());
  REQUIRE(nest.inner == product(nest.sizes, nest.runAxis + 1));
  REQUIRE(nest.chunk >= 1);
  REQUIRE(nest.chunk <= nest.sizes[nest.runAxis]);
  REQUIRE(nest.operands[0].access == Access::contiguous);
  const Size rest = nest.sizes[nest.runAxis] % nest.chunk;
  for (const LoopOperand& operand : nest.operands) {
    REQUIRE(accessHolds(nest, operand, nest.chunk));
    if (rest > 0) REQUIRE(accessHolds(nest, operand, rest));
  }
}

TEST_CASE("nest: runs and access hold for random shapes", "[plan][random]") {
  Random random(60);
  const int widths[] = {1, 2, 4, 8, 16};
  for (int round = 0; round < 600; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 8});
    const Shapes operands = randomShapes(random, output, random.between(1, 4));
    INFO(written(operands));
    checkNest(nestOf(operands, random.pick(widths)));
  }
}

TEST_CASE("nest: runs and access hold for notable layouts", "[plan]") {
  for (const std::string_view operands :
       {"() ()", "(16) (16)", "(4096,3) (3)", "(4096,3) (4096,1)", "(300,2,1,4) (300,2,3,4)",
        "(5000,1) (7)", "(3,5000) (3,1)", "(700,1) (700)", "(64,32,32) (64,1,32)",
        "(20,31,33) (31,1)", "(2,2049) (2049)", "(9000) (1)", "(1,9000) (2,1)",
        "(5,1,9000) (3,1)"}) {
    for (const int width : {1, 2, 4, 8, 16}) {
      INFO(operands << " width " << width);
      checkNest(nestOf(shapes(operands), width));
    }
  }
}

// Every operand and the result go through a tile of the widest lane.
TEST_CASE("nest: tiled runs fit a tile", "[plan][random]") {
  Random random(61);
  const int widths[] = {1, 2, 4, 8, 16};
  for (int round = 0; round < 300; ++round) {
    const Shape output = randomShape(random, {.highestRank = 4, .highestSize = 12});
    const Shapes operands = randomShapes(random, output, 2);
    const std::vector<int> stored{random.pick(widths), random.pick(widths)};
    const int outputWidth = random.pick(widths);
    INFO(written(operands));
    const LoopNest nest =
        nestOf(align(RuleId::multidirectional, operands), outputWidth, stored, true);
    checkNest(nest);
    const int widest = std::max({outputWidth, stored[0], stored[1]});
    REQUIRE(nest.chunk * nest.inner * widest <= kTileBytes);
  }
  const LoopNest nest =
      nestOf(align(RuleId::multidirectional, shapes("(1000000) (1000000)")), 2, {2, 2}, true);
  CHECK(nest.chunk * nest.inner * 2 <= kTileBytes);
}

// The bytes of each operand that the longest run does not repeat.
void checkRunBytes(const LoopNest& nest) {
  REQUIRE(nest.chunk >= 1);
  REQUIRE(nest.chunk <= nest.sizes[nest.runAxis]);
  const Count elements = nest.chunk * nest.inner;
  REQUIRE(elements >= 1);
  for (const LoopOperand& operand : nest.operands)
    REQUIRE(elements <= kMostRunBytes / operand.width);
}

// A run was as long as the nest's innermost axis. Kernels count its bytes in a ptrdiff_t, in which
// 2 GiB are negative if it has 32 bits: such a run computed nothing.
TEST_CASE("nest: no run takes more bytes than a kernel may count", "[plan]") {
  for (const std::string_view operands :
       {"(2147483647) (2147483647)", "(2147483647) ()", "(2147483647,1) (2)", "(2,1) (2147483647)",
        "(1073741824) (1)", "(1073741825) (1073741825)", "(536870912) (536870912)",
        "(268435457) (268435457)", "(67108865) (67108865)", "(46341,46341) (46341)",
        "(32768,65535) (1)", "(3,715827883) (3,1)", "(2147483647,3) (3)",
        "(2147483647,3) (2147483647,1)", "(1000000,2000) (2000)"}) {
    for (const int width : {1, 2, 4, 8, 16}) {
      INFO(operands << " width " << width);
      const LoopNest nest = nestOf(shapes(operands), width);
      checkRunBytes(nest);
      REQUIRE(product(nest.sizes, 0) == nest.elements);
      for (const Size count : {1, 2, 1000, nest.sizes[0] - 1, nest.sizes[0]}) {
        if (count < 1 || count > nest.sizes[0]) continue;
        const LoopNest part = partOf(nest, 0, count);
        checkRunBytes(part);
        REQUIRE(product(part.sizes, 0) == part.elements);
      }
    }
  }
}

TEST_CASE("nest: the widest operand bounds a run, the result as well", "[plan]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(2147483647) (2147483647)"));
  for (const int output : {1, 2, 4, 8, 16})
    for (const int other : {1, 2, 4, 8, 16}) checkRunBytes(nestOf(alignment, output, {1, other}));
}

TEST_CASE("nest: the largest axis is walked without overflow", "[plan]") {
  const LoopNest nest = nestOf(shapes("(2147483647,1) (3)"), 8);
  CHECK(nest.elements == Count{2147483647} * 3);
  CHECK(nest.operands[0].strides[0] == 24);
  CHECK(nest.operands[1].strides[0] == 8);
}

TEST_CASE("nest: axes whose product passes 32 bits stay apart", "[plan]") {
  const LoopNest nest = nestOf(shapes("(4,65536,65536) (4,65536,65536)"), 1);
  CHECK(nest.elements == Count{4} * 65536 * 65536);
  CHECK(product(nest.sizes, 0) == nest.elements);
  for (const Size size : nest.sizes) CHECK(size > 0);
}

}  // namespace
}  // namespace simdcast::test::loop_nest_test
