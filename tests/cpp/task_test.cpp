// Layers in a C++ program: shapes, packed weights and errors, on values computed by hand.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "support/requests.hpp"

namespace simdcast::test::task_test {
namespace {

using Floats = std::vector<float>;

Task layerOf(const layers::LayerRequest& request) { return taskIn(Task::make(request)); }

Floats packedFor(const Task& task, int input, const Floats& tensor) {
  Floats packed(static_cast<std::size_t>(task.packedBytes(input)) / sizeof(float), 7);
  REQUIRE(task.pack(input, writable(packed), bytes(tensor)));
  return packed;
}

TEST_CASE("task: a softmax of rows", "[engine]") {
  const Task task = layerOf(layers::Softmax{.outer = 2, .size = 3});
  CHECK(task.outputs().size() == 1);
  CHECK(task.outputs()[0].shape == Shape{2, 3, 1});
  CHECK(task.outputs()[0].bytes == 24);
  CHECK(task.inputs()[0].shape == Shape{2, 3, 1});
  CHECK_FALSE(task.inPlace());
  // Powers of 2 as logarithms: 1, 2 and 1 of 4.
  const float two = std::log(2.0F);
  const Floats from{0, two, 0, 5, 5, 5};
  Floats out(6);
  REQUIRE_FALSE(Runner().run(task, writable(out), {bytes(from)}));
  const Floats expected{0.25, 0.5, 0.25, 1.0F / 3, 1.0F / 3, 1.0F / 3};
  for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(out[i] - expected[i]) < 1e-6F);
}

TEST_CASE("task: a sum over the first and the last axis", "[engine]") {
  layers::Reduce sum{.type = DType::int32, .reduction = layers::Reduction::sum};
  sum.axes = {{2, true}, {3, false}, {2, true}};
  const Task task = layerOf(sum);
  CHECK(task.inputs()[0].shape == Shape{2, 3, 2});
  CHECK(task.outputs()[0].shape == Shape{3});
  const std::vector<std::int32_t> from{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::vector<std::int32_t> out(3);
  REQUIRE_FALSE(Runner().run(task, writable(out), {bytes(from)}));
  CHECK(out == std::vector<std::int32_t>{0 + 1 + 6 + 7, 2 + 3 + 8 + 9, 4 + 5 + 10 + 11});
}

TEST_CASE("task: a convolution packs its weights", "[engine]") {
  // Two channels of 3×3, five of 2×2: each output is the sum of a window, times the channel's
  // number, plus the bias.
  layers::Convolution request{.batch = 1, .inputChannels = 2, .outputChannels = 5};
  request.axes = {{.input = 3, .output = 2, .kernel = 2}, {.input = 3, .output = 2, .kernel = 2}};
  const Task task = layerOf(request);
  CHECK(task.inputs()[0].shape == Shape{1, 2, 3, 3});
  CHECK(task.inputs()[1].shape == Shape{5, 2, 2, 2});
  CHECK(task.inputs()[2].shape == Shape{5});
  CHECK(task.outputs()[0].shape == Shape{1, 5, 2, 2});
  CHECK(task.packedBytes(0) == 0);
  CHECK(task.packedBytes(2) == 0);
  CHECK(task.isOptional(2));
  Floats images(18);
  for (std::size_t i = 0; i < 18; ++i) images[i] = static_cast<float>(i);
  Floats weights(40);
  for (std::size_t i = 0; i < 40; ++i) weights[i] = static_cast<float>(i / 8);
  const Floats packed = packedFor(task, 1, weights);
  // The windows begin at 0, 1, 3 and 4 of the first channel, and 9 further of the second.
  const Floats windows{8 + 44, 12 + 48, 20 + 56, 24 + 60};
  const Floats bias{0, 10, 20, 30, 40};
  for (const bool hasBias : {false, true}) {
    std::vector<Runner::Bytes> inputs{bytes(images), bytes(packed)};
    if (hasBias) inputs.push_back(bytes(bias));
    Floats out(20, -1);
    REQUIRE_FALSE(Runner().run(task, writable(out), inputs));
    for (std::size_t i = 0; i < 20; ++i)
      CHECK(out[i] == static_cast<float>(i / 4) * (windows[i % 4] + (hasBias ? 10 : 0)));
  }
  Floats out(20, -1);
  const auto refusal = Runner().run(task, writable(out), {bytes(images), bytes(weights)});
  REQUIRE(refusal.has_value());
  CHECK(refusal->code == RefusalCode::inputLength);
  CHECK(out == Floats(20, -1));
  CHECK_FALSE(task.pack(1, writable(out), bytes(weights)));
  CHECK_FALSE(task.pack(0, writable(out), bytes(images)));
  CHECK(out == Floats(20, -1));
}

TEST_CASE("task: an odd number of int16 taps is packed in pairs", "[engine]") {
  layers::Convolution request{.type = DType::int16, .outputChannels = 1};
  request.axes = {{.input = 4, .output = 2, .kernel = 3}};
  const Task task = layerOf(request);
  CHECK(task.outputs()[0].type == DType::int32);
  const std::vector<std::int16_t> image{1, 2, 3, 4};
  const std::vector<std::int16_t> weights{100, -10, 1};
  std::vector<std::int16_t> packed(static_cast<std::size_t>(task.packedBytes(1)) / 2, 7);
  REQUIRE(task.pack(1, writable(packed), bytes(weights)));
  std::vector<std::int32_t> out(2);
  REQUIRE_FALSE(Runner().run(task, writable(out), {bytes(image), bytes(packed)}));
  CHECK(out == std::vector<std::int32_t>{100 - 20 + 3, 200 - 30 + 4});
}

TEST_CASE("task: rows by a packed matrix", "[engine]") {
  const Task task = layerOf(layers::PackedProduct{.rows = 2, .depth = 3, .columns = 11});
  CHECK(task.outputs()[0].shape == Shape{2, 11});
  const Floats rows{1, 10, 100, 2, 20, 200};
  Floats matrix(33);
  for (std::size_t i = 0; i < 33; ++i) matrix[i] = static_cast<float>(i / 11 + i % 11);
  Floats out(22);
  REQUIRE_FALSE(
      Runner().run(task, writable(out), {bytes(rows), bytes(packedFor(task, 1, matrix))}));
  for (std::size_t i = 0; i < 22; ++i) {
    const auto column = static_cast<float>(i % 11);
    CHECK(out[i] == (column + 10 * (1 + column) + 100 * (2 + column)) * (i < 11 ? 1 : 2));
  }
}

TEST_CASE("task: packed weights are unpacked again", "[engine]") {
  layers::Convolution convolution{.groups = 2, .inputChannels = 3, .outputChannels = 6};
  convolution.axes = {{.input = 5, .output = 4, .kernel = 2}};
  layers::Convolution quads{.inputChannels = 9, .outputChannels = 6};
  quads.axes = {{.input = 10, .output = 8, .kernel = 3}, {.input = 10, .output = 8, .kernel = 3}};
  const layers::LayerRequest requests[] = {
      convolution,
      quads,
      layers::PackedProduct{.rows = 2, .depth = 3, .columns = 11},
      layers::PackedProduct{.rows = 2, .depth = 3, .columns = 11, .transposed = true},
      layers::IntegerProduct{DType::uint8, DType::int8, 3, 2, 4, 9},
      layers::IntegerProduct{DType::int8, DType::uint8, 1, 2, 15, 8, true}};
  for (const layers::LayerRequest& request : requests) {
    const Task task = layerOf(request);
    Floats weights(static_cast<std::size_t>(task.inputs()[1].bytes) / sizeof(float));
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i + 1);
    const Floats packed = packedFor(task, 1, weights);
    Floats again(weights.size(), -1);
    CHECK_FALSE(task.unpack(1, writable(again), bytes(weights)));
    CHECK(again == Floats(weights.size(), -1));
    REQUIRE(task.unpack(1, writable(again), bytes(packed)));
    CHECK(again == weights);
  }
}

TEST_CASE("task: a matrix may be stored transposed", "[engine]") {
  const Task task =
      layerOf(layers::PackedProduct{.rows = 1, .depth = 2, .columns = 3, .transposed = true});
  CHECK(task.inputs()[1].shape == Shape{3, 2});
  const Floats row{1, 10};
  const Floats matrix{1, 2, 3, 4, 5, 6};
  Floats out(3);
  REQUIRE_FALSE(Runner().run(task, writable(out), {bytes(row), bytes(packedFor(task, 1, matrix))}));
  CHECK(out == Floats{21, 43, 65});
}

TEST_CASE("task: outputs after the first may be left out", "[engine]") {
  const Task task = layerOf(layers::TopK{.size = 4, .count = 2});
  CHECK(task.outputs()[1].type == DType::int64);
  const Floats from{3, 9, 1, 7};
  Floats best(2);
  std::vector<std::int64_t> places(2);
  REQUIRE_FALSE(Runner().run(task, writable(best), {bytes(from)}));
  CHECK(best == Floats{9, 7});
  const std::vector<Runner::Bytes> inputs{bytes(from)};
  const std::vector<Runner::Room> both{writable(best), writable(places)};
  REQUIRE_FALSE(Runner().run(task, both, inputs));
  CHECK(places == std::vector<std::int64_t>{1, 3});
}

std::optional<RefusalCode> codeOf(const std::optional<Refusal>& refusal) {
  if (!refusal) return std::nullopt;
  CHECK_FALSE(refusal->text.empty());
  return refusal->code;
}

TEST_CASE("task: runs of layers are checked before anything is written", "[engine]") {
  const Task task = layerOf(layers::Gather{.size = 3, .indices = 2});
  const Floats from{5, 6, 7};
  Floats out(2, -1);
  std::vector<std::int64_t> indices{2, 3};
  Runner runner;
  CHECK(codeOf(runner.run(task, writable(out), {bytes(from), bytes(indices)})) ==
        RefusalCode::indexOutOfRange);
  CHECK(codeOf(runner.run(task, writable(out), {bytes(from)})) == RefusalCode::inputCount);
  CHECK(codeOf(runner.run(task, writable(out).first(4), {bytes(from), bytes(indices)})) ==
        RefusalCode::outputLength);
  CHECK(codeOf(runner.run(task, std::span<const Runner::Room>(), {})) == RefusalCode::inputCount);
  const std::vector<Runner::Bytes> inputs{bytes(from), bytes(indices)};
  CHECK(codeOf(runner.run(task, std::span<const Runner::Room>(), inputs)) ==
        RefusalCode::outputCount);
  CHECK(out == Floats(2, -1));
  std::span<std::byte> inside = std::as_writable_bytes(std::span(indices)).first(8);
  CHECK(codeOf(runner.run(task, inside, inputs)) == RefusalCode::outputOverlaps);
  indices = {2, -3};
  CHECK_FALSE(runner.run(task, writable(out), inputs).has_value());
  CHECK(out == Floats{7, 5});
  const Task best = layerOf(layers::TopK{.size = 3, .count = 1});
  const std::vector<Runner::Room> same{writable(indices).first(4), writable(indices).first(8)};
  const std::vector<Runner::Bytes> row{bytes(from)};
  CHECK(codeOf(runner.run(best, same, row)) == RefusalCode::outputsOverlap);
}

TEST_CASE("task: a layer that is impossible is rejected by name", "[engine]") {
  const Refusal refusal = refusalIn(Task::make(layers::Softmax{.type = DType::int32}));
  CHECK(refusal.code == RefusalCode::impossibleLayer);
  CHECK(refusal.text ==
        "Softmax must have types that it supports, and sizes, strides and offsets within its "
        "tensors.");
}

}  // namespace
}  // namespace simdcast::test::task_test
