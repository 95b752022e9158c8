// Expansions against a reference that indexes element by element.
#include "execute/move.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/buffers.hpp"
#include "support/nests.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"

namespace simdcast::test::move_test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int kWidths[] = {1, 2, 4, 8, 16};

Bytes randomBytes(Random& random, Count count) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.bits());
  return bytes;
}

Bytes expanded(const Bytes& from, const Shape& operand, const Shape& output, int width) {
  Bytes all;
  all.reserve(static_cast<std::size_t>(*elementCount(output) * width));
  Index index(output.size(), 0);
  do {
    const auto at = from.begin() + elementAt(operand, index) * width;
    all.insert(all.end(), at, at + width);
  } while (advance(index, output));
  return all;
}

LoopNest nestOfMove(const Shape& operand, const Shape& output, int width) {
  const Alignment alignment = align(RuleId::multidirectional, Shapes{operand, output});
  REQUIRE(alignment.ok());
  REQUIRE(alignment.output == output);
  return nestOf(alignment, width, {width});
}

void checkMove(Random& random, const Shape& operand, const Shape& output, int width) {
  static Swizzles swizzles;
  INFO(written(operand) << " to " << written(output) << ", width " << width);
  const Bytes from = randomBytes(random, *elementCount(operand) * width);
  const Source source(from, static_cast<std::size_t>(random.between(0, 3)));
  Destination to(static_cast<std::size_t>(*elementCount(output) * width));
  move(nestOfMove(operand, output, width), to.data(), source.data(), swizzles);
  const bool right = to.values<std::byte>() == expanded(from, operand, output, width);
  REQUIRE(right);
  REQUIRE(to.canariesLive());
}

TEST_CASE("move: notable layouts of every width", "[move]") {
  Random random(110);
  struct {
    std::string_view operand;
    std::string_view output;
  } const cases[] = {
      {"()", "()"},
      {"(1)", "(1)"},
      {"(1)", "(7)"},
      {"(1)", "(40000)"},
      {"(3)", "(9000,3)"},
      {"(3)", "(2,3)"},
      {"(5000)", "(5000)"},
      {"(5000)", "(5,5000)"},
      {"(3000,1)", "(3000,3)"},
      {"(7,1)", "(7,5000)"},
      {"(301,1)", "(301,37)"},
      {"(9,1,130)", "(9,40,130)"},
      {"(9,1,5)", "(9,11,5)"},
      {"(1,100,1)", "(3,100,90)"},
      {"(1,3000,1)", "(3,3000,7)"},
      {"(1,5,1,3)", "(50,5,2,3)"},
      {"(2,1,3,1,2,1)", "(2,3,3,2,2,5)"},
      {"(1,3,1,3,1)", "(4,3,4,3,4)"},
  };
  for (const auto& one : cases)
    for (const int width : kWidths) checkMove(random, shape(one.operand), shape(one.output), width);
}

TEST_CASE("move: random shapes", "[move][random]") {
  Random random(111);
  for (int round = 0; round < 1500; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 6});
    Shape operand = output;
    for (Size& size : operand)
      if (random.chance(50)) size = 1;
    checkMove(random, operand, output, random.pick(kWidths));
  }
}

TEST_CASE("move: a tensor may be moved onto itself", "[move]") {
  Random random(112);
  Swizzles swizzles;
  const Bytes from = randomBytes(random, 3000);
  const Source source(from);
  move(nestOfMove(shape("(30,100)"), shape("(30,100)"), 1), source.data(), source.data(), swizzles);
  CHECK(source.values<std::byte>() == from);
}

}  // namespace
}  // namespace simdcast::test::move_test
