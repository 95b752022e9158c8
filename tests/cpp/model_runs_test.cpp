// Runs of sessions in two parts, between which the caller decides where outputs are written.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <utility>

#include "model/remote.hpp"

namespace simdcast::test::model_runs_test {
namespace {

using remote::Address;
using remote::ModelDraft;
using remote::ModelSession;
using Doubles = std::vector<double>;
using Floats = std::vector<float>;
using Names = std::vector<std::string>;

Address addressOf(const void* data) { return reinterpret_cast<Address>(data); }

struct NodeOf {
  std::string op;
  Names inputs;
  Names outputs;
};

void add(ModelDraft& draft, const NodeOf& node) {
  draft.node("", node.op, 17, node.op, node.op);
  for (const std::string& input : node.inputs) draft.nodeInput(input);
  for (const std::string& output : node.outputs) draft.nodeOutput(output);
}

ModelDraft draftOf(const Names& inputs, const std::vector<NodeOf>& nodes, const Names& outputs) {
  ModelDraft draft;
  for (const std::string& input : inputs) draft.input(input);
  for (const std::string& output : outputs) draft.output(output);
  for (const NodeOf& node : nodes) add(draft, node);
  return draft;
}

// The address of a number in memory that a session takes over.
template <class T>
Address reserved(T value) {
  const Address address = remote::reserve(sizeof value);
  std::memcpy(reinterpret_cast<void*>(address), &value, sizeof value);
  return address;
}

void addConstant(ModelDraft& draft, const std::string& name, float value) {
  draft.initializer(name, static_cast<int>(DType::float32), 0, 0, reserved(value));
}

// A vector as an input.
struct Input {
  Input(const Floats& values)
      : type(DType::float32), address(addressOf(values.data())), size(values.size()) {}
  Input(const Doubles& values)
      : type(DType::float64), address(addressOf(values.data())), size(values.size()) {}

  DType type;
  Address address;
  std::size_t size;
};

bool begin(ModelSession& session, const std::vector<Input>& inputs) {
  Doubles description;
  for (const Input& input : inputs)
    description.insert(description.end(),
                       {2, static_cast<double>(input.type), static_cast<double>(input.address),
                        static_cast<double>(input.size)});
  return session.begin(addressOf(description.data()));
}

// Writes an output to each vector; to memory of the session in place of an empty one.
bool finish(ModelSession& session, const std::vector<Floats*>& targets) {
  Doubles addresses;
  for (const Floats* target : targets)
    addresses.push_back(target->empty() ? 0 : static_cast<double>(addressOf(target->data())));
  return session.finish(addressOf(addresses.data()));
}

struct Output {
  std::vector<Count> sizes;
  const float* address;

  [[nodiscard]] Floats values() const {
    Count size = 1;
    for (const Count each : sizes) size *= each;
    return {address, address + size};
  }
};

std::vector<Output> outputsOf(const ModelSession& session) {
  const auto* next = reinterpret_cast<const double*>(session.results());
  std::vector<Output> outputs(static_cast<std::size_t>(session.outputs()));
  for (Output& output : outputs) {
    const int rank = static_cast<int>(*next++) - 1;
    ++next;
    output.address = reinterpret_cast<const float*>(static_cast<Address>(*next++));
    for (int axis = 0; axis < rank; ++axis) output.sizes.push_back(static_cast<Count>(*next++));
  }
  return outputs;
}

TEST_CASE("model runs: outputs are written by the second part", "[model]") {
  ModelDraft draft = draftOf({"x"}, {{"Neg", {"x"}, {"n"}}, {"Exp", {"n"}, {"e"}}}, {"n", "e"});
  ModelSession session(draft, false);
  const Floats x{0, 1, -2};
  const Floats untouched{9, 9, 9};
  for (int times = 0; times < 2; ++times) {
    Floats negated = untouched;
    Floats ownMemory;
    REQUIRE(begin(session, {x}));
    for (const Output& output : outputsOf(session)) {
      CHECK(output.sizes == std::vector<Count>{3});
      CHECK(output.address == nullptr);
    }
    CHECK(negated == untouched);
    REQUIRE(finish(session, {&negated, &ownMemory}));
    const std::vector<Output> outputs = outputsOf(session);
    CHECK(outputs[0].address == negated.data());
    CHECK(negated == Floats{0, -1, 2});
    CHECK(outputs[1].values()[0] == 1);
  }
}

TEST_CASE("model runs: outputs that need no step have addresses of their own", "[model]") {
  ModelDraft draft =
      draftOf({"x"}, {{"Identity", {"x"}, {"same"}}, {"Neg", {"x"}, {"n"}}, {"Neg", {"k"}, {"m"}}},
              {"same", "n", "n", "m"});
  addConstant(draft, "k", 5);
  ModelSession session(draft, false);
  const Floats x{1, 2};
  Floats targets[4] = {{9, 9}, {9, 9}, {9, 9}, {9}};
  REQUIRE(begin(session, {x}));
  CHECK(outputsOf(session)[0].address == x.data());
  CHECK(outputsOf(session)[3].values() == Floats{-5});
  REQUIRE(finish(session, {&targets[0], &targets[1], &targets[2], &targets[3]}));
  const std::vector<Output> outputs = outputsOf(session);
  CHECK(outputs[0].address == x.data());
  CHECK(outputs[1].address == targets[1].data());
  CHECK(outputs[2].address == targets[1].data());
  CHECK(targets[1] == Floats{-1, -2});
  CHECK(outputs[3].values() == Floats{-5});
  CHECK(targets[0] == Floats{9, 9});
  CHECK(targets[3] == Floats{9});
}

TEST_CASE("model runs: outputs with the same elements have one memory", "[model]") {
  ModelDraft draft = draftOf({"x"}, {{"Neg", {"x"}, {"n"}}, {"Flatten", {"n"}, {"f"}}}, {"f", "n"});
  ModelSession session(draft, false);
  const Floats x{1, 2};
  Floats target{9, 9};
  Floats other{9, 9};
  REQUIRE(begin(session, {x}));
  for (const Output& output : outputsOf(session)) CHECK(output.address == nullptr);
  REQUIRE(finish(session, {&target, &other}));
  const std::vector<Output> outputs = outputsOf(session);
  CHECK(outputs[0].address == target.data());
  CHECK(outputs[0].sizes == std::vector<Count>{2, 1});
  CHECK(outputs[1].address == target.data());
  CHECK(target == Floats{-1, -2});
  CHECK(other == Floats{9, 9});
}

// More elements than those of inputs that lowering takes for constants if sizes depend on them.
Floats padded(Floats values) {
  values.resize(100);
  return values;
}

// The elements other than 0, negated.
ModelDraft negatedDraft() {
  return draftOf({"x"},
                 {{"Neg", {"x"}, {"n"}},
                  {"NonZero", {"n"}, {"indices"}},
                  {"Transpose", {"indices"}, {"rows"}},
                  {"GatherND", {"x", "rows"}, {"found"}},
                  {"Neg", {"found"}, {"y"}}},
                 {"y"});
}

TEST_CASE("model runs: sizes that depend on elements are known after the first part", "[model]") {
  ModelDraft draft = negatedDraft();
  ModelSession session(draft, false);
  for (const Floats& x : {padded({3, 4}), padded({1, 2, 3}), padded({3, 4})}) {
    REQUIRE(begin(session, {x}));
    CHECK(!session.isElementwise());
    Floats expected;
    for (const float each : x)
      if (each != 0) expected.push_back(-each);
    REQUIRE(outputsOf(session)[0].sizes == std::vector{static_cast<Count>(expected.size())});
    Floats target(expected.size());
    REQUIRE(finish(session, {&target}));
    CHECK(target == expected);
  }
}

TEST_CASE("model runs: the output of one last elementwise step may overwrite an input", "[model]") {
  const auto isInPlace = [](const std::vector<NodeOf>& nodes) {
    ModelDraft draft = draftOf({"x"}, nodes, {"y"});
    ModelSession session(draft, false);
    const Floats x{1, 2, 3};
    REQUIRE(begin(session, {x}));
    return session.inPlace();
  };
  CHECK(isInPlace({{"Neg", {"x"}, {"y"}}}));
  CHECK(isInPlace({{"Softmax", {"x"}, {"s"}}, {"Add", {"s", "x"}, {"y"}}}));
  CHECK(!isInPlace({{"Identity", {"x"}, {"y"}}}));
  CHECK(!isInPlace({{"MatMul", {"x", "x"}, {"y"}}}));
}

TEST_CASE("model runs: an output may be written over an input", "[model]") {
  ModelDraft draft =
      draftOf({"x"}, {{"Softplus", {"x"}, {"s"}}, {"Sub", {"x", "x"}, {"y"}}}, {"y"});
  ModelSession session(draft, false);
  Floats x{1, 2, 3};
  REQUIRE(begin(session, {x}));
  REQUIRE(session.inPlace());
  REQUIRE(finish(session, {&x}));
  CHECK(x == Floats{0, 0, 0});
}

TEST_CASE("model runs: elementwise graphs are recognised", "[model]") {
  const auto isElementwise = [](const std::vector<NodeOf>& nodes) {
    ModelDraft draft = draftOf({"x", "w"}, nodes, {"y"});
    addConstant(draft, "k", 5);
    ModelSession session(draft, false);
    const Floats x{1, 2, 3};
    const Floats w{4};
    REQUIRE(begin(session, {x, w}));
    return session.isElementwise();
  };
  CHECK(isElementwise({{"Add", {"x", "w"}, {"a"}}, {"Mul", {"a", "k"}, {"y"}}}));
  CHECK(isElementwise({{"Identity", {"x"}, {"y"}}}));
  CHECK(!isElementwise({{"Add", {"x", "w"}, {"a"}}, {"Softmax", {"a"}, {"y"}}}));
  // The axis moves.
  CHECK(!isElementwise({{"Flatten", {"x"}, {"f"}}, {"Add", {"f", "x"}, {"y"}}}));
}

TEST_CASE("model runs: sessions share their memory", "[model]") {
  ModelDraft staged = negatedDraft();
  ModelDraft elementwise = draftOf({"x"}, {{"Exp", {"x"}, {"y"}}}, {"y"});
  ModelSession one(staged, true);
  ModelSession other(elementwise, true);
  const Floats x = padded({3, 4});
  for (int times = 0; times < 2; ++times) {
    Floats negated(2);
    Floats ownMemory;
    REQUIRE(begin(one, {x}));
    REQUIRE(finish(one, {&negated}));
    CHECK(negated == Floats{-3, -4});
    REQUIRE(begin(other, {x}));
    REQUIRE(finish(other, {&ownMemory}));
    CHECK(outputsOf(other)[0].values()[2] == 1);
    CHECK(remote::clearShared());
    CHECK(!remote::clearShared());
  }
  CHECK(one.bytes() > other.bytes());
  CHECK(one.clear());
  CHECK(!one.clear());
}

TEST_CASE("model runs: memory that is given up between the parts is out of memory", "[model]") {
  ModelDraft draft = negatedDraft();
  ModelSession session(draft, true);
  const Floats x = padded({3, 4});
  Floats negated(2);
  REQUIRE(begin(session, {x}));
  CHECK(remote::clearShared());
  CHECK(!finish(session, {&negated}));
  CHECK(session.fault().code == "out_of_memory");
  REQUIRE(begin(session, {x}));
  CHECK(session.clear());
  CHECK(!finish(session, {&negated}));
  CHECK(session.fault().code == "out_of_memory");
  REQUIRE(begin(session, {x}));
  REQUIRE(finish(session, {&negated}));
  CHECK(negated == Floats{-3, -4});
}

TEST_CASE("model runs: a fault of the first part leaves nothing to finish", "[model]") {
  ModelDraft draft = draftOf({"x", "y"}, {{"Add", {"x", "y"}, {"z"}}}, {"z"});
  ModelSession session(draft, false);
  const Floats x{1, 2};
  const Floats y{1, 2, 3};
  Floats target{9, 9};
  CHECK(!begin(session, {x, y}));
  CHECK(session.failed());
  CHECK(session.conflict() != nullptr);
  CHECK(!finish(session, {&target}));
  REQUIRE(begin(session, {x, x}));
  REQUIRE(finish(session, {&target}));
  CHECK(target == Floats{2, 4});
}

TEST_CASE("model runs: preparing finds the forms of outputs", "[model]") {
  ModelDraft draft = draftOf({"x"}, {{"Exp", {"x"}, {"y"}}}, {"y"});
  ModelDraft staged = negatedDraft();
  ModelSession session(draft, false);
  ModelSession negating(staged, false);
  const auto float32 = static_cast<double>(DType::float32);
  const double description[] = {2, float32, 0, 3};
  for (int times = 0; times < 2; ++times) {
    REQUIRE(session.prepare(addressOf(description)));
    CHECK(outputsOf(session)[0].sizes == std::vector<Count>{3});
    CHECK(session.isElementwise());
    CHECK(outputsOf(session)[0].address == nullptr);
  }
  // The elements of a small input may be needed.
  CHECK(!negating.prepare(addressOf(description)));
  CHECK(negating.fault().code == "value_needed");
  const double many[] = {2, float32, 0, 100};
  REQUIRE(negating.prepare(addressOf(many)));
  CHECK(negating.results() == 0);
}

TEST_CASE("model runs: numbers take the type of a node's other inputs", "[model]") {
  ModelDraft draft = draftOf({"x"}, {{"Mul", {"two", "x"}, {"y"}}}, {"y"});
  draft.weak("two");
  ModelSession session(draft, false);
  const auto needs = [&](const std::string& type) {
    const remote::FaultReport fault = session.fault();
    CHECK(fault.code == "type_needed");
    CHECK(fault.text == "two");
    CHECK(fault.types == Names{type});
  };
  const Floats x{1, 2};
  const Doubles wide{3, 4};
  CHECK(!begin(session, {x}));
  needs("float32");
  session.give("two", static_cast<int>(DType::float32), reserved(2.0F));
  REQUIRE(begin(session, {x}));
  Floats target(2);
  REQUIRE(finish(session, {&target}));
  CHECK(target == Floats{2, 4});
  CHECK(!begin(session, {wide}));
  needs("float64");
  session.give("two", static_cast<int>(DType::float64), reserved(2.0));
  CHECK(begin(session, {wide}));
  CHECK(begin(session, {x}));
}

TEST_CASE("model runs: the caller chooses the type of a number if no input lends one", "[model]") {
  ModelDraft draft;
  draft.input("x");
  draft.output("y");
  add(draft, {"Add", {"one", "two"}, {"three"}});
  add(draft, {"Mul", {"x", "two"}, {"doubled"}});
  draft.lends(0b10);
  add(draft, {"Sub", {"doubled", "three"}, {"y"}});
  draft.weak("one");
  draft.weak("two");
  ModelSession session(draft, false);
  const Floats x{1, 2};
  for (const auto& [name, value] : {std::pair("one", 1.0F), std::pair("two", 2.0F)}) {
    CHECK(!begin(session, {x}));
    CHECK(session.fault().code == "type_needed");
    CHECK(session.fault().text == name);
    CHECK(session.fault().types.empty());
    session.give(name, static_cast<int>(DType::float32), reserved(value));
  }
  Floats target(2);
  REQUIRE(begin(session, {x}));
  REQUIRE(finish(session, {&target}));
  CHECK(target == Floats{-1, 1});
}

}  // namespace
}  // namespace simdcast::test::model_runs_test
