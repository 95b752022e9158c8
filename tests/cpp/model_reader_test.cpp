// Graphs of models: names and order, attributes, and subgraphs.
#include <catch2/catch_test_macros.hpp>

#include "support/models.hpp"

namespace simdcast::test::model_reader_test {
namespace {

using model::Graph;

TEST_CASE("nodes are sorted, and what nothing reads is dropped", "[model]") {
  const Message message = model(chain());
  const Model model = read(message.bytes());
  CHECK(model.irVersion == 8);
  CHECK(model.opsets == model::Opsets{{"", 17}});
  CHECK(namesOf(model.graph.nodes) ==
        std::vector<std::string>{"Relu#2", "Add#1", "Add#0", "Split#3"});
  CHECK(model.graph.nodes[3].outputs == std::vector<std::string>{"", "e"});
  REQUIRE(model.graph.inputs.size() == 1);
  const model::Declaration& input = model.graph.inputs[0];
  CHECK(input.type == DType::float32);
  REQUIRE(input.shape.has_value());
  CHECK(*input.shape == std::vector<model::Dimension>{std::monostate(), Size{3}});
  CHECK(model.optionalInputs.at(0).name == "w");
  CHECK(model.graph.initializers.size() == 1);
  CHECK_FALSE(model.graph.outputs.at(1).type.has_value());
  CHECK(model.declared.at(0).name == "a");

  const Model part = read(message.bytes(), {.outputs = std::vector<std::string>{"e"}});
  CHECK(namesOf(part.graph.nodes) == std::vector<std::string>{"Split#3"});
  CHECK(part.optionalInputs.empty());
  checkFault(message, "invalid_option",
             "The option outputs lists 'z', which is not an output of the model. Its outputs are "
             "c, e.",
             {.outputs = std::vector<std::string>{"z"}});
}

TEST_CASE("long chains of nodes and of functions are no deep recursion", "[model]") {
  constexpr int kCount = 20'000;
  Message graph;
  for (int i = kCount - 1; i >= 0; --i)
    graph.inner(1, node("Identity", {"v" + std::to_string(i)}, {"v" + std::to_string(i + 1)}));
  graph.inner(11, valueInfo("v0")).inner(12, valueInfo("v" + std::to_string(kCount)));
  CHECK(read(model(graph).bytes()).graph.nodes.size() == kCount);

  Message message = model(Message().inner(1, node("f0", {}, {"y"})).inner(12, valueInfo("y")));
  for (int i = 0; i < kCount; ++i)
    message.inner(25, Message()
                          .text(1, "f" + std::to_string(i))
                          .text(5, "y")
                          .inner(7, node("f" + std::to_string(i + 1), {}, {"y"})));
  CHECK(faultOf(message).text == "The functions of the model expand to too many nodes.");
}

TEST_CASE("graphs whose names do not fit are refused", "[model]") {
  const Message add = node("Add", {"x", "x"}, {"y"});
  const auto refuse = [](const Message& graph, const std::string& text,
                         std::string_view code = "invalid_graph") {
    checkFault(model(graph), code, text);
  };
  const Message x = valueInfo("x");
  const Message y = valueInfo("y");
  refuse(Message().inner(1, add).inner(1, add).inner(11, x).inner(12, y),
         "two values of the graph are named 'y'");
  refuse(Message().inner(1, add).inner(11, x).inner(11, x).inner(12, y), "named 'x'");
  refuse(Message().inner(1, add).inner(11, x).inner(12, y).inner(12, y), "named 'y'");
  refuse(Message().inner(1, node("Add", {"x", "x"}, {"x"})).inner(11, x).inner(12, y), "named 'x'");
  refuse(Message().inner(1, add).inner(11, x).inner(12, valueInfo("z")),
         "No node produces the graph output 'z'");
  refuse(Message().inner(1, node("Add", {"x", "q"}, {"y"})).inner(11, x).inner(12, y),
         "Add#0 reads 'q', which no node produces");
  refuse(Message().inner(1, add).inner(11, x), "at least one output");
  refuse(Message().inner(1, add).inner(11, valueInfo("")).inner(12, y),
         "An input of the graph has no name.");
  refuse(Message().inner(5, tensorHead("", 1, {})).inner(12, y), "An initializer has no name.");
  refuse(Message().inner(11, Message().text(1, "x")).inner(12, x), "must be a dense tensor",
         "unsupported_type");
  refuse(Message().inner(11, valueInfo("x", 99)).inner(12, x), "element type 99",
         "unsupported_type");
  refuse(Message().inner(11, valueInfo("x", 1, {std::int64_t{1} << 31})).inner(12, x),
         "'x' has an axis of size 2147483648.", "invalid_model");
  refuse(Message().inner(11, valueInfo("x", 1, std::vector<std::int64_t>(17, 1))).inner(12, x),
         "'x' must have at most 16 axes, but has 17.", "invalid_model");
  refuse(Message()
             .inner(1, Message(node("Add", {"x", "b"}, {"a"})).text(3, "p"))
             .inner(1, Message(node("Add", {"a", "x"}, {"b"})).text(3, "q"))
             .inner(11, x)
             .inner(12, valueInfo("b")),
         "These nodes form a cycle: Add 'p', Add 'q'.", "cyclic_graph");
  refuse(Message().inner(1, node("Add", {"x", "y"}, {"y"})).inner(11, x).inner(12, y),
         "These nodes form a cycle: Add#0.", "cyclic_graph");
  for (const int version : {0, 29})
    checkFault(model(Message().inner(1, add).inner(11, x).inner(12, y), version), "unknown_opset",
               "The model imports opset " + std::to_string(version));
}

TEST_CASE("sequences and optional values are declared as such", "[model]") {
  const Message tensor = Message().inner(1, Message().integer(1, 7));
  const Message sequence = Message().inner(4, Message().inner(1, tensor));
  const Message optional = Message().inner(9, Message().inner(1, sequence));
  const Message graph = Message()
                            .inner(11, Message().text(1, "s").inner(2, sequence))
                            .inner(11, Message().text(1, "o").inner(2, optional))
                            .inner(12, Message().text(1, "s"));
  const Model model = read(test::model(graph).bytes());
  const auto& [s, o] = std::tie(model.graph.inputs.at(0), model.graph.inputs.at(1));
  CHECK((s.type == DType::int64 && s.isSequence && !s.isOptional));
  CHECK((o.type == DType::int64 && o.isSequence && o.isOptional));
  CHECK_FALSE(o.shape.has_value());
}

TEST_CASE("attributes are read in their kinds, with or without a type", "[model]") {
  for (const bool typed : {true, false}) {
    const auto type = [&](int number) { return typed ? number : 0; };
    const Message op =
        Message(node("Op", {}, {"y"}))
            .inner(5, attribute("f", type(1)).real(2, 1.5F))
            .inner(5, attribute("i", type(2)).integer(3, -3))
            .inner(5, attribute("s", type(3)).text(4, "é"))
            .inner(5, attribute("t", type(4)).inner(5, tensorHead("", 6, {1}).integer(5, 4)))
            .inner(5, attribute("fs", type(6)).real(7, 1.F).real(7, 2.F))
            .inner(5, attribute("is", type(7)).packed(8, std::vector{1, -2}))
            .inner(5, attribute("ss", type(8)).text(9, "a").text(9, ""))
            .inner(5, attribute("bad", type(3)).text(4, "\xC0\x80"));
    const Model model = read(test::model(Message().inner(1, op).inner(12, valueInfo("y"))).bytes());
    const onnx::NodeAttributes& attributes = model.graph.nodes.at(0).attributes;
    const auto valueOf = [&](std::string_view name) { return *onnx::find(attributes, name); };
    CHECK(std::get<float>(valueOf("f")) == 1.5F);
    CHECK(std::get<std::int64_t>(valueOf("i")) == -3);
    CHECK(std::get<std::string>(valueOf("s")) == "é");
    CHECK(valuesOf<int>(std::get<onnx::TensorData>(valueOf("t")).bytes) == std::vector{4});
    CHECK(std::get<std::vector<float>>(valueOf("fs")) == std::vector{1.F, 2.F});
    CHECK(std::get<std::vector<std::int64_t>>(valueOf("is")) == std::vector<std::int64_t>{1, -2});
    CHECK(std::get<std::vector<std::string>>(valueOf("ss")) == std::vector<std::string>{"a", ""});
    CHECK(std::get<std::shared_ptr<const Graph>>(valueOf("bad")) == nullptr);
  }
}

TEST_CASE("attributes that are there twice, or of a function, are refused", "[model]") {
  const auto of = [](const Message& op) {
    return model(Message().inner(1, op).inner(12, valueInfo("y")));
  };
  const Message op = node("Op", {}, {"y"});
  checkFault(of(Message(op).inner(5, attribute("a")).inner(5, attribute("a"))), "invalid_attribute",
             "Op#0 has the attribute 'a' twice.");
  checkFault(of(Message(op).inner(5, attribute("a").text(21, "b"))), "invalid_attribute",
             "Op#0 refers to the attribute 'a' of a function, but is not in a function.");
}

TEST_CASE("outer values that subgraphs use become inputs of the node", "[model]") {
  const Message graph = Message()
                            .inner(1, branching())
                            .inner(1, node("Relu", {"x"}, {"y"}))
                            .inner(11, valueInfo("x"))
                            .inner(11, valueInfo("c", 9))
                            .inner(12, valueInfo("r"));
  const Message message = test::model(graph);
  const Model model = read(message.bytes());
  CHECK(namesOf(model.graph.nodes) == std::vector<std::string>{"Relu#1", "If#0"});
  const model::ModelNode& node = model.graph.nodes[1];
  CHECK(node.ownInputs == 1);
  CHECK(node.inputs == std::vector<std::string>{"c", "x", "y"});
  const auto& branch =
      std::get<std::shared_ptr<const Graph>>(*onnx::find(node.attributes, "then_branch"));
  REQUIRE(branch != nullptr);
  CHECK(branch->captured == std::vector<std::string>{"x"});
  CHECK(branch->outputs.at(0).type == DType::float32);
  CHECK(valuesOf<float>(branch->initializers.at(0).bytes) == std::vector{1.F});
}

TEST_CASE("subgraphs are nested at most 32 deep", "[model]") {
  const auto nested = [](int depth) {
    Message body = Message().inner(12, valueInfo("x"));
    Message op;
    for (int i = 0; i < depth; ++i) {
      op = Message(node("If", {"c"}, {"r" + std::to_string(i)}))
               .inner(5, attribute("then_branch", 5).inner(6, body))
               .inner(5, attribute("else_branch", 5).inner(6, Message().inner(12, valueInfo("x"))));
      body = Message().inner(1, op).inner(12, valueInfo("r" + std::to_string(i)));
    }
    return model(Message(body).inner(11, valueInfo("x")).inner(11, valueInfo("c", 9)));
  };
  CHECK(read(nested(32).bytes()).graph.nodes.size() == 1);
  checkFault(nested(33), "invalid_graph",
             "The attribute 'then_branch' of If#0 must be a graph, nested at most 32 deep.");
  checkFault(model(Message().inner(1, node("Loop", {}, {"y"})).inner(12, valueInfo("y"))),
             "invalid_graph", "The attribute 'body' of Loop#0 must be a graph");
}

}  // namespace
}  // namespace simdcast::test::model_reader_test
