// Source of the rows: ONNX's Broadcasting.md, its second section, and facts 6.5.
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_unidirectional_test {
namespace {

constexpr RuleId kRule = RuleId::unidirectional;

const Accepted kDocumented[] = {
    {kRule, "(2,3,4,5) ()", "(2,3,4,5)", "(2,3,4,5) (1,1,1,1)"},
    {kRule, "(2,3,4,5) (5)", "(2,3,4,5)", "(2,3,4,5) (1,1,1,5)"},
    {kRule, "(2,3,4,5) (2,1,1,5)", "(2,3,4,5)", "(2,3,4,5) (2,1,1,5)"},
    {kRule, "(2,3,4,5) (1,3,1,5)", "(2,3,4,5)", "(2,3,4,5) (1,3,1,5)"},
};
const bool kDocumentedRows =
    registerRows<Accepted>("Broadcasting.md unidirectional", "[rules]", kDocumented, checkAccepted);

const Accepted kMore[] = {
    {kRule, "() ()", "()"},    {kRule, "(2,3) (2,3)", "(2,3)"}, {kRule, "(0,3) (1,3)", "(0,3)"},
    {kRule, "(0) (1)", "(0)"}, {kRule, "(0) (0)", "(0)"},
};
const bool kMoreRows = registerRows<Accepted>("unidirectional", "[rules]", kMore, checkAccepted);

const Refused kRefused[] = {
    {kRule, "(3,1) (4)", ErrorCode::targetWouldGrow, 1},
    {kRule, "(2,1,5) (3,1)", ErrorCode::targetWouldGrow, 1},
    {kRule, "(4,5) (2,3,4,5)", ErrorCode::rankExceedsTarget},
    {kRule, "(4,5) (1,4,5)", ErrorCode::rankExceedsTarget},
    {kRule, "() (1)", ErrorCode::rankExceedsTarget},
    {kRule, "(3,4) (3)", ErrorCode::sizeConflict, 1},
    {kRule, "(0) (2)", ErrorCode::sizeConflict, 0},
    {kRule, "(2) (0)", ErrorCode::sizeConflict, 0},
};
const bool kRefusedRows =
    registerRows<Refused>("unidirectional", "[rules]", kRefused, checkRefused);

TEST_CASE("unidirectional: a target of 1 does not take a zero size", "[rules]") {
  CHECK_FALSE(align(kRule, shapes("(1) (0)")).ok());
}

TEST_CASE("unidirectional: the target is never stretched", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(2,1,4) (1,4)"));
  REQUIRE(alignment.ok());
  CHECK(alignment.operands[0].stretched == 0);
  CHECK(alignment.operands[0].placement == Placement::target);
  CHECK(alignment.operands[1].stretched == bit(0));
}

TEST_CASE("unidirectional: an axis where the target would grow is rejected", "[rules]") {
  const Alignment alignment = align(kRule, shapes("(3,1) (4)"));
  CHECK(alignment.axes[1].outcome == Outcome::refused);
  CHECK(has(alignment.failures[0].operands, 1));
}

}  // namespace
}  // namespace simdcast::test::rules_unidirectional_test
