// The trace as JSON. Source of its form: web/trace.ts.
#include <catch2/catch_test_macros.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "explain/json.hpp"
#include "explain/trace.hpp"
#include "support/alignments.hpp"
#include "support/json.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test {
namespace {

using List = std::vector<int>;

Json traceOf(RuleId rule, const Shapes& operands, const RuleParams& params = {}) {
  return parseJson(traceJson(align(rule, operands, params), operands, 4));
}

Json traceOf(RuleId rule, std::string_view operands, const RuleParams& params = {}) {
  return traceOf(rule, shapes(operands), params);
}

TEST_CASE("trace: an accepted pair", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(4,1) (3)");
  CHECK(trace["rule"].text == "multidirectional");
  CHECK(trace["order"].text == "outermostFirst");
  CHECK(trace["ok"].flag);
  CHECK(trace["outputShape"].numbers() == List{4, 3});
  CHECK(trace["outputElements"].number == 12);
  CHECK_FALSE(trace.has("error"));
  CHECK(trace["conflicts"].items.empty());
  CHECK(trace["fixes"].items.empty());
  CHECK_FALSE(trace["sentences"].items.empty());
  CHECK_FALSE(trace["text"].text.empty());
}

TEST_CASE("trace: the operands", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(4,1) (3)");
  const Json& a = trace["operands"][0];
  CHECK(a["name"].text == "A");
  CHECK(a["shape"].numbers() == List{4, 1});
  CHECK(a["aligned"].numbers() == List{4, 1});
  CHECK(a["added"].numbers().empty());
  CHECK(a["stretched"].numbers() == List{1});
  CHECK(a["strides"].numbers() == List{1, 0});
  CHECK(a["elements"].number == 4);
  CHECK(a["bytes"].number == 16);
  const Json& b = trace["operands"][1];
  CHECK(b["name"].text == "B");
  CHECK(b["aligned"].numbers() == List{1, 3});
  CHECK(b["added"].numbers() == List{0});
  CHECK(b["stretched"].numbers() == List{0});
  CHECK(b["placement"].text == "right");
  CHECK(b["strides"].numbers() == List{0, 1});
}

TEST_CASE("trace: the axes", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(4,1) (3)");
  REQUIRE(trace["axes"].items.size() == 2);
  const Json& axis0 = trace["axes"][0];
  CHECK(axis0["axis"].number == 0);
  CHECK(axis0["fromEnd"].number == -2);
  CHECK(axis0["sizes"].numbers() == List{4, 1});
  CHECK_FALSE(axis0["added"][0].flag);
  CHECK(axis0["added"][1].flag);
  CHECK(axis0["size"].number == 4);
  CHECK(axis0["outcome"].text == "stretched");
  CHECK(axis0["stretched"].numbers() == List{1});
  const Json& axis1 = trace["axes"][1];
  CHECK(axis1["fromEnd"].number == -1);
  CHECK(axis1["sizes"].numbers() == List{1, 3});
  CHECK(axis1["stretched"].numbers() == List{0});
  CHECK_FALSE(axis1["text"].text.empty());
}

TEST_CASE("trace: a conflict has no result, and all its findings", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(2,5,4) (3,5,7)");
  CHECK_FALSE(trace["ok"].flag);
  CHECK_FALSE(trace.has("outputShape"));
  CHECK(trace["outputElements"].number == 0);
  REQUIRE(trace["conflicts"].items.size() == 2);
  const Json& error = trace["error"];
  CHECK(error["code"].text == "size_conflict");
  CHECK(error["axis"].number == 0);
  CHECK(error["operands"].numbers() == List{0, 1});
  CHECK(error["sizes"].numbers() == List{2, 3});
  CHECK_FALSE(error["text"].text.empty());
  CHECK(trace["conflicts"][1]["axis"].number == 2);
  CHECK(trace["conflicts"][1]["sizes"].numbers() == List{4, 7});
  CHECK(trace["axes"][0]["outcome"].text == "conflict");
  CHECK_FALSE(trace["axes"][0].has("size"));
  CHECK(trace["axes"][1]["size"].number == 5);
}

TEST_CASE("trace: a failure of ranks has no axis", "[trace]") {
  const Json trace = traceOf(RuleId::unidirectional, "(5) (4,5)");
  CHECK(trace["error"]["code"].text == "rank_exceeds_target");
  CHECK_FALSE(trace["error"].has("axis"));
  CHECK_FALSE(trace.has("outputShape"));
}

TEST_CASE("trace: fixes carry the changed shape and the result", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(3,4) (3)");
  const Json& fix = trace["fixes"][0];
  CHECK(fix["kind"].text == "unsqueeze");
  CHECK(fix["operand"].number == 1);
  CHECK(fix["argument"].numbers() == List{1});
  CHECK(fix["shape"].numbers() == List{3, 1});
  CHECK(fix["outputShape"].numbers() == List{3, 4});
  CHECK_FALSE(fix["grows"].flag);
  CHECK_FALSE(fix["text"].text.empty());
}

TEST_CASE("trace: a set axis belongs to no operand", "[trace]") {
  const Json trace = traceOf(RuleId::legacy, "(2,3,4,5) (3,4)");
  const Json& fix = trace["fixes"][0];
  CHECK(fix["kind"].text == "setAxis");
  CHECK_FALSE(fix.has("operand"));
  CHECK(fix["argument"].numbers() == List{1});
}

TEST_CASE("trace: warnings carry their axes", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(77,1) (77)");
  bool found = false;
  for (const Json& warning : trace["warnings"].items) {
    if (warning["code"].text != "outer_product") continue;
    found = true;
    CHECK(warning["axes"].numbers() == List{0, 1});
    CHECK_FALSE(warning["text"].text.empty());
  }
  CHECK(found);
}

TEST_CASE("trace: ncnn's shapes, axes and indices are innermost first", "[trace]") {
  const Json trace = traceOf(RuleId::ncnn, "[2,3,4] [3,4]");
  CHECK(trace["order"].text == "innermostFirst");
  CHECK(trace["outputShape"].numbers() == List{2, 3, 4});
  const Json& b = trace["operands"][1];
  CHECK(b["shape"].numbers() == List{3, 4});
  CHECK(b["aligned"].numbers() == List{1, 3, 4});
  CHECK(b["added"].numbers() == List{0});
  CHECK(b["strides"].numbers() == List{0, 1, 3});
  REQUIRE(trace["axes"].items.size() == 3);
  CHECK(trace["axes"][0]["axis"].number == 0);
  CHECK(trace["axes"][0]["fromEnd"].number == -3);
  CHECK(trace["axes"][0]["sizes"].numbers() == List{2, 1});
  CHECK(trace["axes"][2]["sizes"].numbers() == List{4, 4});
}

TEST_CASE("trace: ncnn's conflict is on ncnn's axis", "[trace]") {
  const Json trace = traceOf(RuleId::ncnn, "[5,3,4] [3]");
  CHECK(trace["error"]["axis"].number == 0);
  CHECK(trace["error"]["sizes"].numbers() == List{5, 3});
  CHECK(trace["axes"][0]["outcome"].text == "conflict");
}

struct MemoryCase {
  std::string_view operands;
  double stored;
  double ifCopied;
  double output;
};

// Demo 7.12.
TEST_CASE("trace: memory stored, if copied, and of the result", "[trace]") {
  const MemoryCase cases[] = {{"(4,1) (3)", 28, 96, 48},
                              {"(256,256,3) (3)", 786444, 1572864, 786432},
                              {"(60000,1) (60000)", 480e3, 28.8e9, 14.4e9}};
  for (const MemoryCase& one : cases) {
    INFO(one.operands);
    const Json trace = traceOf(RuleId::multidirectional, one.operands);
    CHECK(trace["memory"]["stored"].number == one.stored);
    CHECK(trace["memory"]["ifCopied"].number == one.ifCopied);
    CHECK(trace["memory"]["output"].number == one.output);
  }
}

TEST_CASE("trace: figures past 32 bits are exact", "[trace]") {
  const Json trace = traceOf(RuleId::multidirectional, "(94906265,1) (94906265)");
  CHECK(trace["outputElements"].number == 94906265.0 * 94906265.0);
}

TEST_CASE("trace: is JSON with every member, under every rule", "[trace][random]") {
  Random random(40);
  const char* const members[] = {"rule",     "order",     "ok",        "outputElements",
                                 "operands", "axes",      "conflicts", "warnings",
                                 "fixes",    "sentences", "memory",    "text"};
  for (int round = 0; round < 1500; ++round) {
    const auto rule = static_cast<RuleId>(random.between(0, static_cast<int>(RuleId::count) - 1));
    Shapes operands;
    for (int k = random.between(1, 3); k > 0; --k)
      operands.push(randomShape(random, {.highestRank = 5, .lowestSize = 0, .highestSize = 3}));
    const RuleParams params{.axis = random.between(-2, 3), .broadcast = random.chance(80)};
    INFO(simdcast::rule(rule).name << " " << written(operands) << " axis " << params.axis);
    const Json trace = traceOf(rule, operands, params);
    for (const char* member : members) REQUIRE(trace.has(member));
    REQUIRE(trace["ok"].flag == trace.has("outputShape"));
    REQUIRE(trace["ok"].flag != trace.has("error"));
    REQUIRE(trace["operands"].items.size() == static_cast<std::size_t>(operands.size()));
  }
}

TEST_CASE("JSON writer: separates, nests and escapes", "[trace]") {
  JsonWriter json;
  json.open('{').key("a").value(1).key("b").open('[').value("x\"y\\").flag(true).close(']');
  json.key("c").open('{').close('}').key("d").list(std::vector<std::int64_t>{1, -2}).close('}');
  CHECK(json.take() == R"({"a":1,"b":["x\"y\\",true],"c":{},"d":[1,-2]})");
}

}  // namespace
}  // namespace simdcast::test
