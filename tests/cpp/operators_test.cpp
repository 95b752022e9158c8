// lowerOperator, on Add, Sub, Mul and Div: the compiled operators, and the messages of errors.
// Source: facts 1a, and 3.4 for the legacy attributes.
#include "support/operators.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <vector>

#include "kernels/registry.hpp"
#include "support/notation.hpp"

namespace simdcast::test::operators_test {
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

Attempt lowered(const Node& node) {
  OperatorRequest request = requestOf(node.op, shapes(node.operands), node.type);
  request.opset = node.opset;
  for (const auto& [attribute, value] : node.attributes) request.attributes.set(attribute, value);
  return Attempt(std::move(request));
}

Alignment alignmentOf(const Attempt& result) {
  return alignInputs(result.request, *findVersion(result.request.op, result.request.opset));
}

constexpr Given kOn{Attribute::broadcast, 1};
constexpr Given kOff{Attribute::broadcast, 0};

TEST_CASE("lowerOperator: a node that runs has a kernel, a type and a nest", "[operators]") {
  const Attempt result = lowered({.operands = "(2,3) (3)"});
  REQUIRE(result.ok());
  CHECK(result.elementwise().pipeline.first == findKernel(KernelOp::add, Lane::f32));
  CHECK(result.lowered().type == DType::float32);
  CHECK(alignmentOf(result).output == shape("(2,3)"));
  CHECK(result.lowered().shape == shape("(2,3)"));
  CHECK(result.elementwise().nest.elements == 6);
}

TEST_CASE("lowerOperator: every operator gets its own kernel", "[operators]") {
  const KernelOp kernels[] = {KernelOp::add, KernelOp::sub, KernelOp::mul, KernelOp::div};
  for (std::size_t i = 0; i < std::size(kArithmetic); ++i) {
    const Attempt result = lowered({.op = kArithmetic[i], .type = DType::int32});
    REQUIRE(result.ok());
    CHECK(result.elementwise().pipeline.first == findKernel(kernels[i], Lane::i32));
    CHECK(result.lowered().type == DType::int32);
  }
}

TEST_CASE("lowerOperator: an opset that rejects a type names the one that accepts it",
          "[operators]") {
  struct {
    DType type;
    int opset;
    std::string_view from;
  } const cases[] = {{DType::int32, 5, "6"}, {DType::int8, 13, "14"}, {DType::uint16, 7, "14"}};
  for (const auto& one : cases) {
    INFO(name(one.type));
    const Attempt result = lowered({.opset = one.opset, .type = one.type});
    REQUIRE(result.error() == ObjectionCode::typeUnsupported);
    const std::string text = result.objection();
    CHECK_THAT(text, ContainsSubstring("Add"));
    CHECK_THAT(text, ContainsSubstring(std::string(name(one.type))));
    CHECK_THAT(text, ContainsSubstring("Opset " + std::string(one.from)));
  }
}

TEST_CASE("lowerOperator: a type that no version accepts is rejected", "[operators]") {
  const Attempt result = lowered({.type = DType::boolean});
  CHECK(result.error() == ObjectionCode::typeUnsupported);
  CHECK_THAT(result.objection(), ContainsSubstring("bool"));
}

TEST_CASE("lowerOperator: there is no type promotion", "[operators]") {
  OperatorRequest request = requestOf(OpId::add, shapes("(2) (2)"));
  request.types[1] = DType::int32;
  const Attempt result(std::move(request));
  REQUIRE(result.error() == ObjectionCode::typesDiffer);
  const std::string text = result.objection();
  CHECK_THAT(text, ContainsSubstring("float32"));
  CHECK_THAT(text, ContainsSubstring("int32"));
}

TEST_CASE("lowerOperator: broadcast and axis belong to opsets 1 to 6", "[operators]") {
  for (int opset = 7; opset <= kNewestOpset; ++opset) {
    INFO("opset " << opset);
    const Attempt result = lowered({.opset = opset, .attributes = {kOn}});
    CHECK(result.error() == ObjectionCode::attributeUnknown);
    CHECK(std::get<Objection>(result.result).attribute == Attribute::broadcast);
  }
  for (int opset = 1; opset <= 6; ++opset) {
    INFO("opset " << opset);
    CHECK(lowered({.opset = opset, .operands = "(2,3) (3)", .attributes = {kOn}}).ok());
  }
  const Attempt refused = lowered({.opset = 13, .attributes = {kOn}});
  CHECK_THAT(refused.objection(), ContainsSubstring("broadcast"));
}

TEST_CASE("lowerOperator: consumed_inputs is taken below opset 6 and ignored", "[operators]") {
  const std::vector<Given> consumed{{Attribute::consumedInputs, 0}};
  CHECK(lowered({.opset = 1, .attributes = consumed}).ok());
  CHECK(lowered({.opset = 5, .attributes = consumed}).ok());
  CHECK(lowered({.opset = 6, .attributes = consumed}).error() == ObjectionCode::attributeUnknown);
}

TEST_CASE("lowerOperator: opset 6 without broadcast wants equal shapes", "[operators]") {
  CHECK(lowered({.opset = 6}).ok());
  CHECK(lowered({.opset = 6, .attributes = {kOff}}).ok());
  for (const auto& attributes : {std::vector<Given>{}, std::vector<Given>{kOff}}) {
    const Attempt refused =
        lowered({.opset = 6, .operands = "(2,3) (3)", .attributes = attributes});
    CHECK_FALSE(refused.ok());
    CHECK(refused.failure() == ErrorCode::broadcastOff);
  }
}

TEST_CASE("lowerOperator: opset 6 places B by its axis", "[operators]") {
  const Attempt result = lowered(
      {.opset = 6, .operands = "(2,3,4,5) (3,4)", .attributes = {kOn, {Attribute::axis, 1}}});
  REQUIRE(result.ok());
  CHECK(alignmentOf(result).operands[1].aligned == shape("(1,3,4,1)"));
  CHECK(result.elementwise().nest.elements == 120);
}

TEST_CASE("lowerOperator: from opset 7 on the operands broadcast both ways", "[operators]") {
  CHECK(lowered({.opset = 7, .operands = "(4,5) (2,3,4,5)"}).ok());
  CHECK_FALSE(lowered({.opset = 6, .operands = "(4,5) (2,3,4,5)", .attributes = {kOn}}).ok());
}

TEST_CASE("lowerOperator: two inputs, no fewer and no more", "[operators]") {
  CHECK_FALSE(lowered({.operands = "(2)"}).ok());
  CHECK_FALSE(lowered({.operands = "(2) (2) (2)"}).ok());
}

TEST_CASE("lowerOperator: an opset before the operator is rejected", "[operators]") {
  const Attempt result = lowered({.opset = 0});
  CHECK(result.error() == ObjectionCode::notInOpset);
}

TEST_CASE("lowerOperator: shapes that conflict leave the trace", "[operators]") {
  const Attempt result = lowered({.operands = "(3,4) (3)"});
  CHECK_FALSE(result.ok());
  REQUIRE(result.failure() == ErrorCode::sizeConflict);
  CHECK(result.failed().failures[0].axis == 1);
}

}  // namespace
}  // namespace simdcast::test::operators_test
