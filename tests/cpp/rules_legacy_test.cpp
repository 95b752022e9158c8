// The rule of opsets 1 to 6. Sources: the text of Add-6, and the acceptance table of facts 3.4.
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_legacy_test {
namespace {

constexpr RuleId kRule = RuleId::legacy;

const Accepted kDocumented[] = {
    {kRule, "(2,3,4,5) ()", "(2,3,4,5)", "(2,3,4,5) (1,1,1,1)"},
    {kRule, "(2,3,4,5) (1,1)", "(2,3,4,5)", "(2,3,4,5) (1,1,1,1)"},
    {kRule, "(2,3,4,5) (5)", "(2,3,4,5)", "(2,3,4,5) (1,1,1,5)"},
    {kRule, "(2,3,4,5) (4,5)", "(2,3,4,5)", "(2,3,4,5) (1,1,4,5)"},
    {kRule, "(2,3,4,5) (3,4)", "(2,3,4,5)", "(2,3,4,5) (1,3,4,1)", onAxis(1)},
    {kRule, "(2,3,4,5) (2)", "(2,3,4,5)", "(2,3,4,5) (2,1,1,1)", onAxis(0)},
};
const bool kDocumentedRows =
    registerRows<Accepted>("Add-6", "[rules][legacy]", kDocumented, checkAccepted);

// Facts 3.4, the rows that accept, in the table's order.
const Accepted kTable[] = {
    {kRule, "(2,3) (2,3)", "(2,3)", "(2,3) (2,3)", broadcastOff()},
    {kRule, "() ()", "()", "() ()", broadcastOff()},
    {kRule, "(2,3) (1)", "(2,3)", "(2,3) (1,1)"},
    {kRule, "(2,3) (1,1)", "(2,3)", "(2,3) (1,1)", onAxis(7)},
    {kRule, "(2,3) ()", "(2,3)", "(2,3) (1,1)", onAxis(-9)},
    {kRule, "(2,3,4) (3,4)", "(2,3,4)", "(2,3,4) (1,3,4)"},
    {kRule, "(2,3,4,5) (2,3,4)", "(2,3,4,5)", "(2,3,4,5) (2,3,4,1)", onAxis(0)},
    {kRule, "(2,3,4,5) (3,4,5)", "(2,3,4,5)", "(2,3,4,5) (1,3,4,5)", onAxis(1)},
    {kRule, "(2,3) (2,1)", "(2,3)", "(2,3) (2,1)", onAxis(0)},
    {kRule, "(2,3) (1,3)", "(2,3)", "(2,3) (1,3)", onAxis(0)},
    {kRule, "(2,3,4,5) (1,3,1,1)", "(2,3,4,5)", "(2,3,4,5) (1,3,1,1)"},
    {kRule, "(2,3,4,5) (1,3,4)", "(2,3,4,5)", "(2,3,4,5) (1,3,4,1)", onAxis(0)},
    {kRule, "(2,1,4) (2,1,4)", "(2,1,4)", "(2,1,4) (2,1,4)"},
    {kRule, "(0,3) (1,3)", "(0,3)", "(0,3) (1,3)"},
    {kRule, "(2,0) (2)", "(2,0)", "(2,0) (2,1)", onAxis(0)},
};
const bool kTableRows = registerRows<Accepted>("legacy", "[rules][legacy]", kTable, checkAccepted);

// Facts 3.4, the rows with errors, in the table's order.
const Refused kRefused[] = {
    {kRule, "(2,3) (3)", ErrorCode::broadcastOff, kNoAxis, broadcastOff()},
    {kRule, "(2,3) ()", ErrorCode::broadcastOff, kNoAxis, broadcastOff()},
    {kRule, "(3) (2,3)", ErrorCode::rankExceedsTarget},
    {kRule, "(2) (1,1)", ErrorCode::rankExceedsTarget},
    {kRule, "(2,3) (3)", ErrorCode::negativeAxis, kNoAxis, onAxis(-2)},
    {kRule, "(2,3,4) (3,4)", ErrorCode::axisOutOfRange, kNoAxis, onAxis(2)},
    {kRule, "(2,3,4) (4)", ErrorCode::axisOutOfRange, kNoAxis, onAxis(3)},
    {kRule, "(2,3,4,5) (3,5)", ErrorCode::sizeConflict, 2, onAxis(1)},
    {kRule, "(2,3,4,5) (3,4)", ErrorCode::sizeConflict, 2},
    {kRule, "(2,3,4,5) (2,1,1,5)", ErrorCode::interiorOne, 1},
    {kRule, "(2,3,4,5) (3,1,5)", ErrorCode::interiorOne, 2},
    {kRule, "(2,1,4) (3,4)", ErrorCode::targetWouldGrow, 1},
    {kRule, "(3,1) (4)", ErrorCode::targetWouldGrow, 1},
    {kRule, "(3)", ErrorCode::operandCount},
    {kRule, "(3) (3) (3)", ErrorCode::operandCount},
};
const bool kRefusedRows =
    registerRows<Refused>("legacy", "[rules][legacy]", kRefused, checkRefused);

TEST_CASE("legacy: an axis of -1 is the suffix", "[rules][legacy]") {
  const Alignment given = align(kRule, shapes("(2,3,4) (4)"), onAxis(-1));
  const Alignment suffix = align(kRule, shapes("(2,3,4) (4)"), onAxis(2));
  REQUIRE(given.ok());
  REQUIRE(suffix.ok());
  CHECK(given.operands[1].aligned == suffix.operands[1].aligned);
}

TEST_CASE("legacy: one element is placed as a scalar, another shape by its axis", "[rules]") {
  CHECK(align(kRule, shapes("(2,3) (1,1)")).operands[1].placement == Placement::scalar);
  CHECK(align(kRule, shapes("(2,3) (2)"), onAxis(0)).operands[1].placement == Placement::axis);
  CHECK(align(kRule, shapes("(2,3) (3)")).operands[1].placement == Placement::right);
}

TEST_CASE("legacy: an interior 1 over a 1 of A is equal sizes", "[rules][legacy]") {
  const Alignment alignment = align(kRule, shapes("(2,1,4) (2,1,4)"));
  REQUIRE(alignment.ok());
  CHECK(alignment.axes[1].outcome == Outcome::ones);
}

}  // namespace
}  // namespace simdcast::test::rules_legacy_test
