// The rules of PRelu-1 and -6 (facts 2.8), of Max, Min, Sum and Mean before opset 8 (facts 1c), and
// of MatMul (facts 1f); and the table of rules itself.
#include <catch2/catch_test_macros.hpp>

#include "rules/fixes.hpp"
#include "rules/warnings.hpp"
#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_others_test {
namespace {

constexpr RuleId kSlope = RuleId::perChannel;

const Accepted kPerChannel[] = {
    {kSlope, "(2,3,4,5) (3)", "(2,3,4,5)", "(2,3,4,5) (1,3,1,1)"},
    {kSlope, "(2,3) (3)", "(2,3)", "(2,3) (1,3)"},
    {kSlope, "(2,3,3) (3)", "(2,3,3)", "(2,3,3) (1,3,1)"},
    {kSlope, "(2,3,4) (1)", "(2,3,4)", "(2,3,4) (1,1,1)"},
    {kSlope, "(2,3,4) ()", "(2,3,4)", "(2,3,4) (1,1,1)"},
    {kSlope, "(5) (1)", "(5)", "(5) (1)"},
};
const bool kPerChannelRows =
    registerRows<Accepted>("PRelu-6", "[rules]", kPerChannel, checkAccepted);

TEST_CASE("PRelu-6: a slope of another length than the channels is rejected", "[rules]") {
  CHECK_FALSE(align(kSlope, shapes("(2,3,4) (4)")).ok());
  CHECK_FALSE(align(kSlope, shapes("(2,3,4) (2)")).ok());
  CHECK_FALSE(align(kSlope, shapes("(2,1,4) (3)")).ok());
  CHECK_FALSE(align(kSlope, shapes("(3) (3)")).ok());
  CHECK_FALSE(align(kSlope, shapes("(2,3,4) (3,1)")).ok());
}

constexpr RuleId kSame = RuleId::equal;

const Accepted kEqual[] = {
    {kSame, "(2,3) (2,3)", "(2,3)"},
    {kSame, "(2,3) (2,3) (2,3)", "(2,3)"},
    {kSame, "() ()", "()"},
    {kSame, "(0,3) (0,3)", "(0,3)"},
};
const bool kEqualRows = registerRows<Accepted>("equal shapes", "[rules]", kEqual, checkAccepted);

TEST_CASE("equal shapes: nothing stretches", "[rules]") {
  CHECK_FALSE(align(kSame, shapes("(2,3) (1,3)")).ok());
  CHECK_FALSE(align(kSame, shapes("(2,3) (3)")).ok());
  CHECK_FALSE(align(kSame, shapes("(1,3) (3)")).ok());
  CHECK_FALSE(align(kSame, shapes("(2,3) (2,3) (1,1)")).ok());
}

constexpr RuleId kProduct = RuleId::matMul;

// numpy.matmul: stacks broadcast, a vector on the left is a row and one on the right a column, and
// its axis is omitted from the result. The axes are those of the stack, m, k and n.
const Accepted kMatMul[] = {
    {kProduct, "(2,3) (3,4)", "(2,4)", "(2,3,1) (1,3,4)"},
    {kProduct, "(2,1,3,4) (5,4,6)", "(2,5,3,6)", "(2,1,3,4,1) (1,5,1,4,6)"},
    {kProduct, "(9,5,7,4) (9,5,4,3)", "(9,5,7,3)", "(9,5,7,4,1) (9,5,1,4,3)"},
    {kProduct, "(3,4) (2,5,4,6)", "(2,5,3,6)", "(1,1,3,4,1) (2,5,1,4,6)"},
    {kProduct, "(3) (3)", "()", "(3) (3)"},
    {kProduct, "(3) (3,4)", "(4)", "(3,1) (3,4)"},
    {kProduct, "(2,3) (3)", "(2)", "(2,3) (1,3)"},
    {kProduct, "(3) (5,3,2)", "(5,2)", "(1,3,1) (5,3,2)"},
    {kProduct, "(4,2,3) (3)", "(4,2)", "(4,2,3) (1,1,3)"},
    {kProduct, "(2,0) (0,3)", "(2,3)", "(2,0,1) (1,0,3)"},
    {kProduct, "(1,2,3) (0,3,4)", "(0,2,4)", "(1,2,3,1) (0,1,3,4)"},
};
const bool kMatMulRows = registerRows<Accepted>("MatMul", "[rules]", kMatMul, checkAccepted);

const Refused kNoMatMul[] = {
    {kProduct, "(2,3) (4,5)", ErrorCode::innerMismatch, 1},
    {kProduct, "(2,3) (1,5)", ErrorCode::innerMismatch, 1},
    {kProduct, "(2,1) (3,5)", ErrorCode::innerMismatch, 1},
    {kProduct, "(3) (4)", ErrorCode::innerMismatch, 0},
    {kProduct, "(3) (4,5)", ErrorCode::innerMismatch, 0},
    {kProduct, "(2,3) (4)", ErrorCode::innerMismatch, 1},
    {kProduct, "(2,2,3) (3,3,4)", ErrorCode::sizeConflict, 0},
    {kProduct, "(0,2,3) (2,3,4)", ErrorCode::sizeConflict, 0},
    {kProduct, "() (3)", ErrorCode::rankTooLow},
    {kProduct, "(3,4) ()", ErrorCode::rankTooLow},
};
const bool kNoMatMulRows = registerRows<Refused>("MatMul", "[rules]", kNoMatMul, checkRefused);

// A transposed factor is the commonest mistake: x·W with W (out,in).
TEST_CASE("MatMul: factors whose inner sizes differ are repaired by a transpose", "[rules]") {
  const Shapes operands = shapes("(8,64) (32,64)");
  const Fixes fixes = findFixes(align(kProduct, operands), operands);
  REQUIRE_FALSE(fixes.empty());
  CHECK(fixes[0].kind == FixKind::transpose);
  CHECK(fixes[0].operand == 1);
  CHECK(written(fixes[0].output) == "(8,32)");
  CHECK_FALSE(fixes[0].grows);
}

// A product usually has more elements than its factors, and m may be n.
TEST_CASE("MatMul: only stacks are warned of", "[rules]") {
  const auto warned = [](std::string_view operands) {
    return findWarnings(align(kProduct, shapes(operands)), 4);
  };
  CHECK(warned("(5,2) (2,5)").empty());
  CHECK(warned("(3,3) (3)").empty());
  CHECK(warned("(3,4) (3,3,4,5)")[0].code == WarningCode::rankChange);
  CHECK(warned("(3,1,2,2) (3,2,2)")[0].code == WarningCode::outerProduct);
}

TEST_CASE("every rule is found by its name", "[rules]") {
  const RuleId ids[] = {
      RuleId::multidirectional, RuleId::unidirectional, RuleId::legacy, RuleId::ncnn,
      RuleId::expand,           RuleId::perChannel,     RuleId::equal,  RuleId::matMul};
  const std::string_view names[] = {"multidirectional", "unidirectional", "legacy", "ncnn",
                                    "expand",           "perChannel",     "equal",  "matMul"};
  for (std::size_t i = 0; i < std::size(ids); ++i) {
    CHECK(rule(ids[i]).name == names[i]);
    CHECK(findRule(names[i]) == ids[i]);
  }
  CHECK_FALSE(findRule("torch").has_value());
}

template <class Code>
bool haveDifferentNames() {
  for (int i = 0; i < static_cast<int>(Code::count); ++i)
    for (int j = 0; j < i; ++j)
      if (name(static_cast<Code>(i)) == name(static_cast<Code>(j))) return false;
  return true;
}

TEST_CASE("every objection has a spelling of its own", "[rules]") {
  const std::string_view names[] = {
      "none",
      "not_in_opset",
      "operand_count",
      "types_differ",
      "type_unsupported",
      "attribute_unknown",
      "attribute_missing",
      "result_unsupported",
      "inner_mismatch",
  };
  REQUIRE(std::size(names) == static_cast<std::size_t>(ObjectionCode::count));
  for (std::size_t i = 0; i < std::size(names); ++i)
    CHECK(name(static_cast<ObjectionCode>(i)) == names[i]);
  CHECK(haveDifferentNames<ObjectionCode>());
}

TEST_CASE("every error code has a spelling of its own", "[rules]") {
  const std::string_view names[] = {
      "size_conflict",     "target_would_grow",      "rank_exceeds_target",
      "interior_one",      "axis_out_of_range",      "negative_axis",
      "broadcast_off",     "rank_not_representable", "zero_not_representable",
      "operand_count",     "rank_too_high",          "rank_too_low",
      "too_many_elements", "negative_size",          "inner_mismatch"};
  for (std::size_t i = 0; i < std::size(names); ++i)
    CHECK(name(static_cast<ErrorCode>(i + 1)) == names[i]);
  CHECK(haveDifferentNames<ErrorCode>());
}

}  // namespace
}  // namespace simdcast::test::rules_others_test
