// Warnings on legal results. Source of the cases: demo 7.7 and the presets of demo 7.19.
#include "rules/warnings.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/tables.hpp"

namespace simdcast::test::warnings_test {
namespace {

constexpr Count kFloat = 4;

Warnings warningsOf(std::string_view operands, RuleId rule = RuleId::multidirectional) {
  return findWarnings(align(rule, shapes(operands)), kFloat);
}

const Warning* find(const Warnings& warnings, WarningCode code) {
  const auto* found = std::ranges::find(warnings, code, &Warning::code);
  return found == warnings.end() ? nullptr : found;
}

bool fires(std::string_view operands, WarningCode code) {
  return find(warningsOf(operands), code) != nullptr;
}

// A preset, and which of the warnings about wrong meaning and size it fires.
struct Preset {
  std::string_view id;
  std::string_view operands;
  bool outerProduct = false;
  bool squareTrap = false;
  bool bigResult = false;

  [[nodiscard]] std::string name() const { return std::string(id) + " " + std::string(operands); }
};

const Preset kPresets[] = {
    {"P01", "(4) ()"},
    {"P02", "(4,3) (3)"},
    {"P03", "(4,1) (3)"},
    {"P04", "(8,1,6,1) (7,1,5)"},
    {"P05", "(256,256,3) (3)"},
    {"P07", "(3,4) (3,1)"},
    {"P08", "(3,3) (3)", false, true},
    {"P09", "(77,1) (77)", true},
    {"P11", "(2,3,4) (2,1,1)"},
    {"P12", "(2,256,256) (2,1,256,256)", true},
    {"P17", "(0,3) (1,3)"},
    {"P19", "(2,1) (1,3) ()"},
    {"P20", "(5,1) (1,6) (6) ()"},
    {"P21", "(60000,1) (60000)", true, false, true},
    {"P22", "(5,1,3) (10,3)"},
};

void checkPreset(const Preset& preset) {
  CHECK(fires(preset.operands, WarningCode::outerProduct) == preset.outerProduct);
  CHECK(fires(preset.operands, WarningCode::squareTrap) == preset.squareTrap);
  CHECK(fires(preset.operands, WarningCode::bigResult) == preset.bigResult);
}
const bool kPresetRows =
    registerRows<Preset>("warnings of preset", "[warnings]", kPresets, checkPreset);

TEST_CASE("the outer product names its axes and operands", "[warnings]") {
  const Warnings warnings = warningsOf("(77,1) (77)");
  const Warning* warning = find(warnings, WarningCode::outerProduct);
  REQUIRE(warning != nullptr);
  CHECK(warning->axes == (bit(0) | bit(1)));
  CHECK(warning->operands == (bit(0) | bit(1)));
}

TEST_CASE("the square trap names both axes that would fit", "[warnings]") {
  const Warnings warnings = warningsOf("(3,3) (3)");
  const Warning* warning = find(warnings, WarningCode::squareTrap);
  REQUIRE(warning != nullptr);
  CHECK(warning->axes == (bit(0) | bit(1)));
  CHECK(has(warning->operands, 1));
}

struct Trap {
  std::string_view operands;
  SmallVector<std::string_view, 3> others;
};

// The shapes for the other axes; empty if there is only one choice.
TEST_CASE("a square trap has a fix for each other choice of axes", "[warnings]") {
  const Trap traps[] = {
      {"(3,3) (3)", {"(3,1)"}},
      {"(3) (3,3)", {"(3,1)"}},
      {"(3,3,3) (3,3)", {"(3,1,3)", "(3,3,1)"}},
      {"(3,3,3) (3)", {"(3,1)", "(3,1,1)"}},
      {"(10,10,5) (10,5)", {"(10,1,5)"}},
      {"(2,3,2,3) (2,3)", {"(2,1,1,3)", "(2,3,1,1)"}},
      {"(4,4,1) (4,1)", {}},
      {"(3,1,3) (3)", {"(3,1,1)"}},
      {"(32,3,3) (3,3)", {}},
      {"(3,3) (3,1)", {}},
      {"(3,3) (1,3)", {}},
      {"(3,3,3) (3,1)", {}},
      {"(3,4) (4)", {}},
      {"(1,1) (1)", {}},
      {"(3,3) ()", {}},
  };
  for (const Trap& trap : traps) {
    INFO(trap.operands);
    const Warnings warnings = warningsOf(trap.operands);
    const Warning* warning = find(warnings, WarningCode::squareTrap);
    REQUIRE((warning != nullptr) == !trap.others.empty());
    if (warning == nullptr) continue;
    REQUIRE(warning->fixes.size() == trap.others.size());
    for (int i = 0; i < trap.others.size(); ++i)
      CHECK(written(warning->fixes[i].shape) == trap.others[i]);
  }
}

// The fix writes the axes, which leaves no warning.
TEST_CASE("the fix of a square trap ends the warning", "[warnings]") {
  for (const std::string_view operands : {"(3,3) (3)", "(3,3,3) (3,3)", "(3,3,3) (3)"}) {
    const Warnings warnings = warningsOf(operands);
    const Warning* warning = find(warnings, WarningCode::squareTrap);
    REQUIRE(warning != nullptr);
    for (const Fix& fix : warning->fixes) {
      Shapes changed = shapes(operands);
      changed[fix.operand] = fix.shape;
      INFO(written(changed));
      const Warnings left = findWarnings(align(RuleId::multidirectional, changed), kFloat);
      CHECK(find(left, WarningCode::squareTrap) == nullptr);
    }
  }
}

TEST_CASE("a rule that leaves no choice of axes has no square trap", "[warnings]") {
  CHECK_FALSE(find(warningsOf("(3,3) (3)", RuleId::perChannel), WarningCode::squareTrap));
  const Warnings named =
      findWarnings(align(RuleId::legacy, shapes("(3,3) (3)"), onAxis(0)), kFloat);
  CHECK_FALSE(find(named, WarningCode::squareTrap));
  CHECK(find(warningsOf("(3,3) (3)", RuleId::legacy), WarningCode::squareTrap));
}

TEST_CASE("the fixes of an outer product pair the elements one to one", "[warnings]") {
  const Warnings warnings = warningsOf("(77,1) (77)");
  const Warning* warning = find(warnings, WarningCode::outerProduct);
  REQUIRE(warning != nullptr);
  REQUIRE_FALSE(warning->fixes.empty());
  CHECK(written(warning->fixes[0].shape) == "(77,1)");
  for (const Fix& fix : warning->fixes) CHECK_FALSE(fix.grows);
}

TEST_CASE("a length of 1 is no square trap, and no outer product", "[warnings]") {
  CHECK_FALSE(fires("(1,1) (1)", WarningCode::squareTrap));
  CHECK_FALSE(fires("(1,1) (1)", WarningCode::outerProduct));
  CHECK_FALSE(fires("(5,1) (6)", WarningCode::outerProduct));
}

TEST_CASE("a result over 100 MB is big", "[warnings]") {
  CHECK(fires("(5000,5300) (5300)", WarningCode::bigResult));
  CHECK_FALSE(fires("(5000,4900) (4900)", WarningCode::bigResult));
  // 100,000,000 bytes, and 4 more.
  CHECK_FALSE(fires("(25000000) ()", WarningCode::bigResult));
  CHECK(fires("(25000001) ()", WarningCode::bigResult));
}

TEST_CASE("a result over 1000 times the stored elements is big", "[warnings]") {
  CHECK_FALSE(fires("(2000,1) (2000)", WarningCode::bigResult));
  CHECK(fires("(2001,1) (2001)", WarningCode::bigResult));
  // 4,501,500 of 4,501.
  CHECK(fires("(1500,1) (3001)", WarningCode::bigResult));
}

TEST_CASE("ncnn's missing check is reported with ncnn's result", "[warnings]") {
  const Alignment alignment = align(RuleId::ncnn, shapes("(197,768) (1,197,768)"));
  REQUIRE_FALSE(alignment.ok());
  const Warnings warnings = findWarnings(alignment, kFloat);
  CHECK(find(warnings, WarningCode::ncnnUnchecked) != nullptr);
  CHECK(uncheckedOutput(alignment) == shape("(197,768,768)"));
}

TEST_CASE("only a conflict under ncnn is unchecked", "[warnings]") {
  CHECK(find(warningsOf("[2,3] [3]", RuleId::ncnn), WarningCode::ncnnUnchecked) == nullptr);
  CHECK_FALSE(fires("(3,4) (3)", WarningCode::ncnnUnchecked));
}

TEST_CASE("a change of rank is noted", "[warnings]") {
  CHECK(fires("(2,3) (3)", WarningCode::rankChange));
  CHECK_FALSE(fires("(2,3) (1,3)", WarningCode::rankChange));
}

// The mask of all operands was shifted by its own width if all its bits were used.
TEST_CASE("the most operands that there may be are warned of like fewer", "[warnings]") {
  for (const int count : {30, 31, 32}) {
    INFO(count);
    Shapes operands(count, shape("(3000)"));
    operands[0] = shape("(9000,1)");
    const Warnings warnings = findWarnings(align(RuleId::multidirectional, operands), kFloat);
    const Warning* big = find(warnings, WarningCode::bigResult);
    REQUIRE(big != nullptr);
    CHECK(big->axes == 0);
    const auto all = static_cast<OperandMask>((std::uint64_t{1} << count) - 1);
    CHECK(big->operands == all);
    const Warning* changed = find(warnings, WarningCode::rankChange);
    REQUIRE(changed != nullptr);
    CHECK(changed->axes == bit(0));
    CHECK(changed->operands == (all & ~bit(0)));
    CHECK(warnings.size() == 2);
  }
}

// Elements without a width, such as strings, caused a division by zero.
TEST_CASE("elements of unknown width are warned of by their number", "[warnings]") {
  for (const std::string_view operands : {"(4) ()", "(2001,1) (2001)", "(0,3) (1,3)"}) {
    INFO(operands);
    const Alignment alignment = align(RuleId::multidirectional, shapes(operands));
    const bool isBig = find(findWarnings(alignment, 0), WarningCode::bigResult) != nullptr;
    CHECK(isBig == (operands == "(2001,1) (2001)"));
  }
}

TEST_CASE("every warning has a spelling of its own", "[warnings]") {
  CHECK(name(WarningCode::outerProduct) == "outer_product");
  CHECK(name(WarningCode::squareTrap) == "square_trap");
  CHECK(name(WarningCode::rankChange) == "rank_change");
  CHECK(name(WarningCode::ncnnUnchecked) == "ncnn_unchecked");
  CHECK(name(WarningCode::bigResult) == "big_result");
}

}  // namespace
}  // namespace simdcast::test::warnings_test
