// Functions of models.
#include <catch2/catch_test_macros.hpp>

#include "support/models.hpp"

namespace simdcast::test::model_functions_test {
namespace {

using Catch::Matchers::ContainsSubstring;

Message calling(const std::vector<Message>& functions, const Message& call) {
  Message message = model(Message()
                              .inner(1, call)
                              .inner(11, valueInfo("x"))
                              .inner(11, valueInfo("c", 9))
                              .inner(12, valueInfo("y")));
  for (const Message& function : functions) message.inner(25, function);
  return message.inner(8, opset(1, "own"));
}

TEST_CASE("functions are replaced by their bodies", "[model]") {
  const Message leaky = Message(node("LeakyRelu", {"a"}, {"t"}))
                            .inner(5, attribute("alpha", 1).text(21, "slope"))
                            .inner(5, attribute("beta", 1).text(21, "other"));
  const Message function = scaled(leaky)
                               .inner(7, node("Add", {"t", "b"}, {"c"}))
                               .inner(11, attribute("other", 1).real(2, 3.F));
  const Message slope = attribute("slope", 1).real(2, 0.5F);
  const Model model = read(calling({function}, call("Scaled", {"x", "x"}).inner(5, slope)).bytes());
  REQUIRE(namesOf(model.graph.nodes) ==
          std::vector<std::string>{"Scaled#0/LeakyRelu#0", "Scaled#0/Add#1"});
  const auto& [first, second] = std::tie(model.graph.nodes[0], model.graph.nodes[1]);
  CHECK(first.opset == 16);
  CHECK(first.label == "LeakyRelu 'Scaled#0/LeakyRelu#0'");
  CHECK(std::get<float>(*onnx::find(first.attributes, "alpha")) == 0.5F);
  CHECK(std::get<float>(*onnx::find(first.attributes, "beta")) == 3.F);
  CHECK(second.inputs == std::vector<std::string>{"Scaled#0/t", "x"});
  CHECK(second.outputs == std::vector<std::string>{"y"});

  const Model without = read(calling({function}, call("Scaled", {"x"})).bytes());
  CHECK(onnx::find(without.graph.nodes[0].attributes, "alpha") == nullptr);
  CHECK(without.graph.nodes[1].inputs == std::vector<std::string>{"Scaled#0/t", ""});
}

TEST_CASE("subgraphs of functions use values around the call", "[model]") {
  const Message body =
      Message(node("If", {"b"}, {"c"}))
          .inner(5, attribute("then_branch", 5).inner(6, Message().inner(12, valueInfo("a"))))
          .inner(5, attribute("else_branch", 5).inner(6, Message().inner(12, valueInfo("a"))));
  const Model model = read(calling({scaled(body)}, call("Scaled", {"x", "c"})).bytes());
  CHECK(model.graph.nodes.at(0).inputs == std::vector<std::string>{"c", "x"});
}

TEST_CASE("functions that cannot be unfolded are refused", "[model]") {
  const Message add = node("Add", {"a", "b"}, {"c"});
  const Message again = node("Scaled", {"a", "b"}, {"c"}).text(7, "own");
  const auto refuse = [](const std::vector<Message>& functions, const std::string& text,
                         const Message& call = test::call("Scaled", {"x", "x"})) {
    CHECK_THAT(faultOf(calling(functions, call)).text, ContainsSubstring(text));
  };
  refuse({scaled(again)}, "The function own.Scaled calls itself.");
  refuse({scaled(add), scaled(add)}, "two functions of the model are named own.Scaled.");
  refuse({scaled(node("Add", {"a", "b"}, {"q"}))},
         "The function Scaled does not produce its output 'c'.");
  refuse({scaled(add)}, "Scaled#0 must have at most 2 inputs, those of its function, but has 3.",
         call("Scaled", {"x", "x", "x"}));
  refuse({scaled(add)}, "at most 1 outputs", node("Scaled", {"x"}, {"y", "z"}).text(7, "own"));
  // Each calls the next 60 times.
  std::vector<Message> bomb;
  for (int level = 0; level < 5; ++level) {
    Message function = Message()
                           .text(10, "own")
                           .text(1, level == 0 ? "Scaled" : "f" + std::to_string(level))
                           .text(5, "c0");
    for (int i = 0; i < 60; ++i)
      function.inner(
          7, node("f" + std::to_string(level + 1), {}, {"c" + std::to_string(i)}).text(7, "own"));
    bomb.push_back(function);
  }
  refuse(bomb, "expand to too many nodes", call("Scaled", {}));
}

TEST_CASE("what functions repeat is limited in bytes", "[model]") {
  const std::vector<float> many(1 << 16);
  const Message body =
      Message(node("Op", {"a"}, {"c"})).inner(5, attribute("long", 6).packed(7, many));
  Message graph;
  for (int i = 0; i < 5000; ++i)
    graph.inner(1, node("Scaled", {"x"}, {"y" + std::to_string(i)}).text(7, "own"));
  graph.inner(11, valueInfo("x")).inner(12, valueInfo("y0"));
  CHECK(faultOf(model(graph).inner(25, scaled(body))).text ==
        "The functions of the model expand to too many nodes.");
}

}  // namespace
}  // namespace simdcast::test::model_functions_test
