// The engine's sentences. They must contain every fact of the trace; the exact wording is only
// tested if the specification defines it.
#include "explain/sentences.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "explain/text.hpp"
#include "support/alignments.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test::sentences_test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string verdictOf(RuleId rule, std::string_view operands, const RuleParams& params = {}) {
  const Alignment alignment = align(rule, shapes(operands), params);
  return verdict(alignment, findFixes(alignment, shapes(operands)));
}

std::string explanationOf(const Alignment& alignment) {
  std::string all;
  for (const Sentence& sentence : explain(alignment)) all += sentence.text + "\n";
  return all;
}

std::string operatorVerdict(std::string_view op, RuleId rule, std::string_view operands) {
  Alignment alignment = align(rule, shapes(operands));
  alignment.op = op;
  return verdict(alignment, findFixes(alignment, shapes(operands)));
}

TEST_CASE("the verdict on a conflict names the sizes, the requirement, and a fix", "[sentences]") {
  CHECK(
      verdictOf(RuleId::multidirectional, "(3,4) (3)") ==
      "A (3,4) and B (3,) don't fit. Last axis: A has 4, B has 3. Sizes must match, or one must be "
      "1. Likely fix: reshape B to (3,1), which gives (3,4).");
  CHECK(
      verdictOf(RuleId::multidirectional, "(2,3,4) (2,1,4) (5,1)") ==
      "A (2,3,4), B (2,1,4) and C (5,1) don't fit. Axis 1: A has 3, C has 5. Sizes must match, or "
      "one must be 1. No reshape pairs 3 numbers with 5. Check the sizes.");
}

TEST_CASE("the verdict of an operator begins with its name", "[sentences]") {
  CHECK(
      operatorVerdict("Add", RuleId::multidirectional, "(2,3) (2)") ==
      "Add cannot broadcast A (2,3) with B (2,). Last axis: A has 3, B has 2. Sizes must match, or "
      "one must be 1. Likely fix: reshape B to (2,1), which gives (2,3).");
  CHECK(operatorVerdict("MatMul", RuleId::matMul, "(2,3) (4,3)") ==
        "MatMul cannot multiply A (2,3) with B (4,3). A has 3 columns, B has 4 rows. These must be "
        "equal. Likely fix: transpose B to (3,4), which gives (2,4).");
  CHECK(
      operatorVerdict("Expand", RuleId::expand, "(3) (2)")
          .starts_with("Expand cannot expand A (3,) to B (2,). Last axis: A has 3, B has 2. Sizes "
                       "must match, or one must be 1."));
}

TEST_CASE("the verdict names the rule where it is not NumPy's", "[sentences]") {
  CHECK(
      verdictOf(RuleId::unidirectional, "(1) (3)") ==
      "A (1,) and B (3,) don't fit by ONNX's one-way rule. Last axis: A has 1, B has 3. A is never "
      "stretched. Likely fix: swap A and B, which gives (3,).");
  CHECK(
      verdictOf(RuleId::legacy, "(2,3,4,5) (3,4)", onAxis(1)) ==
      "(2,3,4,5) and (3,4) fit by ONNX's rule up to opset 6 with axis=1: the result is (2,3,4,5).");
  CHECK(verdictOf(RuleId::ncnn, "[2,3,4] [3,4]") ==
        "[2,3,4] and [3,4] fit by ncnn's rule: the result is [2,3,4].");
  CHECK(verdictOf(RuleId::expand, "(3,1) (2,1,6)") == "(3,1) expanded to (2,1,6) gives (2,3,6).");
  CHECK(verdictOf(RuleId::matMul, "(2,3) (3,4)") == "(2,3) times (3,4) gives (2,4).");
}

TEST_CASE("the verdict on an accepted pair has the result", "[sentences]") {
  CHECK(verdictOf(RuleId::multidirectional, "(4,1) (3)") ==
        "(4,1) and (3,) fit: the result is (4,3).");
  CHECK(verdictOf(RuleId::multidirectional, "(3)") == "(3,) fits: the result is (3,).");
}

TEST_CASE("the verdict on a conflict without a fix offers none", "[sentences]") {
  const std::string text = verdictOf(RuleId::ncnn, "[2,3,4] [5,6,7]");
  CHECK(text.find("fix") == std::string::npos);
}

TEST_CASE("shapes and axes of ncnn are written in ncnn's order", "[sentences]") {
  const std::string text = verdictOf(RuleId::ncnn, "[5,3,4] [3]");
  CHECK_THAT(text, ContainsSubstring("[5,3,4]"));
  CHECK_THAT(text, ContainsSubstring("[3]"));
  CHECK_THAT(text, ContainsSubstring("Axis 0 (w)"));
}

TEST_CASE("the legacy verdict names the forbidden stretch", "[sentences]") {
  CHECK_THAT(verdictOf(RuleId::legacy, "(2,3) (3)", broadcastOff()),
             ContainsSubstring("broadcast=1"));
  CHECK_THAT(verdictOf(RuleId::legacy, "(2,3,4) (3,4)", onAxis(2)), ContainsSubstring("axis"));
  CHECK_THAT(verdictOf(RuleId::legacy, "(2,3,4) (3,4)", onAxis(-2)), ContainsSubstring("-2"));
}

TEST_CASE("an axis has the size of each operand and the repeated ones", "[sentences]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(4,1) (3)"));
  const std::string axis1 = describeAxis(alignment, 1);
  CHECK(axis1 == "Axis 1: A has 1, B has 3, so A is used 3 times.");
  const std::string axis0 = describeAxis(alignment, 0);
  CHECK(axis0 == "Axis 0: A has 4, B has none and counts as 1, so B is used 4 times.");
}

TEST_CASE("an axis with equal sizes states them once", "[sentences]") {
  CHECK(describeAxis(align(RuleId::multidirectional, shapes("(2,3) (2,3)")), 1) ==
        "Axis 1: 3 and 3. They pair up.");
  CHECK(describeAxis(align(RuleId::multidirectional, shapes("(3) (3) (3)")), 0) ==
        "Axis 0: 3, 3 and 3. They pair up.");
  CHECK(describeAxis(align(RuleId::multidirectional, shapes("(3)")), 0) == "Axis 0: A has 3.");
  CHECK(describeAxis(align(RuleId::multidirectional, shapes("(1) ()")), 0) ==
        "Axis 0: A has 1, B has none and counts as 1.");
  CHECK(describeAxis(align(RuleId::matMul, shapes("(7,2,3) (3,4)")), 2) ==
        "Axis 2 (k): 3 and 3. The products are summed along it, and the result has no such axis.");
}

TEST_CASE("the explanation counts elements and the result", "[sentences]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(4,1) (3)"));
  const std::string all = explanationOf(alignment);
  CHECK_THAT(all, ContainsSubstring("4 numbers"));
  CHECK_THAT(all, ContainsSubstring("3 numbers"));
  CHECK_THAT(all, ContainsSubstring("(4,3)"));
  CHECK_THAT(all, ContainsSubstring("12 numbers"));
  CHECK_THAT(all, ContainsSubstring("computed from 7"));
}

TEST_CASE("the explanation of a legacy alignment has the position of B", "[sentences]") {
  const Alignment alignment = align(RuleId::legacy, shapes("(2,3,4,5) (3,4)"), onAxis(1));
  CHECK_THAT(explanationOf(alignment), ContainsSubstring("starts at axis 1"));
}

TEST_CASE("ncnn's missing check is said with ncnn's own result", "[sentences]") {
  const Alignment alignment = align(RuleId::ncnn, shapes("(197,768) (1,197,768)"));
  for (const Warning& warning : findWarnings(alignment, 4)) {
    if (warning.code != WarningCode::ncnnUnchecked) continue;
    CHECK_THAT(describe(alignment, warning, 4), ContainsSubstring("[768,768,197]"));
  }
}

std::string squareTrapOf(std::string_view operands) {
  const Alignment alignment = align(RuleId::multidirectional, shapes(operands));
  for (const Warning& warning : findWarnings(alignment, 4))
    if (warning.code == WarningCode::squareTrap) return describe(alignment, warning, 4);
  return {};
}

TEST_CASE("a square trap names the axes that the rule chose, and the shape for the others",
          "[sentences]") {
  CHECK(
      squareTrapOf("(3,3) (3)") ==
      "Careful: 3 matches both axes. NumPy's rule takes the last one. If you meant one number per "
      "row, make B (3,1).");
  CHECK(
      squareTrapOf("(5,5,5) (5)") ==
      "Careful: 5 matches axes 0, 1 and 2. NumPy's rule takes axis 2. If you meant axis 1, make B "
      "(5,1); for axis 0, (5,1,1).");
  CHECK(
      squareTrapOf("(10,10,5) (10,5)") ==
      "Careful: B fits more than one choice of axes. NumPy's rule takes axes 1 and 2. If you meant "
      "axes 0 and 2, make B (10,1,5).");
}

std::string adviceOn(std::string_view operands) {
  const std::string text = verdictOf(RuleId::multidirectional, operands);
  const std::size_t reason = text.find("one must be 1.");
  return text.substr(text.find('.', reason) + 1);
}

TEST_CASE("sizes that nothing pairs are said to be wrong, without an outer product",
          "[sentences]") {
  CHECK(adviceOn("(88,23) (88,24)") ==
        " No reshape pairs 23 numbers with 24. Check the sizes (off by one?).");
  CHECK(adviceOn("(28,28) (27,27)") ==
        " No reshape pairs 28 numbers with 27. Check the sizes (off by one?).");
  const std::string rgba = " No reshape pairs 4 numbers with 3. Check the sizes (RGBA?).";
  CHECK(adviceOn("(4,256,256) (3,1,1)") == rgba);
  CHECK(adviceOn("(1,4,256,256) (1,3,256,256)") == rgba);
  CHECK(adviceOn("(8,256,256,4) (3)") == rgba);
  CHECK(adviceOn("(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2) (7,5)") ==
        " No reshape pairs 2 numbers with 7. Check the sizes.");
  CHECK_THAT(verdictOf(RuleId::multidirectional, "(4,1) (2,1) (3,1)"),
             ContainsSubstring("Sizes must match or be 1. No reshape pairs these one to one."));
}

TEST_CASE("all pairs of two vectors are mentioned, as an aside", "[sentences]") {
  CHECK(adviceOn("(5) (3)") ==
        " No reshape pairs 5 numbers with 3. Check the sizes. (For all 5×3 pairs, make A (5,1).)");
  CHECK(adviceOn("(4) (3)") ==
        " No reshape pairs 4 numbers with 3. Check the sizes (off by one?). (For all 4×3 pairs, "
        "make A (4,1).)");
  CHECK(adviceOn("(68) (70)") ==
        " No reshape pairs 68 numbers with 70. Check the sizes. (For all 68×70 pairs, make A "
        "(68,1).)");
}

TEST_CASE("an outer product is named where an operand has the 1s for it", "[sentences]") {
  CHECK(adviceOn("(3,1,4) (3,5)") ==
        " Possible fix: reshape B to (3,5,1), which gives (3,5,4), an outer product.");
}

TEST_CASE("shapes that multiply as matrices are said to", "[sentences]") {
  CHECK(adviceOn("(97,2) (2,1)") ==
        " As matrices they multiply: matMul gives (97,1). Likely fix: reshape B to (2,), which "
        "gives (97,2).");
  CHECK(adviceOn("(3,4) (4,5)") == " As matrices they multiply: matMul gives (3,5).");
  CHECK_THAT(adviceOn("(10,120,180,30) (64,30)"),
             ContainsSubstring(" With B transposed they multiply as matrices: matMul gives "
                               "(10,120,180,64)."));
  CHECK_THAT(adviceOn("(8,12,64,32) (8,12,32,64)"), ContainsSubstring("gives (8,12,64,64)."));
  // An image and its mask, a mask of a batch, a batch that is one short, and nothing.
  for (const std::string_view others : {"(256,256) (256,256,3)", "(8,12,128,128) (8,128)",
                                        "(32,10) (31,10)", "(3,4) (3)", "(2,3) (0,3)"})
    CHECK(adviceOn(others).find("matMul") == std::string::npos);
}

// demo.md, 7.7 and 7.12: P21 stores 480 kB and computes 14.4 GB.
TEST_CASE("a big result has its bytes and some advice", "[sentences]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(60000,1) (60000)"));
  for (const Warning& warning : findWarnings(alignment, 4))
    if (warning.code == WarningCode::bigResult)
      CHECK(describe(alignment, warning, 4) ==
            "The result needs 14.4 GB (the inputs need 480 kB). Compute it in blocks.");
}

// ONNX's strings have no size in bytes.
TEST_CASE("a big result of strings is counted", "[sentences]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(60000,1) (60000)"));
  for (const Warning& warning : findWarnings(alignment, 0))
    if (warning.code == WarningCode::bigResult)
      CHECK_THAT(describe(alignment, warning, 0), ContainsSubstring("3,600,000,000 strings"));
}

std::string outerProductOf(std::string_view operands) {
  const Alignment alignment = align(RuleId::multidirectional, shapes(operands));
  const Warnings warnings = findWarnings(alignment, 4);
  REQUIRE_FALSE(warnings.empty());
  return describe(alignment, warnings[0], 4);
}

TEST_CASE("an outer product has its numbers", "[sentences]") {
  CHECK(outerProductOf("(77,1) (77)") ==
        "This compares all pairs: 77 × 77 = 5,929 results, not 77.");
  CHECK(outerProductOf("(77,1,5) (77,5)") ==
        "This compares all pairs: 77 × 77 = 5,929 pairs, not 77.");
}

TEST_CASE("bytes have three digits and a unit", "[sentences]") {
  CHECK(text::bytes(1) == "1 byte");
  CHECK(text::bytes(999) == "999 bytes");
  CHECK(text::bytes(480'000) == "480 kB");
  CHECK(text::bytes(999'600) == "1 MB");
  CHECK(text::bytes(14'400'000'000) == "14.4 GB");
  CHECK(text::bytes(1'005'000) == "1.01 MB");
  CHECK(text::bytes(99'960) == "100 kB");
  CHECK(text::bytes(1000) == "1 kB");
}

TEST_CASE("counts are grouped by thousands, sizes are not", "[sentences]") {
  CHECK(text::grouped(0) == "0");
  CHECK(text::grouped(999) == "999");
  CHECK(text::grouped(1000) == "1,000");
  CHECK(text::grouped(3600000000) == "3,600,000,000");
  const Alignment alignment = align(RuleId::multidirectional, shapes("(2000,1) (3)"));
  CHECK_THAT(explanationOf(alignment), ContainsSubstring("A has shape (2000,1): 2,000 numbers"));
}

TEST_CASE("names and lists", "[sentences]") {
  const Alignment alignment = align(RuleId::multidirectional, shapes("(2) (2) (2)"));
  CHECK(text::operandName(alignment, 2) == "C");
  const auto letter = [](int i) { return std::string(1, static_cast<char>('a' + i)); };
  CHECK(text::list(1, letter) == "a");
  CHECK(text::list(2, letter) == "a and b");
  CHECK(text::list(3, letter) == "a, b and c");
  CHECK(text::shape(alignment, shape("(3,4)")) == "(3,4)");
  CHECK(text::shape(alignment, shape("(3)")) == "(3,)");
  CHECK(text::shape(alignment, shape("()")) == "()");
}

TEST_CASE("an operator's own names stand in its sentences", "[sentences]") {
  static constexpr std::string_view kNames[] = {"condition", "X"};
  Alignment alignment = align(RuleId::multidirectional, shapes("(3,4) (3)"));
  alignment.names = kNames;
  const std::string text = verdict(alignment, {});
  CHECK_THAT(text, ContainsSubstring("condition (3,4)"));
  CHECK_THAT(text, ContainsSubstring("X (3,)"));
}

void checkText(const std::string& text) {
  INFO(text);
  REQUIRE_FALSE(text.empty());
  REQUIRE(text.find_first_of("{}") == std::string::npos);
  REQUIRE(text.find("  ") == std::string::npos);
  REQUIRE(text.find(" .") == std::string::npos);
  REQUIRE(text.find(" ,") == std::string::npos);
}

void checkSentence(const std::string& text) {
  checkText(text);
  INFO(text);
  REQUIRE((text.ends_with('.') || text.ends_with(".)")));
}

// Every sentence about one alignment.
void checkAll(const Alignment& alignment, const Shapes& operands) {
  const Fixes fixes = findFixes(alignment, operands);
  checkSentence(verdict(alignment, fixes));
  for (const Sentence& sentence : explain(alignment)) checkSentence(sentence.text);
  for (const Error& error : alignment.failures) checkSentence(describe(alignment, error));
  for (const Warning& warning : findWarnings(alignment, 4))
    checkSentence(describe(alignment, warning, 4));
  for (const Fix& fix : fixes) checkSentence(describe(alignment, fix));
  if (!alignment.placed) return;
  for (int axis = 0; axis < alignment.rank(); ++axis) checkSentence(describeAxis(alignment, axis));
}

TEST_CASE("every sentence is whole, under every rule", "[sentences][random]") {
  Random random(30);
  for (int round = 0; round < 3000; ++round) {
    const auto rule = static_cast<RuleId>(random.between(0, static_cast<int>(RuleId::count) - 1));
    const Policy& policy = simdcast::rule(rule).policy;
    const int most = std::min(policy.maxOperands, 4);
    Shapes operands;
    for (int k = random.between(policy.minOperands, most); k > 0; --k)
      operands.push(randomShape(random, {.highestRank = 5, .lowestSize = 0, .highestSize = 3}));
    const RuleParams params{.axis = random.between(-2, 3), .broadcast = random.chance(80)};
    INFO(simdcast::rule(rule).name << " " << written(operands) << " axis " << params.axis);
    checkAll(align(rule, operands, params), operands);
  }
}

TEST_CASE("an alignment's first operand is described before its axes", "[sentences]") {
  const auto sentences = explain(align(RuleId::multidirectional, shapes("(4,1) (3)")));
  REQUIRE(sentences.size() >= 4);
  CHECK_THAT(sentences.front().text, ContainsSubstring("A has shape (4,1)"));
  CHECK_THAT(sentences.back().text, ContainsSubstring("(4,3)"));
  std::vector<int> axes;
  for (const Sentence& sentence : sentences)
    if (sentence.axis != kNoAxis) axes.push_back(sentence.axis);
  CHECK(axes.size() == 2);
}

}  // namespace
}  // namespace simdcast::test::sentences_test
