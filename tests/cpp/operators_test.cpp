// prepare, on Add, Sub, Mul and Div: what runs, and what is refused with which words. Source: facts
// 1a, and 3.4 for the legacy attributes.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <vector>

#include "explain/operator_sentences.hpp"
#include "operators/prepare.hpp"
#include "support/notation.hpp"

namespace simdcast::test {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr OpId kArithmetic[] = {OpId::add, OpId::sub, OpId::mul, OpId::div};

struct Given {
  Attribute attribute{};
  int value = 0;
};

struct Node {
  OpId op = OpId::add;
  int opset = kNewestOpset;
  std::string_view operands = "(2,3) (2,3)";
  DType type = DType::float32;
  std::vector<Given> attributes = {};
};

Prepared prepared(const Node& node) {
  Prepared result;
  result.request.op = node.op;
  result.request.opset = node.opset;
  for (const auto& [attribute, value] : node.attributes) {
    result.request.attributes.given |= maskOf(attribute);
    result.request.attributes.words[static_cast<int>(attribute)] = value;
  }
  result.request.shapes = shapes(node.operands);
  result.request.types = {result.request.shapes.size(), node.type};
  prepare(result);
  return result;
}

constexpr Given kOn{Attribute::broadcast, 1};
constexpr Given kOff{Attribute::broadcast, 0};

TEST_CASE("prepare: a node that runs has a kernel, a type and a plan", "[operators]") {
  const Prepared result = prepared({.operands = "(2,3) (3)"});
  REQUIRE(result.ok());
  CHECK(result.program.first == findKernel(KernelOp::add, Lane::f32));
  CHECK(result.outputType == DType::float32);
  CHECK(result.alignment.output == shape("(2,3)"));
  CHECK(result.outputShape == shape("(2,3)"));
  CHECK(result.plan.elements == 6);
}

TEST_CASE("prepare: every operator gets its own kernel", "[operators]") {
  const KernelOp kernels[] = {KernelOp::add, KernelOp::sub, KernelOp::mul, KernelOp::div};
  for (std::size_t i = 0; i < std::size(kArithmetic); ++i) {
    const Prepared result = prepared({.op = kArithmetic[i], .type = DType::int32});
    REQUIRE(result.ok());
    CHECK(result.program.first == findKernel(kernels[i], Lane::i32));
    CHECK(result.outputType == DType::int32);
  }
}

TEST_CASE("prepare: the opset refuses a type, and says which one takes it", "[operators]") {
  struct {
    DType type;
    int opset;
    std::string_view from;
  } const cases[] = {{DType::int32, 5, "6"}, {DType::int8, 13, "14"}, {DType::uint16, 7, "14"}};
  for (const auto& one : cases) {
    INFO(name(one.type));
    const Prepared result = prepared({.opset = one.opset, .type = one.type});
    REQUIRE(result.error == ErrorCode::typeUnsupported);
    const std::string text = describeOperatorError(result);
    CHECK_THAT(text, ContainsSubstring("Add"));
    CHECK_THAT(text, ContainsSubstring(std::string(name(one.type))));
    CHECK_THAT(text, ContainsSubstring("Opset " + std::string(one.from)));
  }
}

TEST_CASE("prepare: a type that no version takes is refused", "[operators]") {
  const Prepared result = prepared({.type = DType::boolean});
  CHECK(result.error == ErrorCode::typeUnsupported);
  CHECK_THAT(describeOperatorError(result), ContainsSubstring("bool"));
}

TEST_CASE("prepare: there is no type promotion", "[operators]") {
  Prepared result;
  result.request.shapes = shapes("(2) (2)");
  result.request.types = {DType::float32, DType::int32};
  prepare(result);
  REQUIRE(result.error == ErrorCode::typesDiffer);
  const std::string text = describeOperatorError(result);
  CHECK_THAT(text, ContainsSubstring("float32"));
  CHECK_THAT(text, ContainsSubstring("int32"));
}

TEST_CASE("prepare: broadcast and axis belong to opsets 1 to 6", "[operators]") {
  for (int opset = 7; opset <= kNewestOpset; ++opset) {
    INFO("opset " << opset);
    const Prepared result = prepared({.opset = opset, .attributes = {kOn}});
    CHECK(result.error == ErrorCode::attributeUnknown);
    CHECK(result.attribute == Attribute::broadcast);
  }
  for (int opset = 1; opset <= 6; ++opset) {
    INFO("opset " << opset);
    CHECK(prepared({.opset = opset, .operands = "(2,3) (3)", .attributes = {kOn}}).ok());
  }
  const Prepared refused = prepared({.opset = 13, .attributes = {kOn}});
  CHECK_THAT(describeOperatorError(refused), ContainsSubstring("broadcast"));
}

TEST_CASE("prepare: consumed_inputs is taken below opset 6 and ignored", "[operators]") {
  const std::vector<Given> consumed{{Attribute::consumedInputs, 0}};
  CHECK(prepared({.opset = 1, .attributes = consumed}).ok());
  CHECK(prepared({.opset = 5, .attributes = consumed}).ok());
  CHECK(prepared({.opset = 6, .attributes = consumed}).error == ErrorCode::attributeUnknown);
}

TEST_CASE("prepare: opset 6 without broadcast wants equal shapes", "[operators]") {
  CHECK(prepared({.opset = 6}).ok());
  CHECK(prepared({.opset = 6, .attributes = {kOff}}).ok());
  for (const auto& attributes : {std::vector<Given>{}, std::vector<Given>{kOff}}) {
    const Prepared refused =
        prepared({.opset = 6, .operands = "(2,3) (3)", .attributes = attributes});
    CHECK_FALSE(refused.ok());
    REQUIRE_FALSE(refused.alignment.ok());
    CHECK(refused.alignment.failures[0].code == ErrorCode::broadcastOff);
  }
}

TEST_CASE("prepare: opset 6 places B by its axis", "[operators]") {
  const Prepared result = prepared(
      {.opset = 6, .operands = "(2,3,4,5) (3,4)", .attributes = {kOn, {Attribute::axis, 1}}});
  REQUIRE(result.ok());
  CHECK(result.alignment.operands[1].aligned == shape("(1,3,4,1)"));
  CHECK(result.plan.elements == 120);
}

TEST_CASE("prepare: from opset 7 on the operands broadcast both ways", "[operators]") {
  CHECK(prepared({.opset = 7, .operands = "(4,5) (2,3,4,5)"}).ok());
  CHECK_FALSE(prepared({.opset = 6, .operands = "(4,5) (2,3,4,5)", .attributes = {kOn}}).ok());
}

TEST_CASE("prepare: two inputs, no fewer and no more", "[operators]") {
  CHECK_FALSE(prepared({.operands = "(2)"}).ok());
  CHECK_FALSE(prepared({.operands = "(2) (2) (2)"}).ok());
}

TEST_CASE("prepare: an opset before the operator is refused", "[operators]") {
  const Prepared result = prepared({.opset = 0});
  CHECK(result.error == ErrorCode::notInOpset);
}

TEST_CASE("prepare: shapes that conflict leave the trace", "[operators]") {
  const Prepared result = prepared({.operands = "(3,4) (3)"});
  CHECK_FALSE(result.ok());
  REQUIRE_FALSE(result.alignment.ok());
  CHECK(result.alignment.failures[0].axis == 1);
}

}  // namespace
}  // namespace simdcast::test
