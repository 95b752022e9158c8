// Sessions on strings, sequences and optional values. Expected values are from ONNX's documents of
// the operators.
#include <catch2/catch_test_macros.hpp>

#include "model/session.hpp"
#include "support/models.hpp"

namespace simdcast::test::sequences_test {
namespace {

using graph::Dims;
using simdcast::Tensor;

constexpr std::int64_t kFloat32 = 1;
constexpr std::int64_t kInt64 = 7;
constexpr std::int64_t kString = 8;

Message node(std::string_view op, const std::vector<std::string_view>& inputs,
             const std::vector<std::string_view>& outputs,
             const std::vector<Message>& attributes = {}) {
  Message message = test::node(op, inputs, outputs);
  for (const Message& each : attributes) message.inner(5, each);
  return message;
}
Message integer(std::string_view name, std::int64_t value) {
  return attribute(name, 2).integer(3, value);
}
Message text(std::string_view name, std::string_view value) {
  return attribute(name, 3).text(4, value);
}
// A declaration without a shape.
Message anyShape(std::string_view name, std::int64_t type) {
  return Message().text(1, name).inner(2, Message().inner(1, Message().integer(1, type)));
}

Session sessionOf(const Message& graph) {
  auto made = Session::make(read(model(graph, 21).bytes()));
  if (const auto* fault = std::get_if<Fault>(&made)) FAIL(fault->text);
  return std::get<Session>(std::move(made));
}

std::vector<Tensor> run(const Message& graph, const std::vector<NamedTensor>& feeds) {
  Session session = sessionOf(graph);
  auto results = session.run(feeds);
  if (const auto* fault = std::get_if<Fault>(&results)) FAIL(fault->text);
  return std::get<std::vector<Tensor>>(std::move(results));
}
std::string faultOf(const Message& graph, const std::vector<NamedTensor>& feeds) {
  Session session = sessionOf(graph);
  auto results = session.run(feeds);
  const auto* fault = std::get_if<Fault>(&results);
  return fault == nullptr ? "" : fault->text;
}

Tensor texts(const Dims& dims, std::vector<std::string> values) {
  return {DType::string, dims, {}, std::move(values)};
}
Tensor floats(const Dims& dims, const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {DType::float32, dims, {bytes.begin(), bytes.end()}};
}

TEST_CASE("strings are joined, and go through movement", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("StringConcat", {"a", "b"}, {"c"}))
                            .inner(1, node("Transpose", {"c"}, {"d"}))
                            .inner(11, anyShape("a", kString))
                            .inner(11, anyShape("b", kString))
                            .inner(12, anyShape("d", kString));
  const auto results =
      run(graph, {{"a", texts({2, 1}, {"x", "y"})}, {"b", texts({2}, {"1", "é"})}});
  CHECK(results[0].dims == Dims{2, 2});
  CHECK(results[0].texts == std::vector<std::string>{"x1", "y1", "xé", "yé"});
}

TEST_CASE("strings are split into a row each", "[sequences]") {
  const Message graph =
      Message()
          .inner(1, node("StringSplit", {"a"}, {"parts", "counts"}, {text("delimiter", ".")}))
          .inner(11, anyShape("a", kString))
          .inner(12, anyShape("parts", kString))
          .inner(12, anyShape("counts", kInt64));
  const auto results = run(graph, {{"a", texts({2}, {"abc.com", "abc.net.org"})}});
  CHECK(results[0].dims == Dims{2, 3});
  CHECK(results[0].texts == std::vector<std::string>{"abc", "com", "", "abc", "net", "org"});
  CHECK(valuesOf<std::int64_t>(results[1].bytes) == std::vector<std::int64_t>{2, 3});
}

TEST_CASE("numbers become strings, and strings numbers", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("Cast", {"a"}, {"t"}, {integer("to", kString)}))
                            .inner(1, node("Cast", {"t"}, {"n"}, {integer("to", kFloat32)}))
                            .inner(11, anyShape("a", kFloat32))
                            .inner(12, anyShape("t", kString))
                            .inner(12, anyShape("n", kFloat32));
  const auto results = run(graph, {{"a", floats({2}, {0.1F, -3})}});
  CHECK(results[0].texts == std::vector<std::string>{"0.1", "-3"});
  CHECK(valuesOf<float>(results[1].bytes) == std::vector<float>{0.1F, -3});
  const Message reading = Message()
                              .inner(1, node("Cast", {"t"}, {"n"}, {integer("to", kFloat32)}))
                              .inner(11, anyShape("t", kString))
                              .inner(12, anyShape("n", kFloat32));
  CHECK(faultOf(reading, {{"t", texts({1}, {"one"})}}).ends_with("cannot read 'one' as float32."));
}

TEST_CASE("many strings are forgotten between runs", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("Identity", {"a"}, {"b"}))
                            .inner(11, anyShape("a", kString))
                            .inner(12, anyShape("b", kString));
  Session session = sessionOf(graph);
  for (int i = 0; i < 4; ++i) {
    const std::string long_ = std::string(2'000'000, 'x') + std::to_string(i);
    const std::vector<NamedTensor> feeds = {{"a", texts({1}, {long_})}};
    const auto results = session.run(feeds);
    REQUIRE(std::holds_alternative<std::vector<Tensor>>(results));
    CHECK(std::get<std::vector<Tensor>>(results)[0].texts[0] == long_);
  }
}

TEST_CASE("the number of strings is that of the shape", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("Identity", {"a"}, {"b"}))
                            .inner(11, anyShape("a", kString))
                            .inner(12, anyShape("b", kString));
  CHECK(faultOf(graph, {{"a", texts({2}, {"x"})}}) ==
        "The input 'a' must have 2 strings, but has 1.");
  CHECK(faultOf(graph, {{"a", texts({1}, {"\xFF"})}}) ==
        "The input 'a' must have strings in UTF-8.");
}

TEST_CASE("sequences are built, changed and joined", "[sequences]") {
  const Message graph =
      Message()
          .inner(1, node("SequenceConstruct", {"a", "b"}, {"s"}))
          .inner(1, node("SequenceInsert", {"s", "a"}, {"t"}))
          .inner(1, node("SequenceLength", {"t"}, {"n"}))
          .inner(1, node("ConcatFromSequence", {"t"}, {"c"}, {integer("axis", 0)}))
          .inner(11, anyShape("a", kFloat32))
          .inner(11, anyShape("b", kFloat32))
          .inner(12, anyShape("n", kInt64))
          .inner(12, anyShape("c", kFloat32));
  const auto results = run(graph, {{"a", floats({1}, {1})}, {"b", floats({2}, {2, 3})}});
  CHECK(valuesOf<std::int64_t>(results[0].bytes) == std::vector<std::int64_t>{3});
  CHECK(valuesOf<float>(results[1].bytes) == std::vector<float>{1, 2, 3, 1});
}

TEST_CASE("a position outside of a sequence is a fault", "[sequences]") {
  const Message graph =
      Message()
          .inner(1, node("SequenceConstruct", {"a"}, {"s"}))
          .inner(1, node("SequenceAt", {"s", "p"}, {"b"}))
          .inner(5, tensorHead("p", kInt64, {}).packed(7, std::vector<std::int64_t>{2}))
          .inner(11, anyShape("a", kFloat32))
          .inner(12, anyShape("b", kFloat32));
  CHECK(
      faultOf(graph, {{"a", floats({1}, {1})}}).ends_with("is out of range for a sequence of 1."));
}

TEST_CASE("an operator on tensors rejects a sequence", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("SequenceConstruct", {"a"}, {"s"}))
                            .inner(1, node("Relu", {"s"}, {"b"}))
                            .inner(11, anyShape("a", kFloat32))
                            .inner(12, anyShape("b", kFloat32));
  CHECK(faultOf(graph, {{"a", floats({1}, {1})}})
            .ends_with("must be a tensor, but is a sequence of float32."));
}

TEST_CASE("an optional value may be empty", "[sequences]") {
  const Message graph = Message()
                            .inner(1, node("Optional", {"a"}, {"o"}))
                            .inner(1, node("OptionalHasElement", {"o"}, {"has"}))
                            .inner(1, node("OptionalGetElement", {"o"}, {"b"}))
                            .inner(11, anyShape("a", kFloat32))
                            .inner(12, anyShape("has", 9))
                            .inner(12, anyShape("b", kFloat32));
  const auto results = run(graph, {{"a", floats({1}, {7})}});
  CHECK(results[0].bytes == std::vector<std::byte>{std::byte{1}});
  CHECK(valuesOf<float>(results[1].bytes) == std::vector<float>{7});
}

}  // namespace
}  // namespace simdcast::test::sequences_test
