// Which chains of steps become a layer of attention. Results are compared in tests/onnx.
#include <catch2/catch_test_macros.hpp>

#include "graph/attention.hpp"
#include "graph/layer_of.hpp"
#include "onnx/bind.hpp"

namespace simdcast::test::attention_chain_test {
namespace {

using graph::Dims;
using graph::Storage;
using graph::Value;

constexpr Count kBatch = 2;
constexpr Count kHeads = 4;
constexpr Count kShared = 2;
constexpr Count kKeys = 9;
constexpr Count kSize = 5;

// Nodes as an exporter writes them, and the steps that they are lowered to.
struct Exported {
  graph::Derived derived;
  OwnMachine machine;
  graph::Builder builder{derived, machine};

  Value input(const Dims& dims, DType type = DType::float32) {
    return builder.make(type, dims, false);
  }
  Value number(float value, DType type = DType::float32) {
    return cast(builder.constantOf<float>(DType::float32, {}, std::array{value}), type);
  }
  Value shape(const Dims& dims) {
    return builder.constantOf<Count>(DType::int64, {dims.size()},
                                     std::span<const Count>(dims.begin(), dims.end()));
  }
  Value lower(std::string_view op, const std::vector<Value>& inputs,
              const onnx::NodeAttributes& attributes = {}) {
    constexpr int kOpset = 17;
    const onnx::Bound bound = onnx::findRow(onnx::Domain::onnx, op, kOpset);
    REQUIRE(bound.row != nullptr);
    const onnx::Node node{
        .op = op, .label = op, .opset = kOpset, .attributes = &attributes, .outputs = {true}};
    const graph::Values outputs = onnx::lowerNode(builder, node, bound, inputs);
    INFO((builder.fault() ? builder.fault()->text : ""));
    REQUIRE_FALSE(builder.failed());
    return outputs[0];
  }
  Value cast(const Value& value, DType type) {
    if (value.type == type) return value;
    const bool isHalf = type == DType::float16;
    return lower("Cast", {value}, {{"to", std::int64_t{isHalf ? 10 : 11}}});
  }
  Value turned(const Value& keys) {
    return lower("Transpose", {keys}, {{"perm", std::vector<std::int64_t>{0, 1, 3, 2}}});
  }
  // The heads, each as often as heads of queries share it.
  Value repeated(const Value& value) {
    const Value five = lower("Unsqueeze", {value, shape({2})});
    const Value wide = lower("Expand", {five, shape({1, 1, kHeads / kShared, 1, 1})});
    return lower("Reshape", {wide, shape({kBatch, kHeads, kKeys, kSize})});
  }
  Value softmax(const Value& scores) {
    return lower("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
  }

  // The number of steps that are layers of attention, and that of the others.
  std::pair<int, int> counts(std::vector<Value> kept) {
    std::vector<Storage*> storages;
    for (const Value& value : kept) storages.push_back(value.storage);
    attendInOnePass(builder, storages);
    REQUIRE_FALSE(builder.failed());
    std::pair<int, int> counts{0, 0};
    for (const graph::SharedStep& step : builder.steps()) {
      const bool isAttention = graph::layerOf<layers::Attention>(*step) != nullptr;
      ++(isAttention ? counts.first : counts.second);
    }
    return counts;
  }
};

// softmax(Q . K' / 2 + mask) . V for heads that share keys.
struct Chain : Exported {
  Value scores;
  Value shares;
  Value output;

  explicit Chain(Count queries, DType type = DType::float32, bool hasMask = true) {
    const Value keys = repeated(input({kBatch, kShared, kKeys, kSize}, type));
    const Value values = repeated(input({kBatch, kShared, kKeys, kSize}, type));
    const Value product =
        lower("MatMul", {input({kBatch, kHeads, queries, kSize}, type), turned(keys)});
    scores = lower("Div", {product, number(2, type)});
    const Value mask = hasMask ? input({kBatch, 1, 1, kKeys}, type) : Value{};
    shares = softmax(hasMask ? lower("Add", {scores, mask}) : scores);
    output = lower("MatMul", {shares, values});
  }
};

TEST_CASE("attention of few queries becomes one step", "[attention]") {
  Chain one(1);
  CHECK(one.counts({one.output}) == std::pair{1, 0});
  Chain several(4);
  CHECK(several.counts({several.output}) == std::pair{1, 0});
  Chain plain(1, DType::float32, false);
  CHECK(plain.counts({plain.output}) == std::pair{1, 0});
}

TEST_CASE("attention in float16 has one more step, which widens the mask", "[attention]") {
  Chain masked(1, DType::float16);
  CHECK(masked.counts({masked.output}) == std::pair{1, 1});
  Chain plain(1, DType::float16, false);
  CHECK(plain.counts({plain.output}) == std::pair{1, 0});
}

TEST_CASE("attention of many queries stays as it is", "[attention]") {
  Chain chain(5);
  CHECK(chain.counts({chain.output}).first == 0);
  Chain wide(1, DType::float64);
  CHECK(wide.counts({wide.output}).first == 0);
}

TEST_CASE("attention stays as it is if its scores or probabilities are read", "[attention]") {
  Chain scores(1);
  CHECK(scores.counts({scores.output, scores.scores}).first == 0);
  Chain shares(1);
  CHECK(shares.counts({shares.output, shares.shares}).first == 0);
  Chain both(1);
  const Value more = both.lower("Neg", {both.shares});
  CHECK(both.counts({both.output, more}).first == 0);
}

TEST_CASE("only steps that nothing else reads are dropped", "[attention]") {
  Exported exported;
  const Value keys = exported.input({kBatch, kHeads, kKeys, kSize});
  const Value turned = exported.turned(keys);
  const Value queries = exported.lower("Neg", {exported.input({kBatch, kHeads, 1, kSize})});
  const Value shares = exported.softmax(exported.lower("MatMul", {queries, turned}));
  const Value output = exported.lower("MatMul", {shares, keys});
  // The negation, and the transposed keys, which are an output.
  CHECK(exported.counts({output, turned}) == std::pair{1, 2});
}

TEST_CASE("what only resembles attention stays as it is", "[attention]") {
  Exported exported;
  const Value queries = exported.input({kBatch, kHeads, 1, kSize});
  const Value values = exported.input({kBatch, kHeads, kKeys, kSize});
  const Value keys = exported.turned(exported.input({kBatch, kHeads, kKeys, kSize}));
  const auto countOf = [&](const Value& scores) {
    return exported.counts({exported.lower("MatMul", {exported.softmax(scores), values})}).first;
  };
  const Value product = exported.lower("MatMul", {queries, keys});
  SECTION("a mask that is scaled") {
    const Value sum = exported.lower("Add", {product, exported.input({kKeys})});
    CHECK(countOf(exported.lower("Div", {sum, exported.number(2)})) == 0);
  }
  SECTION("a scale that is not a number") {
    CHECK(countOf(exported.lower("Mul", {product, exported.input({kKeys})})) == 0);
  }
  SECTION("a number that is divided by the scores") {
    CHECK(countOf(exported.lower("Div", {exported.number(2), product})) == 0);
  }
  SECTION("keys that are not transposed") {
    const Value square = exported.input({kBatch, kHeads, kSize, kKeys});
    CHECK(countOf(exported.lower("MatMul", {queries, square})) == 0);
  }
  SECTION("a vector of keys") {
    const Value row =
        exported.lower("MatMul", {exported.input({kHeads, kKeys, kSize}), exported.input({kSize})});
    const Value output =
        exported.lower("MatMul", {exported.softmax(row), exported.input({kKeys, kSize})});
    CHECK(exported.counts({output}).first == 0);
  }
  SECTION("a vector of values") {
    const Value scores = exported.softmax(product);
    CHECK(exported.counts({exported.lower("MatMul", {scores, exported.input({kKeys})})}).first ==
          0);
  }
  SECTION("queries that broadcast to the heads of keys") {
    const Value row = exported.input({1, 1, 1, kSize});
    CHECK(countOf(exported.lower("MatMul", {row, keys})) == 0);
  }
}

}  // namespace
}  // namespace simdcast::test::attention_chain_test
