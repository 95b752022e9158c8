#include "rules/source.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"

namespace simdcast::test::source_test {
namespace {

TEST_CASE("source: a stretched axis is read at 0", "[source]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(3,4) (3,1) (4) ()"));
  CHECK(source(alignment, 0, Index{1, 2}) == Index{1, 2});
  CHECK(source(alignment, 1, Index{1, 2}) == Index{1, 0});
  CHECK(source(alignment, 2, Index{1, 2}) == Index{2});
  CHECK(source(alignment, 3, Index{1, 2}).empty());
}

TEST_CASE("source: legacy reads B from its axis on", "[source]") {
  const Alignment alignment = align(RuleId::legacy, shapes("(2,3,4,5) (3,4)"), onAxis(1));
  CHECK(source(alignment, 1, Index{1, 2, 3, 4}) == Index{2, 3});
}

TEST_CASE("source: ncnn's square reads B along the outermost axis", "[source]") {
  const Alignment alignment = align(RuleId::ncnn, shapes("(3,3) (3)"));
  CHECK(source(alignment, 1, Index{1, 2}) == Index{1});
}

TEST_CASE("source: every output index agrees with the rule's prose", "[source][random]") {
  Random random(10);
  for (int round = 0; round < 300; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 4});
    const Shapes operands = randomShapes(random, output, random.between(1, 4));
    const Alignment alignment = align(RuleId::multidirectional, operands);
    INFO(written(operands));
    for (const Index& index : indicesOf(alignment.output)) {
      for (int k = 0; k < operands.size(); ++k) {
        const Index from = source(alignment, k, index);
        REQUIRE(from.size() == operands[k].size());
        REQUIRE(elementAt(operands[k], from) == elementAt(operands[k], index));
      }
    }
  }
}

TEST_CASE("fanout: counts and lists the outputs that one element feeds", "[source]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(4,1) (3)"));
  const Fanout ofA = fanout(alignment, 0, Index{2, 0});
  CHECK(ofA.count == 3);
  REQUIRE(ofA.first.size() == 3);
  CHECK(ofA.first[0] == Index{2, 0});
  CHECK(ofA.first[2] == Index{2, 2});

  const Fanout ofB = fanout(alignment, 1, Index{1});
  CHECK(ofB.count == 4);
  CHECK(ofB.first[3] == Index{3, 1});
}

TEST_CASE("fanout: lists the first sixteen and counts all", "[source]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(100000,1) (100000) ()"));
  const Fanout scalar = fanout(alignment, 2, Index{});
  CHECK(scalar.count == Count{10'000'000'000});
  REQUIRE(scalar.first.size() == Fanout::kListed);
  CHECK(scalar.first[15] == Index{0, 15});
}

TEST_CASE("fanout: nothing where the output has no elements", "[source]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(1,3) (0,3)"));
  const Fanout none = fanout(alignment, 0, Index{0, 1});
  CHECK(none.count == 0);
  CHECK(none.first.empty());
}

TEST_CASE("fanout: is the inverse of source", "[source][random]") {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const Shape output = randomShape(random, {.highestRank = 4, .highestSize = 4});
    const Shapes operands = randomShapes(random, output, 2);
    const Alignment alignment = align(RuleId::multidirectional, operands);
    INFO(written(operands));
    Count fed = 0;
    for (const Index& element : indicesOf(operands[1])) {
      const Fanout outputs = fanout(alignment, 1, element);
      fed += outputs.count;
      REQUIRE(outputs.first.size() == std::min<Count>(outputs.count, Fanout::kListed));
      for (const Index& index : outputs.first) REQUIRE(source(alignment, 1, index) == element);
    }
    REQUIRE(fed == elementCount(alignment.output));
  }
}

TEST_CASE("explicit shapes: axis leading 1s, and the rest trailing", "[source]") {
  const Alignment alignment = align(RuleId::legacy, shapes("(2,3,4,5) (3,4)"), onAxis(1));
  const Shapes explicitly = explicitShapes(alignment);
  CHECK(explicitly[0] == shape("(2,3,4,5)"));
  CHECK(explicitly[1] == shape("(1,3,4,1)"));
}

// The case that ONNX's version converter gets wrong without an error (facts 3.5).
TEST_CASE("explicit shapes: (3,3,3,5) with (3,3) on axis 1", "[source]") {
  const Alignment alignment = align(RuleId::legacy, shapes("(3,3,3,5) (3,3)"), onAxis(1));
  CHECK(explicitShapes(alignment)[1] == shape("(1,3,3,1)"));
}

struct Case {
  RuleId rule{};
  std::string_view operands;
  RuleParams params = {};
};

TEST_CASE("explicit shapes align the same way under the multidirectional rule", "[source]") {
  const Case cases[] = {
      {RuleId::legacy, "(2,3,4,5) (2)", onAxis(0)},
      {RuleId::legacy, "(2,3) (2,1)", onAxis(0)},
      {RuleId::legacy, "(2,3) (1,1)"},
      {RuleId::ncnn, "[2,3,4] [3,4]"},
      {RuleId::ncnn, "[2,3,4] [4]"},
      {RuleId::ncnn, "[2,3,4] [2]"},
      {RuleId::ncnn, "[2] [2,3,4,5]"},
      {RuleId::ncnn, "[2,2] [2]"},
      {RuleId::unidirectional, "(2,3,4) (3,1)"},
      {RuleId::perChannel, "(2,3,4,5) (3)"},
      {RuleId::multidirectional, "(8,1,6,1) (7,1,5)"},
  };
  for (const Case& one : cases) {
    INFO(one.operands);
    const Alignment alignment = align(one.rule, shapes(one.operands), one.params);
    REQUIRE(alignment.ok());
    const Alignment again = align(RuleId::multidirectional, explicitShapes(alignment));
    REQUIRE(again.ok());
    CHECK(again.output == alignment.output);
    for (int k = 0; k < alignment.operands.size(); ++k)
      CHECK(again.operands[k].aligned == alignment.operands[k].aligned);
  }
}

}  // namespace
}  // namespace simdcast::test::source_test
