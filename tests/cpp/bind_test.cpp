#include "onnx/bind.hpp"

#include <catch2/catch_test_macros.hpp>

namespace simdcast::test::bind_test {
namespace {

using graph::Builder;
using onnx::Bound;
using onnx::Call;
using onnx::checkNode;
using onnx::Domain;
using onnx::findRow;
using onnx::Node;
using onnx::NodeAttributes;
using onnx::parseSchema;
using onnx::Row;
using onnx::Value;
using onnx::Values;
using onnx::Version;

// An operator for which only the checks run.
Values notLowered(Call& call) { return call.fail(faults::graph(call.label())); }
constexpr Row kRow{"Tile",
                   "1[2..3](floats,int64){axis:int scale:float mode:string axes:ints scales:floats}"
                   "->2?1 9(floats_bf,int64)",
                   notLowered};
// Inputs of one type.
constexpr Row kSame{"Concat", "1[1..*](all)", notLowered};

Bound boundOf(const Row& row, std::span<const Version> versions) {
  return {&row, &versions[0], versions.subspan(1)};
}

Node nodeOf(std::string_view op, const NodeAttributes& attributes, int opset = 13) {
  return {.op = op, .label = op, .opset = opset, .attributes = &attributes, .outputs = {true}};
}

std::string textOf(const std::optional<Fault>& fault) { return fault ? fault->text : ""; }

struct Graph {
  graph::Derived derived;
  OwnMachine machine;
  Builder builder{derived, machine};

  Value floats(const graph::Dims& dims, std::vector<float> data) {
    return builder.constantOf<float>(DType::float32, dims, data);
  }
  Value int64s(std::vector<Count> data) {
    return builder.constantOf<Count>(DType::int64, {static_cast<Count>(data.size())}, data);
  }
  Value input(DType type, const graph::Dims& dims) { return builder.make(type, dims, false); }

  Values lower(std::string_view op, std::vector<Value> inputs,
               const NodeAttributes& attributes = {}, int opset = 13) {
    const Bound bound = findRow(Domain::onnx, op, opset);
    REQUIRE(bound.row != nullptr);
    const Node node = nodeOf(op, attributes, opset);
    REQUIRE_FALSE(checkNode(node, bound, static_cast<int>(inputs.size())).has_value());
    return onnx::lowerNode(builder, node, bound, inputs);
  }
  std::vector<float> elements(const Value& value) {
    const std::span<const std::byte> bytes = builder.known(value);
    const auto* first = reinterpret_cast<const float*>(bytes.data());
    return {first, first + bytes.size() / sizeof(float)};
  }
  std::string fault() { return textOf(builder.fault()); }
};

TEST_CASE("a node has as many inputs and outputs as its version", "[bind]") {
  const std::vector<Version> versions = parseSchema(kRow.schema.text);
  const Bound bound = boundOf(kRow, versions);
  const NodeAttributes none;
  Node node = nodeOf("Tile", none);
  CHECK(textOf(checkNode(node, bound, 2)).empty());
  CHECK(textOf(checkNode(node, bound, 3)).empty());
  CHECK(textOf(checkNode(node, bound, 1)) ==
        "Tile was given 1 input, but at this opset accepts 2 to 3: 'repeats' is missing.");
  CHECK(textOf(checkNode(node, bound, 4)) ==
        "Tile was given 4 inputs, but at this opset accepts 2 to 3.");
  node.outputs = {true, false};
  CHECK(textOf(checkNode(node, bound, 2)).empty());
  node.outputs = {true, false, true};
  CHECK(textOf(checkNode(node, bound, 2)) ==
        "Tile has at most 2 outputs at this opset, but 3 were requested.");
  node.outputs = {};
  CHECK(textOf(checkNode(node, bound, 2)) ==
        "Tile has at most 2 outputs at this opset, but 0 were requested.");
}

TEST_CASE("a node has attributes of its version, in their kinds", "[bind]") {
  const std::vector<Version> versions = parseSchema(kRow.schema.text);
  const Bound bound = boundOf(kRow, versions);
  const auto check = [&](const NodeAttributes& attributes) {
    return textOf(checkNode(nodeOf("Tile", attributes), bound, 2));
  };
  CHECK(check({{"axis", std::int64_t{1}}, {"scale", 2.0F}, {"mode", std::string("a")}}).empty());
  CHECK(check({{"axes", std::vector<std::int64_t>{1}}}).empty());
  CHECK(check({{"scales", std::vector<std::int64_t>{}}}).empty());
  CHECK(check({{"scales", std::vector<std::int64_t>{1}}}) ==
        "The attribute 'scales' of Tile must be a list of numbers.");
  CHECK(check({{"axis", 1.0F}}) == "The attribute 'axis' of Tile must be an integer.");
  CHECK(check({{"axi", std::int64_t{1}}}) ==
        "Tile has no attribute 'axi' at this opset; did you mean 'axis'? Its attributes are axis, "
        "scale, mode, axes, scales.");
}

TEST_CASE("inputs are of the types of the version", "[bind]") {
  Graph graph;
  const std::vector<Version> versions = parseSchema(kRow.schema.text);
  const Bound bound = boundOf(kRow, versions);
  const NodeAttributes none;
  const Node node = nodeOf("Tile", none);
  const auto check = [&](DType a, DType b) {
    const Value inputs[] = {graph.input(a, {2}), graph.input(b, {2})};
    return textOf(onnx::checkTypes(node, bound, inputs));
  };
  CHECK(check(DType::float64, DType::int64).empty());
  CHECK(check(DType::int32, DType::int64) ==
        "Input 0 of Tile must be float16, float32 or float64, but is int32.");
  CHECK(check(DType::bfloat16, DType::int64) ==
        "Input 0 of Tile must be float16, float32 or float64, but is bfloat16. Opset 9 accepts "
        "it.");
  CHECK(check(DType::float32, DType::int32) == "Input 1 of Tile must be int64, but is int32.");
  const std::vector<Version> same = parseSchema(kSame.schema.text);
  const Value inputs[] = {graph.input(DType::int8, {2}), Value{}, graph.input(DType::int32, {2})};
  CHECK(textOf(onnx::checkTypes(node, boundOf(kSame, same), inputs)) ==
        "The inputs of Tile must have the same type, but are int8 and int32.");
}

TEST_CASE("required inputs are given", "[bind]") {
  Graph graph;
  const std::vector<Version> versions = parseSchema(kRow.schema.text);
  const NodeAttributes none;
  const Node node = nodeOf("Tile", none);
  const Value inputs[] = {Value{}, Value{}};
  CHECK(onnx::lowerNode(graph.builder, node, boundOf(kRow, versions), inputs).empty());
  CHECK(graph.fault() == "Input 0 of Tile is missing.");
  Graph second;
  const Value given[] = {second.floats({1}, {1}), Value{}};
  CHECK(onnx::lowerNode(second.builder, node, boundOf(kRow, versions), given).empty());
  CHECK(second.fault() == "Tile has subgraphs, so it can run only in a model.");
}

TEST_CASE("the engine's operators compute constants at once", "[bind]") {
  Graph graph;
  const Value a = graph.floats({2, 1}, {1, 2});
  const Value b = graph.floats({3}, {10, 20, 30});
  const Values sum = graph.lower("Add", {a, b});
  REQUIRE(sum.size() == 1);
  CHECK(sum[0].dims == graph::Dims{2, 3});
  CHECK(graph.elements(sum[0]) == std::vector<float>{11, 21, 31, 12, 22, 32});
  const Values product =
      graph.lower("Gemm", {b, graph.floats({1, 3}, {1, 2, 3})}, {{"transB", std::int64_t{1}}});
  CHECK(product.empty());
}

TEST_CASE("Expand takes its shape from its second input", "[bind]") {
  Graph graph;
  const Value one = graph.floats({2, 1}, {1, 2});
  const Values made = graph.lower("Expand", {one, graph.int64s({2, 2})});
  REQUIRE(made.size() == 1);
  CHECK(graph.elements(made[0]) == std::vector<float>{1, 1, 2, 2});
  SECTION("which has one axis") {
    graph.lower("Expand", {one, one});
    CHECK(graph.fault() == "Input 1 of Expand must have exactly one axis.");
  }
  SECTION("whose sizes have 32 bits") {
    graph.lower("Expand", {one, graph.int64s({INT64_MIN})});
    CHECK(graph.fault() ==
          "The result of Expand would be (-9223372036854775808,), which is not a valid shape.");
  }
  SECTION("whose elements must be known") {
    graph.lower("Expand", {one, graph.input(DType::int64, {2})});
    CHECK(graph.builder.fault()->code == "dynamic_shape");
  }
}

TEST_CASE("a square is rounded once", "[bind]") {
  Graph graph;
  const Value x = graph.floats({2}, {3, 1.1F});
  const Values square = graph.lower("Pow", {x, graph.floats({}, {2})});
  CHECK(graph.elements(square[0]) == std::vector<float>{9, 1.1F * 1.1F});
}

TEST_CASE("more inputs than the engine accepts are joined", "[bind]") {
  Graph graph;
  std::vector<Value> inputs;
  for (int i = 0; i < 100; ++i) inputs.push_back(graph.floats({1}, {static_cast<float>(i)}));
  CHECK(graph.elements(graph.lower("Sum", inputs)[0]) == std::vector<float>{4950});
  CHECK(graph.elements(graph.lower("Max", inputs)[0]) == std::vector<float>{99});
  CHECK(graph.elements(graph.lower("Min", inputs)[0]) == std::vector<float>{0});
  CHECK(graph.elements(graph.lower("Mean", inputs)[0]) == std::vector<float>{49.5F});
  inputs[40] = {};
  graph.lower("Sum", inputs);
  CHECK(graph.fault() == "Input 40 of Sum is missing.");
}

TEST_CASE("the engine's attributes are checked", "[bind]") {
  Graph graph;
  const Value x = graph.floats({2}, {-2, 2});
  SECTION("a number") {
    const Values made = graph.lower("LeakyRelu", {x}, {{"alpha", 0.5F}});
    CHECK(graph.elements(made[0]) == std::vector<float>{-1, 2});
  }
  SECTION("a word") {
    graph.lower("Gelu", {x}, {{"approximate", std::string("tanh")}}, 20);
    CHECK(graph.fault().empty());
  }
  SECTION("an unknown word") {
    graph.lower("Gelu", {x}, {{"approximate", std::string("sinh")}}, 20);
    CHECK(graph.fault() == "The attribute 'approximate' does not accept that value.");
  }
  SECTION("an ignored list") {
    graph.lower("Relu", {x}, {{"consumed_inputs", std::vector<std::int64_t>{0}}}, 1);
    CHECK(graph.fault().empty());
  }
  SECTION("a list instead of a number") {
    graph.lower("LeakyRelu", {x}, {{"alpha", std::vector<float>{0.5F}}});
    CHECK(graph.fault() == "The attribute 'alpha' does not accept that value.");
  }
  SECTION("an unknown name") {
    graph.lower("LeakyRelu", {x}, {{"gamma", 0.5F}});
    CHECK(graph.fault() == "Unknown attribute 'gamma'.");
  }
}

TEST_CASE("strings are equal if their handles are", "[bind]") {
  Graph graph;
  const std::vector<std::uint32_t> handles = {1, 2};
  const Value text =
      graph.builder.constantOf<std::uint32_t>(DType::string, {2}, std::span(handles));
  const Values equal = graph.lower("Equal", {text, text}, {}, 19);
  REQUIRE(graph.fault().empty());
  CHECK(equal[0].type == DType::boolean);
}

}  // namespace
}  // namespace simdcast::test::bind_test
