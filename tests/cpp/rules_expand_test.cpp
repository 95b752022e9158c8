// Source of the rows: ONNX's Expand examples and test data, as facts 2.9 lists them. The second
// operand is the requested shape.
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_expand_test {
namespace {

constexpr RuleId kRule = RuleId::expand;

const Accepted kDocumented[] = {
    {kRule, "(3,1) (2,1,6)", "(2,3,6)", "(1,3,1) (2,1,6)"},
    {kRule, "(1,3,1) (3,1)", "(1,3,1)"},
    {kRule, "(1,3,1) (1,3)", "(1,3,3)"},
    {kRule, "(1,3,1) (3,1,3)", "(3,3,3)"},
    {kRule, "(1,3,1) (3,3,1,3)", "(3,3,3,3)"},
    {kRule, "() (4,8)", "(4,8)"},
    {kRule, "(2,3) ()", "(2,3)"},
    {kRule, "(3,4) (1,1)", "(3,4)"},
    {kRule, "(1,3) (0,3)", "(0,3)"},
    {kRule, "(0) (0)", "(0)"},
    {kRule, "(0) (1)", "(0)"},
};
const bool kDocumentedRows =
    registerRows<Accepted>("Expand", "[rules][expand]", kDocumented, checkAccepted);

const Refused kRefused[] = {
    {kRule, "(2) (0)", ErrorCode::sizeConflict, 0},
    {kRule, "(2,3) (2,4)", ErrorCode::sizeConflict, 1},
    {kRule, "(0) (2)", ErrorCode::sizeConflict, 0},
    {kRule, "(3)", ErrorCode::operandCount},
};
const bool kRefusedRows =
    registerRows<Refused>("Expand", "[rules][expand]", kRefused, checkRefused);

TEST_CASE("Expand: a size of -1 is not supported", "[rules][expand]") {
  const Alignment alignment = align(kRule, shapes("(2,3) (-1,3)"));
  REQUIRE_FALSE(alignment.ok());
  CHECK(alignment.failures[0].code == ErrorCode::negativeSize);
}

TEST_CASE("Expand: the shape asked for stores no elements", "[rules][expand]") {
  const Alignment alignment = align(kRule, shapes("(3,1) (2,1,6)"));
  CHECK(storedElements(alignment, 0) == 3);
  CHECK(storedElements(alignment, 1) == 0);
}

}  // namespace
}  // namespace simdcast::test::rules_expand_test
