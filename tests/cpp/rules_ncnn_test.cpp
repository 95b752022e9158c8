// Source of the rows: ncnn's binaryop-broadcasting page, all rows, in its own notation; facts 4.3
// and 4.4 for the outer axis, 7 for shapes that ncnn cannot represent. Results and aligned shapes
// in round brackets are outermost first.
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::rules_ncnn_test {
namespace {

constexpr RuleId kRule = RuleId::ncnn;

// The page's "scalar", ncnn's with_scalar, is written () here.
const Accepted kScalarLike[] = {
    {kRule, "[2] ()", "[2]", "[2] [1]"},
    {kRule, "[2] [1]", "[2]", "[2] [1]"},
    {kRule, "[2,3] ()", "[2,3]", "[2,3] [1,1]"},
    {kRule, "[2,3] [1]", "[2,3]", "[2,3] [1,1]"},
    {kRule, "[2,3] [1,1]", "[2,3]", "[2,3] [1,1]"},
    {kRule, "[2,3,4] ()", "[2,3,4]", "[2,3,4] [1,1,1]"},
    {kRule, "[2,3,4] [1]", "[2,3,4]", "[2,3,4] [1,1,1]"},
    {kRule, "[2,3,4] [1,1]", "[2,3,4]", "[2,3,4] [1,1,1]"},
    {kRule, "[2,3,4] [1,1,1]", "[2,3,4]", "[2,3,4] [1,1,1]"},
    {kRule, "[2,3,4,5] ()", "[2,3,4,5]", "[2,3,4,5] [1,1,1,1]"},
    {kRule, "[2,3,4,5] [1]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,1]"},
    {kRule, "[2,3,4,5] [1,1]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,1]"},
    {kRule, "[2,3,4,5] [1,1,1]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,1]"},
    {kRule, "[2,3,4,5] [1,1,1,1]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,1]"},
};
const bool kScalarRows =
    registerRows<Accepted>("ncnn scalar-like", "[rules][ncnn]", kScalarLike, checkAccepted);

const Accepted kEqual[] = {
    {kRule, "[2] [2]", "[2]"},
    {kRule, "[2,3] [2,3]", "[2,3]"},
    {kRule, "[2,3,4] [2,3,4]", "[2,3,4]"},
    {kRule, "[2,3,4,5] [2,3,4,5]", "[2,3,4,5]"},
};
const bool kEqualRows =
    registerRows<Accepted>("ncnn no broadcast", "[rules][ncnn]", kEqual, checkAccepted);

const Accepted kExplicit[] = {
    {kRule, "[2,3] [1,3]", "[2,3]", "[2,3] [1,3]"},
    {kRule, "[2,3] [2,1]", "[2,3]", "[2,3] [2,1]"},
    {kRule, "[2,3,4] [1,3,4]", "[2,3,4]", "[2,3,4] [1,3,4]"},
    {kRule, "[2,3,4] [2,1,4]", "[2,3,4]", "[2,3,4] [2,1,4]"},
    {kRule, "[2,3,4] [2,3,1]", "[2,3,4]", "[2,3,4] [2,3,1]"},
    {kRule, "[2,3,4] [1,1,4]", "[2,3,4]", "[2,3,4] [1,1,4]"},
    {kRule, "[2,3,4] [1,3,1]", "[2,3,4]", "[2,3,4] [1,3,1]"},
    {kRule, "[2,3,4] [2,1,1]", "[2,3,4]", "[2,3,4] [2,1,1]"},
    {kRule, "[2,3,4,5] [1,3,4,5]", "[2,3,4,5]", "[2,3,4,5] [1,3,4,5]"},
    {kRule, "[2,3,4,5] [2,1,4,5]", "[2,3,4,5]", "[2,3,4,5] [2,1,4,5]"},
    {kRule, "[2,3,4,5] [2,3,1,5]", "[2,3,4,5]", "[2,3,4,5] [2,3,1,5]"},
    {kRule, "[2,3,4,5] [2,3,4,1]", "[2,3,4,5]", "[2,3,4,5] [2,3,4,1]"},
    {kRule, "[2,3,4,5] [1,1,4,5]", "[2,3,4,5]", "[2,3,4,5] [1,1,4,5]"},
    {kRule, "[2,3,4,5] [1,3,1,5]", "[2,3,4,5]", "[2,3,4,5] [1,3,1,5]"},
    {kRule, "[2,3,4,5] [1,3,4,1]", "[2,3,4,5]", "[2,3,4,5] [1,3,4,1]"},
    {kRule, "[2,3,4,5] [2,1,1,5]", "[2,3,4,5]", "[2,3,4,5] [2,1,1,5]"},
    {kRule, "[2,3,4,5] [2,1,4,1]", "[2,3,4,5]", "[2,3,4,5] [2,1,4,1]"},
    {kRule, "[2,3,4,5] [2,3,1,1]", "[2,3,4,5]", "[2,3,4,5] [2,3,1,1]"},
    {kRule, "[2,3,4,5] [1,1,1,5]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,5]"},
    {kRule, "[2,3,4,5] [1,1,4,1]", "[2,3,4,5]", "[2,3,4,5] [1,1,4,1]"},
    {kRule, "[2,3,4,5] [1,3,1,1]", "[2,3,4,5]", "[2,3,4,5] [1,3,1,1]"},
    {kRule, "[2,3,4,5] [2,1,1,1]", "[2,3,4,5]", "[2,3,4,5] [2,1,1,1]"},
};
static_assert(std::size(kExplicit) == 22);
const bool kExplicitRows =
    registerRows<Accepted>("ncnn explicit", "[rules][ncnn]", kExplicit, checkAccepted);

const Accepted kImplicitInner[] = {
    {kRule, "[2,3] [3]", "[2,3]", "[2,3] [1,3]"},
    {kRule, "[2,3,4] [4]", "[2,3,4]", "[2,3,4] [1,1,4]"},
    {kRule, "[2,3,4] [3,4]", "[2,3,4]", "[2,3,4] [1,3,4]"},
    {kRule, "[2,3,4,5] [5]", "[2,3,4,5]", "[2,3,4,5] [1,1,1,5]"},
    {kRule, "[2,3,4,5] [4,5]", "[2,3,4,5]", "[2,3,4,5] [1,1,4,5]"},
    {kRule, "[2,3,4,5] [3,4,5]", "[2,3,4,5]", "[2,3,4,5] [1,3,4,5]"},
};
const bool kInnerRows =
    registerRows<Accepted>("ncnn implicit inner", "[rules][ncnn]", kImplicitInner, checkAccepted);

const Accepted kImplicitOuter[] = {
    {kRule, "[2,3] [2]", "[2,3]", "[2,3] [2,1]"},
    {kRule, "[2,3,4] [2]", "[2,3,4]", "[2,3,4] [2,1,1]"},
    {kRule, "[2,3,4,5] [2]", "[2,3,4,5]", "[2,3,4,5] [2,1,1,1]"},
};
const bool kOuterRows =
    registerRows<Accepted>("ncnn implicit outer", "[rules][ncnn]", kImplicitOuter, checkAccepted);

// Facts 4.3 item 6, and generator 6 of facts 4.5: if both axes fit, the outermost wins.
const Accepted kPriority[] = {
    {kRule, "[2,2] [2]", "[2,2]", "[2,2] [1,2]"},
    {kRule, "[2] [2,2]", "[2,2]", "[1,2] [2,2]"},
    {kRule, "[3,4,3] [3]", "[3,4,3]", "[3,4,3] [1,1,3]"},
    {kRule, "[3,4,5,3] [3]", "[3,4,5,3]", "[3,4,5,3] [1,1,1,3]"},
};
const bool kPriorityRows =
    registerRows<Accepted>("ncnn priority", "[rules][ncnn]", kPriority, checkAccepted);

const Accepted kBothWays[] = {
    {kRule, "[1,3] [2,1]", "[2,3]", "[1,3] [2,1]"},
    {kRule, "[3] [2,3]", "[2,3]", "[1,3] [2,3]"},
    {kRule, "[2] [2,3,4]", "[2,3,4]", "[2,1,1] [2,3,4]"},
    {kRule, "[3,4] [2,3,4]", "[2,3,4]", "[1,3,4] [2,3,4]"},
    {kRule, "[2,3] [1,1,1]", "[1,2,3]", "[1,2,3] [1,1,1]"},
};
const bool kBothWaysRows =
    registerRows<Accepted>("ncnn both ways", "[rules][ncnn]", kBothWays, checkAccepted);

const Refused kRefused[] = {
    // A vector whose length is not the outermost size is aligned with w, and never with h or d.
    {kRule, "[5,3,4] [3]", ErrorCode::sizeConflict, 2},
    {kRule, "[2,3,4,5] [3]", ErrorCode::sizeConflict, 3},
    {kRule, "[2,3] [4]", ErrorCode::sizeConflict, 1},
    // ncnn#5673, which comes out as (197,768,768) there.
    {kRule, "(197,768) (1,197,768)", ErrorCode::sizeConflict, 1},
    {kRule, "[2,3,4] [2,3]", ErrorCode::sizeConflict, 0},
    {kRule, "() ()", ErrorCode::rankNotRepresentable},
    {kRule, "[1,1,1,1,1] [1]", ErrorCode::rankNotRepresentable},
    {kRule, "[0,3] [3]", ErrorCode::zeroNotRepresentable},
    {kRule, "[2] [0]", ErrorCode::zeroNotRepresentable},
    {kRule, "[2] [2] [2]", ErrorCode::operandCount},
};
const bool kRefusedRows = registerRows<Refused>("ncnn", "[rules][ncnn]", kRefused, checkRefused);

TEST_CASE("ncnn: placement is the side of an implicit axis", "[rules][ncnn]") {
  CHECK(align(kRule, shapes("[2,3] [3]")).operands[1].placement == Placement::left);
  CHECK(align(kRule, shapes("[2,3,4] [3,4]")).operands[1].placement == Placement::left);
  CHECK(align(kRule, shapes("[2,3] [2]")).operands[1].placement == Placement::right);
}

}  // namespace
}  // namespace simdcast::test::rules_ncnn_test
