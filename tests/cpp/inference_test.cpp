// The types and sizes of a model's values, which nothing computes. Expected forms are those of the
// operators' documents.
#include "model/inference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/models.hpp"

namespace simdcast::test::inference_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using graph::Dims;
using graph::Form;
using model::Inference;
using model::Renewed;
using model::RenewedTensor;
using Integers = std::vector<std::int64_t>;

constexpr std::int64_t kInt64 = 7;
constexpr std::int64_t kBool = 9;

Message graphOf(const std::vector<Message>& nodes, const std::vector<Message>& initializers,
                const std::vector<Message>& inputs, const std::vector<std::string_view>& outputs) {
  Message graph;
  for (const Message& each : nodes) graph.inner(1, each);
  for (const Message& each : initializers) graph.inner(5, each);
  for (const Message& each : inputs) graph.inner(11, each);
  for (const std::string_view each : outputs) graph.inner(12, Message().text(1, each));
  return graph;
}

Message int64s(std::string_view name, const Integers& values, const Integers& dims) {
  return tensorHead(name, kInt64, dims).packed(7, values);
}
Message int64s(std::string_view name, const Integers& values) {
  return int64s(name, values, {static_cast<std::int64_t>(values.size())});
}

Message with(const Message& node, std::string_view name, const Message& graph) {
  return Message(node).inner(5, attribute(name, 5).inner(6, graph));
}

// Everything that an inference needs, for a model of these bytes.
struct World {
  explicit World(const Message& graph, std::int64_t opset = 17)
      : file(test::model(graph, opset).bytes()), source(test::read(file)) {
    bound = bindAll(source);
    REQUIRE(constants.add(*bound));
    inference.emplace(*bound, constants, machine);
  }

  [[nodiscard]] model::ValueId id(std::string_view name) const {
    return bound->names.find(name)->second;
  }
  void declare(std::string_view name, const Dims& dims, DType type = DType::float32) {
    inference->declare(id(name), {type, dims});
  }
  // Lowers all nodes.
  std::optional<Fault> lower() {
    for (std::size_t node = 0; node < bound->nodes.size(); ++node)
      if (std::optional<Fault> fault = inference->lower(node)) return fault;
    return std::nullopt;
  }
  [[nodiscard]] const graph::Value& value(std::string_view name) const {
    return inference->value(id(name));
  }
  [[nodiscard]] Form form(std::string_view name) const { return value(name); }
  [[nodiscard]] Dims dims(std::string_view name) const { return form(name).dims; }
  [[nodiscard]] bool isKnown(std::string_view name) const { return static_cast<bool>(value(name)); }

  std::vector<std::byte> file;
  model::Model source;
  std::unique_ptr<model::BoundGraph> bound;
  model::KnownConstants constants;
  OwnMachine machine;
  std::optional<Inference> inference;
};

TEST_CASE("inference: computed shapes are known", "[model]") {
  World world(
      graphOf({node("Shape", {"x"}, {"dims"}), node("Gather", {"dims", "first"}, {"n"}),
               node("Concat", {"n", "rest"}, {"to"}).inner(5, attribute("axis", 2).integer(3, 0)),
               node("Reshape", {"x", "to"}, {"y"})},
              {int64s("first", {0}), int64s("rest", {-1})}, {valueInfo("x")}, {"y"}));
  world.declare("x", {840, 4, 6});
  CHECK_FALSE(world.lower());
  CHECK(world.form("y") == Form{DType::float32, {840, 24}});
  CHECK(Inference::elements(world.value("to")) == std::vector<double>{840, -1});
  CHECK_FALSE(Inference::elements(world.value("x")));
}

TEST_CASE("inference: a node may fail, and others go on", "[model]") {
  World world(graphOf(
      {node("Add", {"x", "y"}, {"sum"}), node("Unheard", {"x"}, {"z"}), node("Relu", {"x"}, {"r"}),
       node("Relu", {"x"}, {"q"}).inner(5, attribute("beta", 2).integer(3, 0))},
      {}, {valueInfo("x"), valueInfo("y")}, {"sum", "z", "r", "q"}));
  world.declare("x", {3, 4});
  world.declare("y", {3});
  const std::optional<Fault> fault = world.inference->lower(0);
  REQUIRE(fault);
  CHECK(fault->code == "size_conflict");
  CHECK_THAT(fault->text, ContainsSubstring("cannot broadcast"));
  CHECK_FALSE(world.isKnown("sum"));
  CHECK(world.inference->lower(1)->code == "unsupported_operator");
  CHECK_FALSE(world.inference->lower(2));
  CHECK(world.dims("r") == Dims{3, 4});
  CHECK(world.inference->lower(3)->code == "attribute_unknown");
}

TEST_CASE("inference: attempts leave values as they are", "[model]") {
  World world(graphOf({node("Reshape", {"x", "to"}, {"y"})}, {int64s("to", {7, 2})},
                      {valueInfo("x")}, {"y"}));
  world.declare("x", {3, 4});
  CHECK(world.inference->lower(0));
  const std::vector<Renewed> sizes{{world.id("x"), {RenewedTensor{{7, 2}}}}};
  const Inference::Attempt fitting = world.inference->attempt(0, sizes);
  CHECK_FALSE(fitting.fault);
  REQUIRE(fitting.outputs.size() == 1);
  CHECK(fitting.outputs[0]->dims == Dims{7, 2});
  CHECK_FALSE(world.isKnown("y"));
  CHECK(world.dims("x") == Dims{3, 4});
  const std::vector<Renewed> elements{
      {world.id("to"), {RenewedTensor{{2}, std::vector<double>{6, -1}}}}};
  CHECK(world.inference->attempt(0, elements).outputs[0]->dims == Dims{6, 2});
  CHECK_FALSE(world.inference->lowerWith(0, elements));
  CHECK(world.dims("y") == Dims{6, 2});
  CHECK(Inference::elements(world.value("to")) == std::vector<double>{7, 2});
  // Without its elements, the shape is not known.
  const std::vector<Renewed> unknown{{world.id("to"), {RenewedTensor{{2}}}}};
  CHECK(world.inference->attempt(0, unknown).fault->code == "dynamic_shape");
}

TEST_CASE("inference: large constants only have a form", "[model]") {
  const Integers dims{1 << 15};
  const std::vector<float> zeros(1 << 15);
  World world(graphOf({node("Relu", {"w"}, {"r"}), node("Relu", {"v"}, {"s"}),
                       node("Expand", {"one", "to"}, {"large"})},
                      {tensorHead("w", 1, {1 << 16}).packed(4, std::vector<float>(1 << 16)),
                       tensorHead("v", 1, dims).packed(4, zeros),
                       tensorHead("one", 1, {}).real(4, 1.F), int64s("to", {1 << 20, 1 << 10})},
                      {}, {"r", "s", "large"}));
  CHECK_FALSE(world.lower());
  CHECK(world.dims("r") == Dims{1 << 16});
  CHECK_FALSE(world.value("r").isConstant());
  CHECK(world.value("s").isConstant());
  CHECK(world.dims("large") == Dims{1 << 20, 1 << 10});
  CHECK_FALSE(world.value("large").isConstant());
}

TEST_CASE("inference: branches", "[model]") {
  World world(
      graphOf({branching()}, {}, {valueInfo("c", kBool), valueInfo("x"), valueInfo("y")}, {"r"}));
  world.declare("c", {}, DType::boolean);
  world.declare("x", {2, 3});
  world.declare("y", {2, 3});
  CHECK_FALSE(world.lower());
  CHECK(world.dims("r") == Dims{2, 3});
  CHECK_FALSE(world.value("r").isConstant());
  world.declare("y", {3});
  CHECK(world.lower()->code == "dynamic_shape");
  const std::vector<Renewed> off{{world.id("c"), {RenewedTensor{{}, std::vector<double>{0}}}}};
  CHECK_FALSE(world.inference->lowerWith(0, off));
  CHECK(world.dims("r") == Dims{3});
}

// A loop that appends "x" to its state, and returns the state of each iteration as well.
Message growing(bool grows) {
  const Message body = graphOf(
      {node("Identity", {"on"}, {"goesOn"}),
       grows ? node("Concat", {"state", "x"}, {"next"}).inner(5, attribute("axis", 2).integer(3, 0))
             : node("Add", {"state", "x"}, {"next"}),
       node("Identity", {"x"}, {"slice"})},
      {}, {valueInfo("i", kInt64), valueInfo("on", kBool), valueInfo("state")},
      {"goesOn", "next", "slice"});
  return with(node("Loop", {"trips", "", "x"}, {"last", "slices"}), "body", body);
}

World looping(bool grows) {
  return World(graphOf({growing(grows)}, {}, {valueInfo("trips", kInt64), valueInfo("x")},
                       {"last", "slices"}));
}

TEST_CASE("inference: loops", "[model]") {
  const auto trips = [](const World& world, double count) {
    return std::vector<Renewed>{
        {world.id("trips"), {RenewedTensor{{}, std::vector<double>{count}}}}};
  };
  SECTION("of one shape") {
    World world = looping(false);
    world.declare("trips", {}, DType::int64);
    world.declare("x", {2});
    // The number of slices is not known.
    CHECK_THAT(world.lower()->text, ContainsSubstring("depends on its trip count"));
    for (const double count : {0., 3., 70000.}) {
      CHECK_FALSE(world.inference->lowerWith(0, trips(world, count)));
      CHECK(world.dims("last") == Dims{2});
      CHECK(world.dims("slices") == Dims{static_cast<Count>(count), 2});
    }
    const auto endless = world.inference->attempt(0, trips(world, 1e9)).fault;
    CHECK_THAT(endless->text, ContainsSubstring("does not end within 16777216 iterations"));
  }
  SECTION("that grow") {
    World world = looping(true);
    world.declare("trips", {}, DType::int64);
    world.declare("x", {2});
    CHECK(world.lower()->code == "dynamic_shape");
    CHECK_FALSE(world.inference->lowerWith(0, trips(world, 6)));
    CHECK(world.dims("last") == Dims{14});
    CHECK(world.dims("slices") == Dims{6, 2});
  }
}

TEST_CASE("inference: sequences", "[model]") {
  World world(graphOf({node("SequenceConstruct", {"x", "y"}, {"both"}),
                       node("SequenceAt", {"both", "at"}, {"second"}),
                       node("ConcatFromSequence", {"both"}, {"joined"})
                           .inner(5, attribute("axis", 2).integer(3, 0)),
                       node("Optional", {"both"}, {"maybe"})},
                      {int64s("at", {1}, {})}, {valueInfo("x"), valueInfo("y")},
                      {"second", "joined", "maybe"}));
  world.declare("x", {2, 3});
  world.declare("y", {5, 3});
  CHECK_FALSE(world.lower());
  CHECK(graph::itemsOf(world.value("both")).size() == 2);
  CHECK(world.dims("second") == Dims{5, 3});
  CHECK(world.dims("joined") == Dims{7, 3});
  CHECK(graph::isOptional(world.value("maybe")));
  const std::vector<Renewed> other{{world.id("both"), {{}, RenewedTensor{{1, 3}}}}};
  CHECK(world.inference->attempt(2, other).outputs[0]->dims == Dims{3, 3});
}

TEST_CASE("inference: scans", "[model]") {
  const Message body =
      graphOf({node("Add", {"sum", "row"}, {"next"}), node("Identity", {"next"}, {"made"})}, {},
              {valueInfo("sum"), valueInfo("row")}, {"next", "made"});
  const Message scan = with(node("Scan", {"start", "x"}, {"last", "rows"}), "body", body)
                           .inner(5, attribute("num_scan_inputs", 2).integer(3, 1))
                           .inner(5, attribute("scan_input_axes", 7).packed(8, Integers{1}))
                           .inner(5, attribute("scan_output_axes", 7).packed(8, Integers{-1}));
  World world(graphOf({scan}, {}, {valueInfo("start"), valueInfo("x")}, {"last", "rows"}));
  world.declare("start", {5});
  for (const Count length : {3, 9}) {
    world.declare("x", {5, length});
    CHECK_FALSE(world.lower());
    CHECK(world.dims("last") == Dims{5});
    CHECK(world.dims("rows") == Dims{5, length});
  }
  world.declare("x", {4, 9});
  CHECK(world.lower());
}

TEST_CASE("inference: a node with an unsupported operator in a branch is unsupported", "[model]") {
  const Message inner = graphOf({node("Unheard", {"x"}, {"t"})}, {}, {}, {"t"});
  const Message outer =
      with(with(node("If", {"c"}, {"r"}), "then_branch", inner), "else_branch", inner);
  World world(graphOf({outer}, {}, {valueInfo("c", kBool), valueInfo("x")}, {"r"}));
  CHECK(world.lower()->code == "unsupported_operator");
}

}  // namespace
}  // namespace simdcast::test::inference_test
