// Sessions on small models, which are written as bytes. Expected values are computed by hand from
// the operators' documents.
#include "model/session.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "model/read.hpp"
#include "support/buffers.hpp"
#include "support/onnx_bytes.hpp"

namespace simdcast::test::session_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using graph::Dims;
using simdcast::Tensor;
using Floats = std::vector<float>;
using Integers = std::vector<std::int64_t>;
using Feeds = std::vector<NamedTensor>;

// Numbers of element types in ONNX's files.
constexpr std::int64_t kFloat32 = 1;
constexpr std::int64_t kInt64 = 7;
constexpr std::int64_t kBool = 9;

// ---- messages

Message attribute(std::string_view name, int type) {
  return Message().text(1, name).integer(20, type);
}
Message integer(std::string_view name, std::int64_t value) {
  return attribute(name, 2).integer(3, value);
}
Message integers(std::string_view name, const Integers& values) {
  return attribute(name, 7).packed(8, values);
}
Message subgraph(std::string_view name, const Message& graph) {
  return attribute(name, 5).inner(6, graph);
}

Message node(std::string_view op, const std::vector<std::string_view>& inputs,
             const std::vector<std::string_view>& outputs,
             const std::vector<Message>& attributes = {}) {
  Message message = test::node(op, inputs, outputs);
  for (const Message& each : attributes) message.inner(5, each);
  return message;
}

// A declaration with the name of a symbolic dimension for each axis.
Message symbolic(std::string_view name, const std::vector<std::string_view>& symbols) {
  Message shape;
  for (const std::string_view symbol : symbols) shape.inner(1, Message().text(2, symbol));
  return Message().text(1, name).inner(
      2, Message().inner(1, Message().integer(1, kFloat32).inner(2, shape)));
}

// A declaration without a shape.
Message anyShape(std::string_view name, std::int64_t type = kFloat32) {
  return Message().text(1, name).inner(2, Message().inner(1, Message().integer(1, type)));
}

Message floatsNamed(std::string_view name, const Integers& dims, const Floats& values) {
  return tensorHead(name, kFloat32, dims).packed(4, values);
}
Message int64sNamed(std::string_view name, const Integers& dims, const Integers& values) {
  return tensorHead(name, kInt64, dims).packed(7, values);
}

struct Parts {
  std::vector<Message> nodes = {};
  std::vector<Message> initializers = {};
  std::vector<Message> inputs = {};
  std::vector<Message> outputs = {};
};

Message graphOf(const Parts& parts) {
  Message graph;
  for (const Message& each : parts.nodes) graph.inner(1, each);
  for (const Message& each : parts.initializers) graph.inner(5, each);
  for (const Message& each : parts.inputs) graph.inner(11, each);
  for (const Message& each : parts.outputs) graph.inner(12, each);
  return graph;
}

// ---- tensors

template <class T>
Tensor tensor(DType type, const Dims& dims, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {type, dims, {bytes.begin(), bytes.end()}};
}
Tensor floats(const Dims& dims, const Floats& values) {
  return tensor(DType::float32, dims, values);
}
Tensor int64s(const Dims& dims, const Integers& values) {
  return tensor(DType::int64, dims, values);
}
Tensor truth(bool value) {
  return tensor(DType::boolean, {}, std::vector{static_cast<std::uint8_t>(value ? 1 : 0)});
}

template <class T>
void check(const Tensor& actual, DType type, const Dims& dims, const std::vector<T>& values) {
  CHECK(actual.type == type);
  CHECK(actual.dims == dims);
  CHECK(Source(actual.bytes).values<T>() == values);
}
void checkFloats(const Tensor& actual, const Dims& dims, const Floats& values) {
  check(actual, DType::float32, dims, values);
}
void checkInt64s(const Tensor& actual, const Dims& dims, const Integers& values) {
  check(actual, DType::int64, dims, values);
}

// ---- sessions

std::variant<Session, Fault> made(const Parts& parts, std::int64_t opset = 17) {
  const Message message = test::model(graphOf(parts), opset);
  // The bytes end before the first run: a session keeps none of them.
  const Source file(message.bytes());
  auto read = model::readModel({file.data(), message.bytes().size()});
  if (const auto* fault = std::get_if<Fault>(&read)) FAIL(fault->code << ": " << fault->text);
  return Session::make(std::get<model::Model>(std::move(read)));
}

Session sessionOf(const Parts& parts, std::int64_t opset = 17) {
  auto session = made(parts, opset);
  if (const auto* fault = std::get_if<Fault>(&session)) FAIL(fault->code << ": " << fault->text);
  return std::get<Session>(std::move(session));
}

Fault faultOf(const Parts& parts) {
  auto session = made(parts);
  REQUIRE(std::holds_alternative<Fault>(session));
  return std::get<Fault>(std::move(session));
}

std::vector<Tensor> run(Session& session, const Feeds& feeds) {
  auto results = session.run(feeds);
  if (const auto* fault = std::get_if<Fault>(&results)) FAIL(fault->code << ": " << fault->text);
  return std::get<std::vector<Tensor>>(std::move(results));
}

void checkFault(Session& session, const Feeds& feeds, std::string_view code,
                const std::string& text) {
  const auto results = session.run(feeds);
  REQUIRE(std::holds_alternative<Fault>(results));
  CHECK(std::get<Fault>(results).code == code);
  CHECK_THAT(std::get<Fault>(results).text, ContainsSubstring(text));
}

// ---- sizes

// A layer: x times w plus b, negative numbers replaced by 0.
Parts layer() {
  return {.nodes = {node("MatMul", {"x", "w"}, {"product"}), node("Add", {"product", "b"}, {"sum"}),
                    node("Relu", {"sum"}, {"y"})},
          .initializers = {floatsNamed("w", {3, 2}, {1, 2, 3, 4, 5, 6}),
                           floatsNamed("b", {2}, {-20, 1})},
          .inputs = {valueInfo("x", kFloat32, {-1, 3})},
          .outputs = {valueInfo("y", kFloat32, {-1, 2})}};
}

TEST_CASE("session: runs with one size after another", "[session]") {
  Session session = sessionOf(layer());
  for (int times = 0; times < 3; ++times) {
    checkFloats(run(session, {{"x", floats({1, 3}, {1, 2, 3})}})[0], {1, 2}, {2, 29});
    checkFloats(run(session, {{"x", floats({2, 3}, {0, 0, 0, 1, 1, 1})}})[0], {2, 2},
                {0, 1, 0, 13});
    checkFloats(run(session, {{"x", floats({0, 3}, {})}})[0], {0, 2}, {});
  }
  // The same size with other elements.
  checkFloats(run(session, {{"x", floats({1, 3}, {-1, 0, 9})}})[0], {1, 2}, {24, 53});
}

TEST_CASE("session: declares its inputs and outputs, and can be moved", "[session]") {
  Session first = sessionOf(layer());
  Session session = std::move(first);
  REQUIRE(session.inputs().size() == 1);
  CHECK(session.inputs()[0].name == "x");
  CHECK(session.inputs()[0].type == DType::float32);
  REQUIRE(session.inputs()[0].shape.has_value());
  CHECK(*session.inputs()[0].shape == std::vector<model::Dimension>{std::monostate(), Size{3}});
  CHECK(session.optionalInputs().empty());
  REQUIRE(session.outputs().size() == 1);
  CHECK(session.outputs()[0].name == "y");
  checkFloats(run(session, {{"x", floats({1, 3}, {1, 2, 3})}})[0], {1, 2}, {2, 29});
}

TEST_CASE("session: a feed may replace an initializer", "[session]") {
  Session session = sessionOf({.nodes = {node("Mul", {"x", "w"}, {"y"})},
                               .initializers = {floatsNamed("w", {2}, {10, 100})},
                               .inputs = {anyShape("x"), anyShape("w")},
                               .outputs = {anyShape("y")}});
  CHECK(session.inputs().size() == 1);
  REQUIRE(session.optionalInputs().size() == 1);
  CHECK(session.optionalInputs()[0].name == "w");
  const NamedTensor x{"x", floats({2}, {1, 2})};
  for (int times = 0; times < 2; ++times) {
    checkFloats(run(session, {x})[0], {2}, {10, 200});
    checkFloats(run(session, {x, {"w", floats({2}, {3, 4})}})[0], {2}, {3, 8});
    checkFloats(run(session, {{"w", floats({1}, {-1})}, x})[0], {2}, {-1, -2});
  }
}

TEST_CASE("session: an output may be an input, a constant, or an output twice", "[session]") {
  Session session = sessionOf(
      {.nodes = {node("Neg", {"k"}, {"constant"}), node("Neg", {"x"}, {"y"}),
                 node("Identity", {"y"}, {"same"})},
       .initializers = {floatsNamed("k", {1}, {7})},
       .inputs = {anyShape("x")},
       .outputs = {anyShape("x"), anyShape("constant"), anyShape("y"), anyShape("same")}});
  for (int times = 0; times < 2; ++times) {
    const std::vector<Tensor> results = run(session, {{"x", floats({2}, {1, -2})}});
    REQUIRE(results.size() == 4);
    checkFloats(results[0], {2}, {1, -2});
    checkFloats(results[1], {1}, {-7});
    checkFloats(results[2], {2}, {-1, 2});
    checkFloats(results[3], {2}, {-1, 2});
  }
}

TEST_CASE("session: a result without elements, of constants alone, is read by each run",
          "[session]") {
  Session session = sessionOf(
      {.nodes = {node("RoiAlign", {"image", "regions", "images"}, {"none"}),
                 node("Concat", {"x", "none"}, {"y"}, {integer("axis", 0)})},
       .initializers = {floatsNamed("image", {1, 1, 2, 2}, {1, 2, 3, 4}),
                        floatsNamed("regions", {0, 4}, {}), int64sNamed("images", {0}, {})},
       .inputs = {anyShape("x")},
       .outputs = {anyShape("y"), anyShape("none")}});
  for (int times = 0; times < 2; ++times) {
    const std::vector<Tensor> results = run(session, {{"x", floats({1, 1, 1, 1}, {5})}});
    checkFloats(results[0], {1, 1, 1, 1}, {5});
    checkFloats(results[1], {0, 1, 1, 1}, {});
  }
}

// As a decoder does: the keys of all tokens so far, and a sum over them for the newest token.
TEST_CASE("session: a cache grows by what each run appends", "[session]") {
  Session session = sessionOf(
      {.nodes = {node("Concat", {"past", "x"}, {"present"}, {integer("axis", 1)}),
                 node("MatMul", {"x", "turned"}, {"scores"}),
                 node("Transpose", {"present"}, {"turned"}, {integers("perm", {0, 2, 1})}),
                 node("ReduceSum", {"scores", "last"}, {"sum"}, {integer("keepdims", 0)})},
       .initializers = {int64sNamed("last", {1}, {-1})},
       .inputs = {symbolic("past", {"batch", "before", "width"}),
                  symbolic("x", {"batch", "new", "width"})},
       .outputs = {anyShape("present"), anyShape("sum")}});
  Tensor past = floats({1, 0, 2}, {});
  Floats all;
  float keys = 0;
  // A prompt of three tokens, then single ones: token t is (t, 1).
  Count length = 0;
  for (const Count count : {3, 1, 1, 1, 1, 1, 1, 1}) {
    Floats tokens;
    Floats sums;
    for (Count i = 0; i < count; ++i) {
      const auto token = static_cast<float>(length++);
      tokens.insert(tokens.end(), {token, 1});
      keys += token;
    }
    for (Count i = 0; i < count; ++i)
      sums.push_back(tokens[static_cast<std::size_t>(2 * i)] * keys + static_cast<float>(length));
    all.insert(all.end(), tokens.begin(), tokens.end());
    std::vector<Tensor> results =
        run(session, {{"past", past}, {"x", floats({1, count, 2}, tokens)}});
    checkFloats(results[0], {1, length, 2}, all);
    checkFloats(results[1], {1, count}, sums);
    past = std::move(results[0]);
  }
}

// ---- sizes that depend on values

TEST_CASE("session: shapes are computed from the sizes of inputs", "[session]") {
  Session session = sessionOf(
      {.nodes = {node("Shape", {"x"}, {"sizes"}), node("Gather", {"sizes", "first"}, {"batch"}),
                 node("Concat", {"batch", "rest"}, {"shape"}, {integer("axis", 0)}),
                 node("Reshape", {"x", "shape"}, {"y"}),
                 node("ConstantOfShape", {"shape"}, {"zeros"})},
       .initializers = {int64sNamed("first", {1}, {0}), int64sNamed("rest", {1}, {6})},
       .inputs = {valueInfo("x", kFloat32, {-1, 2, 3})},
       .outputs = {anyShape("y"), anyShape("zeros")}});
  const Floats twelve{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const Floats six(twelve.begin(), twelve.begin() + 6);
  for (int times = 0; times < 2; ++times) {
    std::vector<Tensor> results = run(session, {{"x", floats({2, 2, 3}, twelve)}});
    checkFloats(results[0], {2, 6}, twelve);
    results = run(session, {{"x", floats({1, 2, 3}, six)}});
    checkFloats(results[0], {1, 6}, six);
  }
}

TEST_CASE("session: shapes are elements of an input", "[session]") {
  Session session = sessionOf(
      {.nodes = {node("Reshape", {"x", "shape"}, {"turned"}), node("Neg", {"turned"}, {"y"})},
       .inputs = {anyShape("x"), anyShape("shape", kInt64)},
       .outputs = {anyShape("y")}});
  const NamedTensor x{"x", floats({6}, {1, 2, 3, 4, 5, 6})};
  const auto shaped = [&](const Integers& shape) {
    return Feeds{x, {"shape", int64s({static_cast<Count>(shape.size())}, shape)}};
  };
  const Floats negated{-1, -2, -3, -4, -5, -6};
  for (int times = 0; times < 2; ++times) {
    checkFloats(run(session, shaped({2, 3}))[0], {2, 3}, negated);
    checkFloats(run(session, shaped({3, -1}))[0], {3, 2}, negated);
    checkFloats(run(session, shaped({6}))[0], {6}, negated);
    checkFault(session, shaped({4, 2}), "invalid_shape", "Reshape#0");
  }
}

TEST_CASE("session: sizes depend on computed elements", "[session]") {
  // The indices of the elements other than 0, and twice those elements; then the numbers up to how
  // many there are.
  Session session = sessionOf(
      {.nodes = {node("NonZero", {"x"}, {"indices"}),
                 node("Transpose", {"indices"}, {"rows"}, {integers("perm", {1, 0})}),
                 node("GatherND", {"x", "rows"}, {"found"}), node("Add", {"found", "found"}, {"y"}),
                 node("Size", {"y"}, {"count"}),
                 node("Range", {"zero", "count", "one"}, {"range"})},
       .initializers = {int64sNamed("zero", {}, {0}), int64sNamed("one", {}, {1})},
       .inputs = {anyShape("x")},
       .outputs = {anyShape("indices", kInt64), anyShape("y"), anyShape("range", kInt64)}});
  const auto runOn = [&](const Floats& values, const Integers& indices, const Floats& doubled) {
    const auto count = static_cast<Count>(indices.size());
    const std::vector<Tensor> results = run(session, {{"x", floats({4}, values)}});
    checkInt64s(results[0], {1, count}, indices);
    checkFloats(results[1], {count}, doubled);
    Integers range;
    for (Count i = 0; i < count; ++i) range.push_back(i);
    checkInt64s(results[2], {count}, range);
  };
  for (int times = 0; times < 2; ++times) {
    runOn({0, 3, 0, -4}, {1, 3}, {6, -8});
    runOn({5, 3, 0, -4}, {0, 1, 3}, {10, 6, -8});
    runOn({0, 0, 0, 0}, {}, {});
    // The same number, at other indices.
    runOn({9, 0, 1, 0}, {0, 2}, {18, 2});
  }
}

TEST_CASE("session: random numbers are drawn in each run, unless there is a seed", "[session]") {
  const auto numbers = [](const std::vector<Message>& attributes) {
    std::vector<Message> all = attributes;
    all.push_back(integers("shape", {16}));
    Session session =
        sessionOf({.nodes = {node("RandomUniform", {}, {"y"}, all)}, .outputs = {anyShape("y")}});
    const std::vector<Tensor> first = run(session, {});
    const std::vector<Tensor> second = run(session, {});
    for (const float number : Source(first[0].bytes).values<float>())
      CHECK((number >= 0 && number < 1));
    return std::pair(first[0].bytes, second[0].bytes);
  };
  const auto [first, second] = numbers({});
  CHECK(first.size() == 64);
  CHECK(first != second);
  const auto [fixed, again] = numbers({attribute("seed", 1).real(2, 5.F)});
  CHECK(fixed == again);
}

// ---- nodes with subgraphs

TEST_CASE("session: If runs one of its branches", "[session]") {
  const Message then = graphOf({.nodes = {node("Add", {"x", "one"}, {"t"})},
                                .initializers = {floatsNamed("one", {}, {1})},
                                .outputs = {anyShape("t")}});
  // An outer value as it is.
  const Message other = graphOf({.outputs = {anyShape("z")}});
  Session session =
      sessionOf({.nodes = {node("Concat", {"x", "x"}, {"z"}, {integer("axis", 0)}),
                           node("If", {"c"}, {"chosen"},
                                {subgraph("then_branch", then), subgraph("else_branch", other)}),
                           node("Neg", {"chosen"}, {"y"})},
                 .inputs = {anyShape("x"), valueInfo("c", kBool)},
                 .outputs = {anyShape("y")}});
  for (int times = 0; times < 2; ++times) {
    checkFloats(run(session, {{"x", floats({2}, {1, 2})}, {"c", truth(true)}})[0], {2}, {-2, -3});
    checkFloats(run(session, {{"x", floats({2}, {1, 2})}, {"c", truth(false)}})[0], {4},
                {-1, -2, -1, -2});
    checkFloats(run(session, {{"x", floats({1}, {5})}, {"c", truth(true)}})[0], {1}, {-6});
  }
}

TEST_CASE("session: the condition of If is computed", "[session]") {
  const Message positive =
      graphOf({.nodes = {node("Sqrt", {"x"}, {"root"})}, .outputs = {anyShape("root")}});
  const Message negative =
      graphOf({.nodes = {node("Neg", {"x"}, {"opposite"})}, .outputs = {anyShape("opposite")}});
  Session session = sessionOf(
      {.nodes = {node("ReduceSum", {"x"}, {"sum"}, {integer("keepdims", 0)}),
                 node("Greater", {"sum", "zero"}, {"c"}),
                 node("If", {"c"}, {"y"},
                      {subgraph("then_branch", positive), subgraph("else_branch", negative)})},
       .initializers = {floatsNamed("zero", {}, {0})},
       .inputs = {anyShape("x")},
       .outputs = {anyShape("y")}});
  for (int times = 0; times < 2; ++times) {
    checkFloats(run(session, {{"x", floats({2}, {4, 9})}})[0], {2}, {2, 3});
    checkFloats(run(session, {{"x", floats({2}, {4, -9})}})[0], {2}, {-4, 9});
    checkFloats(run(session, {{"x", floats({2}, {16, 1})}})[0], {2}, {4, 1});
  }
}

// Adds an outer value to the state in each iteration, which returns the number of the iteration
// too.
Message adding() {
  return graphOf(
      {.nodes = {node("Identity", {"go"}, {"goOn"}), node("Add", {"s", "x"}, {"next"}),
                 node("Identity", {"i"}, {"number"})},
       .inputs = {valueInfo("i", kInt64), valueInfo("go", kBool), anyShape("s")},
       .outputs = {valueInfo("goOn", kBool), anyShape("next"), valueInfo("number", kInt64)}});
}

TEST_CASE("session: Loop runs as often as it is told", "[session]") {
  Session session = sessionOf(
      {.nodes = {node("Loop", {"n", "go", "start"}, {"end", "numbers"},
                      {subgraph("body", adding())}),
                 node("Neg", {"end"}, {"y"})},
       .inputs = {valueInfo("n", kInt64), valueInfo("go", kBool), anyShape("start"), anyShape("x")},
       .outputs = {anyShape("y"), anyShape("numbers", kInt64)}});
  const auto runFor = [&](std::int64_t count, bool go) {
    return run(session, {{"n", int64s({}, {count})},
                         {"go", truth(go)},
                         {"start", floats({2}, {10, 20})},
                         {"x", floats({2}, {1, -1})}});
  };
  for (int times = 0; times < 2; ++times) {
    std::vector<Tensor> results = runFor(3, true);
    checkFloats(results[0], {2}, {-13, -17});
    checkInt64s(results[1], {3}, {0, 1, 2});
    results = runFor(1, true);
    checkFloats(results[0], {2}, {-11, -19});
    checkInt64s(results[1], {1}, {0});
    for (const auto& [count, go] : {std::pair(0, true), std::pair(-5, true), std::pair(4, false)}) {
      results = runFor(count, go);
      checkFloats(results[0], {2}, {-10, -20});
      checkInt64s(results[1], {0}, {});
    }
  }
  // The state gets the shape of the sum.
  const std::vector<Tensor> wider = run(session, {{"n", int64s({}, {2})},
                                                  {"go", truth(true)},
                                                  {"start", floats({1}, {100})},
                                                  {"x", floats({2}, {1, 2})}});
  checkFloats(wider[0], {2}, {-102, -104});
}

TEST_CASE("session: Loop ends when its condition is false", "[session]") {
  // Doubles until the sum of the state is at least 100; each iteration appends to a second state.
  const Message body = graphOf(
      {.nodes = {node("Add", {"s", "s"}, {"next"}),
                 node("ReduceMax", {"next"}, {"top"}, {integer("keepdims", 0)}),
                 node("Less", {"top", "limit"}, {"goOn"}),
                 node("Concat", {"log", "next"}, {"longer"}, {integer("axis", 0)})},
       .initializers = {floatsNamed("limit", {}, {100})},
       .inputs = {valueInfo("i", kInt64), valueInfo("go", kBool), anyShape("s"), anyShape("log")},
       .outputs = {valueInfo("goOn", kBool), anyShape("next"), anyShape("longer")}});
  Session session = sessionOf(
      {.nodes = {node("Loop", {"", "", "x", "none"}, {"end", "log"}, {subgraph("body", body)})},
       .initializers = {floatsNamed("none", {0}, {})},
       .inputs = {anyShape("x")},
       .outputs = {anyShape("end"), anyShape("log")}});
  for (int times = 0; times < 2; ++times) {
    std::vector<Tensor> results = run(session, {{"x", floats({1}, {15})}});
    checkFloats(results[0], {1}, {120});
    checkFloats(results[1], {3}, {30, 60, 120});
    // The body runs before its condition is known.
    results = run(session, {{"x", floats({2}, {150, 1})}});
    checkFloats(results[0], {2}, {300, 2});
    checkFloats(results[1], {2}, {300, 2});
  }
}

TEST_CASE("session: scan outputs of a Loop keep their shape", "[session]") {
  const Message body =
      graphOf({.nodes = {node("Identity", {"go"}, {"goOn"}),
                         node("Concat", {"s", "s"}, {"next"}, {integer("axis", 0)}),
                         node("Identity", {"next"}, {"each"})},
               .inputs = {valueInfo("i", kInt64), valueInfo("go", kBool), anyShape("s")},
               .outputs = {valueInfo("goOn", kBool), anyShape("next"), anyShape("each")}});
  Session session =
      sessionOf({.nodes = {node("Loop", {"n", "", "x"}, {"end", "all"}, {subgraph("body", body)})},
                 .inputs = {valueInfo("n", kInt64), anyShape("x")},
                 .outputs = {anyShape("end"), anyShape("all")}});
  const NamedTensor x{"x", floats({1}, {1})};
  checkFault(
      session, {{"n", int64s({}, {2})}, x}, "invalid_shape",
      "A scan output of Loop#0 must keep its shape, but is (2,) in one iteration and (4,) in "
      "another.");
  const std::vector<Tensor> results = run(session, {{"n", int64s({}, {1})}, x});
  checkFloats(results[1], {1, 2}, {1, 1});
}

TEST_CASE("session: subgraphs are nested, and use values of all outer graphs", "[session]") {
  // Odd iterations add x, even ones multiply by the number of the iteration.
  const Message odd =
      graphOf({.nodes = {node("Add", {"s", "x"}, {"t"})}, .outputs = {anyShape("t")}});
  const Message even =
      graphOf({.nodes = {node("Mul", {"s", "f"}, {"u"})}, .outputs = {anyShape("u")}});
  const Message body =
      graphOf({.nodes = {node("Identity", {"go"}, {"goOn"}), node("Mod", {"i", "two"}, {"rest"}),
                         node("Cast", {"rest"}, {"isOdd"}, {integer("to", kBool)}),
                         node("Cast", {"i"}, {"f"}, {integer("to", kFloat32)}),
                         node("If", {"isOdd"}, {"next"},
                              {subgraph("then_branch", odd), subgraph("else_branch", even)})},
               .initializers = {int64sNamed("two", {}, {2})},
               .inputs = {valueInfo("i", kInt64), valueInfo("go", kBool), anyShape("s")},
               .outputs = {valueInfo("goOn", kBool), anyShape("next")}});
  Session session =
      sessionOf({.nodes = {node("Loop", {"n", "", "x"}, {"y"}, {subgraph("body", body)})},
                 .inputs = {valueInfo("n", kInt64), anyShape("x")},
                 .outputs = {anyShape("y")}});
  // ((x·0 + x)·2 + x)·4
  for (int times = 0; times < 2; ++times)
    checkFloats(run(session, {{"n", int64s({}, {5})}, {"x", floats({2}, {1, -3})}})[0], {2},
                {12, -36});
}

// Sums the rows so far.
Parts scanning(const std::vector<Message>& attributes) {
  const Message body =
      graphOf({.nodes = {node("Add", {"s", "row"}, {"next"}), node("Identity", {"next"}, {"each"})},
               .inputs = {anyShape("s"), anyShape("row")},
               .outputs = {anyShape("next"), anyShape("each")}});
  std::vector<Message> all = attributes;
  all.push_back(integer("num_scan_inputs", 1));
  all.push_back(subgraph("body", body));
  return {.nodes = {node("Scan", {"start", "x"}, {"sum", "sums"}, all)},
          .inputs = {anyShape("start"), anyShape("x")},
          .outputs = {anyShape("sum"), anyShape("sums")}};
}

TEST_CASE("session: Scan reads slices and stacks results", "[session]") {
  Session session = sessionOf(scanning({}));
  const NamedTensor start{"start", floats({2}, {0, 100})};
  for (int times = 0; times < 2; ++times) {
    std::vector<Tensor> results = run(session, {start, {"x", floats({3, 2}, {1, 2, 3, 4, 5, 6})}});
    checkFloats(results[0], {2}, {9, 112});
    checkFloats(results[1], {3, 2}, {1, 102, 4, 106, 9, 112});
    results = run(session, {start, {"x", floats({1, 2}, {7, 8})}});
    checkFloats(results[0], {2}, {7, 108});
    checkFloats(results[1], {1, 2}, {7, 108});
    results = run(session, {start, {"x", floats({0, 2}, {})}});
    checkFloats(results[0], {2}, {0, 100});
    checkFloats(results[1], {0, 2}, {});
  }
}

TEST_CASE("session: Scan runs along other axes, and backwards", "[session]") {
  Session session = sessionOf(
      scanning({integers("scan_input_axes", {1}), integers("scan_output_axes", {-1}),
                integers("scan_input_directions", {1}), integers("scan_output_directions", {1})}));
  const std::vector<Tensor> results =
      run(session, {{"start", floats({2}, {0, 0})}, {"x", floats({2, 3}, {1, 2, 3, 10, 20, 30})}});
  checkFloats(results[0], {2}, {6, 60});
  checkFloats(results[1], {2, 3}, {6, 5, 3, 60, 50, 30});
}

// ---- faults

TEST_CASE("session: feeds that do not suit the inputs are refused", "[session]") {
  Session session =
      sessionOf({.nodes = {node("Mul", {"a", "b"}, {"y"})},
                 .inputs = {symbolic("a", {"batch", "width"}), symbolic("b", {"batch", "width"})},
                 .outputs = {anyShape("y")}});
  const NamedTensor a{"a", floats({1, 2}, {1, 2})};
  const NamedTensor b{"b", floats({1, 2}, {3, 4})};
  const auto refuse = [&](const Feeds& feeds, const std::string& text) {
    checkFault(session, feeds, "invalid_feeds", text);
    checkFloats(run(session, {b, a})[0], {1, 2}, {3, 8});
  };
  refuse({a}, "The input 'b' is missing from the feeds; the inputs are a, b.");
  refuse({}, "The input 'a' is missing");
  refuse({a, b, {"c", a.tensor}}, "The model has no input 'c'; its inputs are a, b.");
  refuse({a, {"b", int64s({1, 2}, {3, 4})}}, "The input 'b' must be float32, but is int64.");
  refuse({a, {"b", floats({2}, {3, 4})}},
         "The input 'b' must have shape (batch,width), but has shape (2,).");
  refuse({a, {"b", floats({2, 2}, {1, 2, 3, 4})}}, "batch is 1 in the input 'a' and 2 in 'b'.");
  refuse({a, {"b", floats({1, 2}, {3, 4, 5})}}, "The input 'b' must have 8 bytes, but has 12.");
  refuse({a, {"b", floats({1, 2}, {})}}, "The input 'b' must have 8 bytes, but has 0.");
  refuse({a, {"b", floats({-1, 2}, {})}}, "but has shape (-1,2).");
  refuse({a, {"b", floats({1, Count{1} << 31}, {})}}, "but has shape (1,2147483648).");
  refuse({a, {"b", floats({INT32_MAX, INT32_MAX}, {})}}, "bytes, but has 0.");
  refuse({a, {"b", floats(Dims(17, 1), {1})}}, "The input 'b' must have shape");
  refuse({a, {"b", {DType::string, {1, 2}, {}}}}, "must be float32, but is string.");
  refuse({a, {"b", {DType::count, {1, 2}, {}}}}, "must be a tensor.");
}

TEST_CASE("session: sizes that a model declares are required", "[session]") {
  Session session = sessionOf(layer());
  checkFault(session, {{"x", floats({1, 2}, {1, 2})}}, "invalid_feeds",
             "The input 'x' must have shape (?,3), but has shape (1,2).");
}

TEST_CASE("session: models with operators that it lacks are refused", "[session]") {
  const Parts parts{.nodes = {node("Frobnicate", {"x"}, {"a"}), node("Relu", {"a"}, {"b"}),
                              node("Twiddle", {"b"}, {"y"})},
                    .inputs = {anyShape("x")},
                    .outputs = {anyShape("y")}};
  const Fault fault = faultOf(parts);
  CHECK(fault.code == "unsupported_operator");
  CHECK(
      fault.text ==
      "These operators are not supported: Frobnicate at opset 17 (Frobnicate#0), Twiddle at opset "
      "17 (Twiddle#2).");
  // In the body of a node too.
  const Message body =
      graphOf({.nodes = {node("Frobnicate", {"x"}, {"a"})}, .outputs = {anyShape("a")}});
  const Fault inner =
      faultOf({.nodes = {node("If", {"c"}, {"y"},
                              {subgraph("then_branch", body), subgraph("else_branch", body)})},
               .inputs = {anyShape("x"), valueInfo("c", kBool)},
               .outputs = {anyShape("y")}});
  CHECK(inner.code == "unsupported_operator");
}

TEST_CASE("session: nodes that their operator does not accept are refused", "[session]") {
  const auto refuse = [](const Message& node, const std::string& text) {
    const Fault fault =
        faultOf({.nodes = {node}, .inputs = {anyShape("x")}, .outputs = {anyShape("y")}});
    CHECK_THAT(fault.text, ContainsSubstring(text));
  };
  refuse(node("Concat", {"x"}, {"y"}, {integer("axs", 0)}), "did you mean 'axis'?");
  refuse(node("Transpose", {"x", "x"}, {"y"}), "Transpose#0 was given 2 inputs");
  refuse(node("Gather", {"x"}, {"y"}), "'indices' is missing");
}

TEST_CASE("session: a fault in one run does not disturb the next", "[session]") {
  // The indices are used as such, and after arithmetic.
  for (const bool isComputed : {false, true}) {
    const Message gather = node("Gather", {"x", isComputed ? "twice" : "i"}, {"found"});
    Session session = sessionOf(
        {.nodes = {node("Add", {"i", "i"}, {"twice"}), gather, node("Neg", {"found"}, {"y"})},
         .inputs = {anyShape("x"), anyShape("i", kInt64)},
         .outputs = {anyShape("y"), anyShape("twice", kInt64)}});
    const auto at = [&](std::int64_t index) {
      return Feeds{{"x", floats({5}, {0, 10, 20, 30, 40})}, {"i", int64s({1}, {index})}};
    };
    const float scale = isComputed ? -20.F : -10.F;
    const std::string fault =
        say("Index {} (at position 0) of Gather#1 is out of range for an axis of size 5.",
            {isComputed ? 6 : 5});
    for (int times = 0; times < 2; ++times) {
      checkFault(session, at(isComputed ? 3 : 5), "index_out_of_range", fault);
      checkFloats(run(session, at(1))[0], {1}, {scale});
      checkFault(session, at(-6), "index_out_of_range", "Gather#1");
      checkFloats(run(session, at(2))[0], {1}, {2 * scale});
    }
  }
}

TEST_CASE("session: types that a node does not accept are found by a run", "[session]") {
  Session session = sessionOf({.nodes = {node("Add", {"a", "b"}, {"y"})},
                               .inputs = {anyShape("a"), anyShape("b", kInt64)},
                               .outputs = {anyShape("y")}});
  const auto results = session.run(Feeds{{"a", floats({1}, {1})}, {"b", int64s({1}, {1})}});
  REQUIRE(std::holds_alternative<Fault>(results));
  CHECK_THAT(std::get<Fault>(results).text, ContainsSubstring("float32 and int64"));
}

TEST_CASE("session: shapes that do not broadcast are explained", "[session]") {
  Session session = sessionOf({.nodes = {node("Add", {"a", "b"}, {"y"})},
                               .inputs = {anyShape("a"), anyShape("b")},
                               .outputs = {anyShape("y")}});
  const Feeds feeds{{"a", floats({3, 2}, {1, 2, 3, 4, 5, 6})}, {"b", floats({3}, {1, 2, 3})}};
  const auto results = session.run(feeds);
  REQUIRE(std::holds_alternative<Fault>(results));
  CHECK_THAT(std::get<Fault>(results).text, ContainsSubstring("Last axis:"));
}

}  // namespace
}  // namespace simdcast::test::session_test
