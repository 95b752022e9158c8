// Sizes whose products overflow counts, and missing inputs: cases that fuzzing found.
#include <catch2/catch_test_macros.hpp>

#include "rules/source.hpp"
#include "rules/warnings.hpp"
#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/operators.hpp"

namespace simdcast::test::extremes_test {
namespace {

constexpr Size kLargest = 2147483647;

}  // namespace

TEST_CASE("strides of an empty operand stay within a count", "[extremes]") {
  const Shapes shapes{Shape{0, kLargest, kLargest, kLargest}};
  const Alignment alignment = align(RuleId::multidirectional, shapes);
  REQUIRE(alignment.ok());
  for (Count stride : elementStrides(alignment.operands[0])) CHECK(stride <= kMaxCount);
}

TEST_CASE("an element that meets an empty axis feeds nothing", "[extremes]") {
  const Shapes shapes{Shape{1, 1, 1}, Shape{kLargest, kLargest, 0}};
  const Alignment alignment = align(RuleId::multidirectional, shapes);
  REQUIRE(alignment.ok());
  CHECK(fanout(alignment, 0, Index{0, 0, 0}).count == 0);
}

TEST_CASE("a result of no elements is not big", "[extremes]") {
  const Shapes shapes{Shape{0}, Shape{1}};
  for (const Warning& warning : findWarnings(align(RuleId::multidirectional, shapes), 4))
    CHECK(warning.code != WarningCode::bigResult);
}

TEST_CASE("stored elements near the limit do not overflow the ratio", "[extremes]") {
  const Shape huge{3, 65536, kLargest, 8};
  const Shapes shapes{huge, huge, huge, Shape{1, 65536, 1, 8}};
  const Alignment alignment = align(RuleId::multidirectional, shapes);
  REQUIRE(alignment.ok());
  CHECK(findWarnings(alignment, 4).size() > 0);
}

TEST_CASE("MatMul may not have more matrices than a count holds, though they are empty",
          "[extremes]") {
  const Shape many{65536, 134217728, kLargest, 8, 0};
  CHECK_FALSE(align(RuleId::matMul, {many, many}).ok());
  CHECK(align(RuleId::matMul, {Shape{2, 8, 0}, Shape{2, 0, 8}}).ok());
}

TEST_CASE("no product of large matrices is planned past any count", "[extremes]") {
  const Shapes none{Shape{0, 2, kLargest}, Shape{0, kLargest, kLargest}};
  const Attempt result(requestOf(OpId::matMul, none));
  REQUIRE(result.ok());
  CHECK(result.lowered().shape == Shape{0, 2, kLargest});
}

TEST_CASE("MatMul of empty operands may not promise too large a result", "[extremes]") {
  const Attempt result(requestOf(OpId::matMul, {Shape{kLargest, 0}, Shape{0, kLargest}}));
  CHECK_FALSE(result.ok());
  CHECK(result.failure() == ErrorCode::tooManyElements);
}

TEST_CASE("variadic operators have no optional inputs", "[extremes]") {
  for (OpId op : {OpId::sum, OpId::mean, OpId::max, OpId::min}) {
    OperatorRequest request = requestOf(op, {Shape{3}, Shape{}, Shape{3}});
    request.types[1] = kAbsent;
    CHECK(Attempt(std::move(request)).error() == ObjectionCode::operandCount);
  }
}

}  // namespace simdcast::test::extremes_test
