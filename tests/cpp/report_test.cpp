// The report of an alignment. Source of its members: web/base/alignment.ts.
#include "explain/report.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "explain/sentences.hpp"
#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test::report_test {
namespace {

using List = Numbers;

// All three parts, of elements of 4 bytes.
struct Findings {
  std::vector<AxisReport> axes;
  std::vector<FindingReport> conflicts;
};

struct Advice {
  std::vector<WarningReport> warnings;
  std::vector<FixReport> fixes;
  std::vector<SentenceReport> sentences;
  std::string text;
};

struct Report {
  Facts facts;
  Findings findings;
  Advice advice;
};

Report reportOf(RuleId rule, const Shapes& operands, const RuleParams& params = {}) {
  const Alignment alignment = align(rule, operands, params);
  return {factsOf(alignment, 4),
          {axesOf(alignment), conflictsOf(alignment)},
          {warningsOf(alignment, 4), fixesOf(alignment, operands), sentencesOf(alignment),
           verdict(alignment, findFixes(alignment, operands))}};
}

Report reportOf(RuleId rule, std::string_view operands, const RuleParams& params = {}) {
  return reportOf(rule, shapes(operands), params);
}

TEST_CASE("report: an accepted pair", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(4,1) (3)");
  CHECK(report.facts.rule == "multidirectional");
  CHECK(report.facts.order == "outermostFirst");
  CHECK(report.facts.ok);
  CHECK(report.facts.outputShape == List{4, 3});
  CHECK(report.facts.outputElements == 12);
  CHECK(report.findings.conflicts.empty());
  CHECK(report.advice.fixes.empty());
  CHECK_FALSE(report.advice.sentences.empty());
  CHECK_FALSE(report.advice.text.empty());
}

TEST_CASE("report: the operands", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(4,1) (3)");
  const OperandReport& a = report.facts.operands.at(0);
  CHECK(a.name == "A");
  CHECK(a.shape == List{4, 1});
  CHECK(a.aligned == List{4, 1});
  CHECK(a.added.empty());
  CHECK(a.stretched == List{1});
  CHECK(a.strides == Counts{1, 0});
  CHECK(a.elements == 4);
  CHECK(a.bytes == 16);
  const OperandReport& b = report.facts.operands.at(1);
  CHECK(b.name == "B");
  CHECK(b.aligned == List{1, 3});
  CHECK(b.added == List{0});
  CHECK(b.stretched == List{0});
  CHECK(b.placement == "right");
  CHECK(b.strides == Counts{0, 1});
}

TEST_CASE("report: the axes", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(4,1) (3)");
  REQUIRE(report.findings.axes.size() == 2);
  const AxisReport& axis0 = report.findings.axes.at(0);
  CHECK(axis0.axis == 0);
  CHECK(axis0.fromEnd == -2);
  CHECK(axis0.sizes == List{4, 1});
  CHECK_FALSE(axis0.added[0]);
  CHECK(axis0.added[1]);
  CHECK(axis0.size == 4);
  CHECK(axis0.outcome == "stretched");
  CHECK(axis0.stretched == List{1});
  const AxisReport& axis1 = report.findings.axes.at(1);
  CHECK(axis1.fromEnd == -1);
  CHECK(axis1.sizes == List{1, 3});
  CHECK(axis1.stretched == List{0});
  CHECK_FALSE(axis1.text.empty());
}

TEST_CASE("report: a conflict has no result, and all its findings", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(2,5,4) (3,5,7)");
  CHECK_FALSE(report.facts.ok);
  CHECK(report.facts.outputShape.empty());
  CHECK(report.facts.outputElements == 0);
  REQUIRE(report.findings.conflicts.size() == 2);
  const FindingReport& error = report.findings.conflicts.at(0);
  CHECK(error.code == "size_conflict");
  CHECK(error.axis == 0);
  CHECK(error.operands == List{0, 1});
  CHECK(error.sizes == List{2, 3});
  CHECK_FALSE(error.text.empty());
  CHECK(report.findings.conflicts.at(1).axis == 2);
  CHECK(report.findings.conflicts.at(1).sizes == List{4, 7});
  CHECK(report.findings.axes.at(0).outcome == "conflict");
  CHECK_FALSE(report.findings.axes.at(0).size.has_value());
  CHECK(report.findings.axes.at(1).size == 5);
}

TEST_CASE("report: a failure of ranks has no axis", "[report]") {
  const Report report = reportOf(RuleId::unidirectional, "(5) (4,5)");
  CHECK(report.findings.conflicts.at(0).code == "rank_exceeds_target");
  CHECK_FALSE(report.findings.conflicts.at(0).axis.has_value());
  CHECK(report.facts.outputShape.empty());
}

TEST_CASE("report: fixes carry the changed shape and the result", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(3,4) (3)");
  const FixReport& fix = report.advice.fixes.at(0);
  CHECK(fix.kind == "unsqueeze");
  CHECK(fix.operand == 1);
  CHECK(fix.argument == List{1});
  CHECK(fix.shape == List{3, 1});
  CHECK(fix.outputShape == List{3, 4});
  CHECK_FALSE(fix.grows);
  CHECK_FALSE(fix.text.empty());
}

TEST_CASE("report: a set axis belongs to no operand", "[report]") {
  const Report report = reportOf(RuleId::legacy, "(2,3,4,5) (3,4)");
  const FixReport& fix = report.advice.fixes.at(0);
  CHECK(fix.kind == "setAxis");
  CHECK_FALSE(fix.operand.has_value());
  CHECK(fix.argument == List{1});
}

TEST_CASE("report: warnings carry their axes", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(77,1) (77)");
  bool found = false;
  for (const WarningReport& warning : report.advice.warnings) {
    if (warning.code != "outer_product") continue;
    found = true;
    CHECK(warning.axes == List{0, 1});
    CHECK_FALSE(warning.text.empty());
  }
  CHECK(found);
}

TEST_CASE("report: ncnn's shapes, axes and indices are innermost first", "[report]") {
  const Report report = reportOf(RuleId::ncnn, "[2,3,4] [3,4]");
  CHECK(report.facts.order == "innermostFirst");
  CHECK(report.facts.outputShape == List{2, 3, 4});
  const OperandReport& b = report.facts.operands.at(1);
  CHECK(b.shape == List{3, 4});
  CHECK(b.aligned == List{1, 3, 4});
  CHECK(b.added == List{0});
  CHECK(b.strides == Counts{0, 1, 3});
  REQUIRE(report.findings.axes.size() == 3);
  CHECK(report.findings.axes.at(0).axis == 0);
  CHECK(report.findings.axes.at(0).fromEnd == -3);
  CHECK(report.findings.axes.at(0).sizes == List{2, 1});
  CHECK(report.findings.axes.at(2).sizes == List{4, 4});
}

TEST_CASE("report: ncnn's axes have letters, in either order", "[report]") {
  const Report own = reportOf(RuleId::ncnn, "[2,3,4] [3,4]");
  CHECK(own.findings.axes.at(0).letter == "w");
  CHECK(own.findings.axes.at(2).letter == "c");
  const Report asked = reportOf(RuleId::ncnn, "[2,3,4] [3,4]", {.order = Order::outermostFirst});
  CHECK(asked.facts.order == "outermostFirst");
  CHECK(asked.facts.outputShape == List{4, 3, 2});
  CHECK(asked.facts.operands.at(1).shape == List{4, 3});
  CHECK(asked.facts.operands.at(1).added == List{2});
  CHECK(asked.findings.axes.at(0).letter == "c");
  CHECK(asked.findings.axes.at(2).letter == "w");
  CHECK(asked.findings.axes.at(2).fromEnd == -1);
  CHECK(asked.findings.axes.at(2).text.starts_with("Axis 2 (w): "));
  CHECK(asked.advice.sentences.at(0).text.starts_with("A has shape (4,3,2)"));
  const Report turned =
      reportOf(RuleId::multidirectional, "(4,1) (3)", {.order = Order::innermostFirst});
  CHECK(turned.facts.outputShape == List{3, 4});
  CHECK(turned.findings.axes.at(0).letter.empty());
}

TEST_CASE("report: a sentence names its subject", "[report]") {
  const auto kindsOf = [](const Report& report) {
    std::vector<std::string> kinds;
    for (const SentenceReport& sentence : report.advice.sentences) kinds.push_back(sentence.kind);
    return kinds;
  };
  using Kinds = std::vector<std::string>;
  CHECK(kindsOf(reportOf(RuleId::multidirectional, "(4,1) (3)")) ==
        Kinds{"operand", "operand", "placement", "axis", "axis", "result"});
  CHECK(kindsOf(reportOf(RuleId::multidirectional, "(4) (3)")) ==
        Kinds{"operand", "operand", "axis"});
  CHECK(kindsOf(reportOf(RuleId::unidirectional, "(3) (4,3)")) ==
        Kinds{"operand", "operand", "failure"});
}

TEST_CASE("report: ncnn's conflict is on ncnn's axis", "[report]") {
  const Report report = reportOf(RuleId::ncnn, "[5,3,4] [3]");
  CHECK(report.findings.conflicts.at(0).axis == 0);
  CHECK(report.findings.conflicts.at(0).sizes == List{5, 3});
  CHECK(report.findings.axes.at(0).outcome == "conflict");
}

TEST_CASE("report: axes that a fix takes away count in the given shape's own order", "[report]") {
  const Report report = reportOf(RuleId::ncnn, "[2] [3,1,2,1]");
  const auto& fixes = report.advice.fixes;
  const auto squeeze = std::find_if(fixes.begin(), fixes.end(), [](const FixReport& fix) {
    return fix.kind == "squeeze" && fix.shape == List{3, 2};
  });
  REQUIRE(squeeze != fixes.end());
  CHECK(squeeze->argument == List{1, 3});
}

struct MemoryCase {
  std::string_view operands;
  double stored;
  double ifCopied;
  double output;
};

// Demo 7.12.
TEST_CASE("report: memory stored, if copied, and of the result", "[report]") {
  const MemoryCase cases[] = {{"(4,1) (3)", 28, 96, 48},
                              {"(256,256,3) (3)", 786444, 1572864, 786432},
                              {"(60000,1) (60000)", 480e3, 28.8e9, 14.4e9}};
  for (const MemoryCase& one : cases) {
    INFO(one.operands);
    const Report report = reportOf(RuleId::multidirectional, one.operands);
    CHECK(report.facts.memory.stored == one.stored);
    CHECK(report.facts.memory.ifCopied == one.ifCopied);
    CHECK(report.facts.memory.output == one.output);
  }
}

TEST_CASE("report: figures past 32 bits are exact", "[report]") {
  const Report report = reportOf(RuleId::multidirectional, "(94906265,1) (94906265)");
  CHECK(report.facts.outputElements == 94906265.0 * 94906265.0);
}

std::size_t count(const Shapes& shapes) { return static_cast<std::size_t>(shapes.size()); }

void checkOperand(const OperandReport& operand, const Findings& findings) {
  REQUIRE_FALSE(operand.name.empty());
  REQUIRE_FALSE(operand.placement.empty());
  if (!findings.axes.empty()) REQUIRE(operand.aligned.size() == findings.axes.size());
  REQUIRE(operand.bytes == operand.elements * 4);
}

void checkAxis(const AxisReport& axis, std::size_t operands) {
  REQUIRE(axis.sizes.size() == operands);
  REQUIRE(axis.added.size() == operands);
  REQUIRE_FALSE(axis.text.empty());
  const bool settled = axis.outcome != "conflict" && axis.outcome != "refused";
  REQUIRE(axis.size.has_value() == settled);
}

// Every sentence exists, and none contradicts the outcome.
void checkAgreement(const Report& report, std::size_t operands) {
  const auto& [facts, findings, advice] = report;
  REQUIRE_FALSE(facts.rule.empty());
  REQUIRE_FALSE(advice.text.empty());
  REQUIRE(facts.operands.size() == operands);
  REQUIRE(facts.ok == findings.conflicts.empty());
  REQUIRE((facts.ok ? advice.fixes.empty() : facts.outputShape.empty()));
  const auto inner = std::count_if(findings.axes.begin(), findings.axes.end(),
                                   [](const AxisReport& axis) { return axis.role == "inner"; });
  REQUIRE(inner <= (facts.rule == "matMul" ? 1 : 0));
  if (facts.ok)
    REQUIRE(facts.outputShape.size() + static_cast<std::size_t>(inner) == findings.axes.size());
  for (const OperandReport& operand : facts.operands) checkOperand(operand, findings);
  for (const AxisReport& axis : findings.axes) checkAxis(axis, operands);
  for (const FindingReport& conflict : findings.conflicts) REQUIRE_FALSE(conflict.text.empty());
  for (const WarningReport& warning : advice.warnings) REQUIRE_FALSE(warning.text.empty());
  for (const FixReport& fix : advice.fixes) REQUIRE_FALSE(fix.text.empty());
  for (const SentenceReport& sentence : advice.sentences) REQUIRE_FALSE(sentence.text.empty());
}

TEST_CASE("report: agrees with itself, under every rule", "[report][random]") {
  Random random(40);
  for (int round = 0; round < 1500; ++round) {
    const auto rule = static_cast<RuleId>(random.between(0, static_cast<int>(RuleId::count) - 1));
    Shapes operands;
    for (int k = random.between(1, 3); k > 0; --k)
      operands.push(randomShape(random, {.highestRank = 5, .lowestSize = 0, .highestSize = 3}));
    const RuleParams params{.axis = random.between(-2, 3), .broadcast = random.chance(80)};
    INFO(simdcast::rule(rule).name << " " << written(operands) << " axis " << params.axis);
    checkAgreement(reportOf(rule, operands, params), count(operands));
  }
}

}  // namespace
}  // namespace simdcast::test::report_test
