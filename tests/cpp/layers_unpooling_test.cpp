// Unpool and Col2Im against plain loops over elements.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "simd/shared_memory.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_unpooling_test {
namespace {

using layers::Col2Im;
using layers::isPossible;
using layers::kDone;
using layers::Unpool;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

// Sizes of axes, outermost first, and the indices of a position in them.
std::vector<Count> indicesOf(Count position, const std::vector<Count>& sizes) {
  std::vector<Count> indices(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    indices[axis] = position % sizes[axis];
    position /= sizes[axis];
  }
  return indices;
}
Count positionOf(const std::vector<Count>& indices, const std::vector<Count>& sizes) {
  Count position = 0;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    position = position * sizes[axis] + indices[axis];
  return position;
}
Count product(const std::vector<Count>& sizes) {
  Count count = 1;
  for (const Count size : sizes) count *= size;
  return count;
}

struct UnpoolSizes {
  std::vector<Count> windows, sizes, inferred;
};

Unpool unpoolOf(Random& random, DType type, UnpoolSizes& of) {
  Unpool request{.type = type};
  for (int axis = random.between(1, 3); axis > 0; --axis) {
    const Count kernel = random.between(1, 3);
    const Count stride = random.between(1, 3);
    const Count windows = random.between(1, 4);
    const Count pad = random.between(0, static_cast<int>(kernel) - 1) / 2;
    const Count inferred = (windows - 1) * stride + kernel - pad;
    const Count size = inferred + (random.chance(50) ? random.between(0, 2) : 0);
    request.axes.push({windows, size, inferred, kernel, stride, pad});
    of.windows.push_back(windows);
    of.sizes.push_back(size);
    of.inferred.push_back(inferred);
  }
  return request;
}

// An index within the window at a position, in a tensor of these sizes.
Count inWindow(Random& random, const Unpool& of, const UnpoolSizes& sizes, Count window,
               const std::vector<Count>& within) {
  std::vector<Count> indices = indicesOf(window, sizes.windows);
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    const auto& [windows, size, inferred, kernel, stride, pad] = of.axes[static_cast<int>(axis)];
    const Count start = indices[axis] * stride - pad;
    const Count tap = random.between(0, static_cast<int>(kernel) - 1);
    indices[axis] = std::clamp<Count>(start + tap, std::max<Count>(0, start), within[axis] - 1);
  }
  return positionOf(indices, within);
}

TEMPLATE_TEST_CASE("unpool: indices in the output", "[layers]", float, double, std::int8_t,
                   std::int16_t) {
  Random random(101);
  for (int i = 0; i < 500; ++i) {
    UnpoolSizes sizes;
    const Unpool of = unpoolOf(random, kType<TestType>, sizes);
    const Count count = product(sizes.windows);
    const auto values = wholeNumbers<TestType>(random, count);
    std::vector<std::int64_t> indices(at(count));
    std::vector<TestType> expected(at(product(sizes.sizes)));
    for (Count window = 0; window < count; ++window) {
      indices[at(window)] = inWindow(random, of, sizes, window, sizes.sizes);
      expected[at(indices[at(window)])] = values[at(window)];
    }
    const bool isWrong = random.chance(10);
    const Count wrong = isWrong ? random.between(0, static_cast<int>(count) - 1) : kDone;
    if (isWrong) indices[at(wrong)] = random.chance(50) ? -1 : product(sizes.sizes);
    LayerRun layer(of);
    REQUIRE(layer.possible());
    layer.input(values);
    layer.input(indices);
    layer.template output<TestType>(static_cast<Count>(expected.size()));
    const auto before = layer.template values<TestType>();
    REQUIRE(layer.run() == wrong);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.template values<TestType>() == (isWrong ? before : expected));
  }
}

// ONNX's "maxunpool_export_with_output_shape": 5 is at 5 of 4x4, and so at 6 of 5x5.
TEST_CASE("unpool: indices that count the inferred shape", "[layers]") {
  const Unpool::Axis single{};
  const Unpool::Axis axis{
      .windows = 2, .size = 5, .inferred = 4, .kernel = 2, .stride = 2, .pad = 0};
  LayerRun layer(Unpool{.type = DType::float32, .axes = {single, single, axis, axis}});
  REQUIRE(layer.possible());
  layer.input(std::vector<float>{5, 6, 7, 8});
  layer.input(std::vector<std::int64_t>{5, 7, 13, 15});
  layer.output<float>(25);
  REQUIRE(layer.run() == kDone);
  std::vector<float> expected(25, 0);
  expected[6] = 5;
  expected[8] = 6;
  expected[16] = 7;
  expected[18] = 8;
  CHECK(layer.values<float>() == expected);
}

TEST_CASE("unpool: no elements, extreme indices, and sizes that do not fit", "[layers]") {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t index : {Limits::min(), Limits::max(), std::int64_t{0}}) {
    LayerRun layer(Unpool{.type = DType::float32, .axes = {{.size = 0, .inferred = 0}}});
    REQUIRE(layer.possible());
    layer.input(std::vector<float>{1});
    layer.input(std::vector<std::int64_t>{index});
    layer.output<float>(0);
    CHECK(layer.run() == 0);
  }
  CHECK_FALSE(isPossible(Unpool{.type = DType::complex128, .axes = {{}}}));
  CHECK_FALSE(isPossible(Unpool{.type = DType::float32, .axes = {{.windows = -1}}}));
  CHECK_FALSE(isPossible(Unpool{.type = DType::float32, .axes = {{.kernel = Count{1} << 32}}}));
  CHECK_FALSE(isPossible(
      Unpool{.type = DType::float32, .axes = {{.size = INT32_MAX}, {.size = INT32_MAX}}}));
}

struct Col2ImSizes {
  std::vector<Count> image, kernel, windows;
};

Col2Im col2ImOf(Random& random, DType type, Col2ImSizes& of) {
  Col2Im request{.type = type, .planes = random.between(0, 3)};
  for (int axis = random.between(1, 4); axis > 0; --axis) {
    WindowAxis along{.input = random.between(0, 6),
                     .output = random.between(0, 5),
                     .kernel = random.between(1, 3),
                     .stride = random.between(1, 3),
                     .dilation = random.between(1, 2),
                     .pad = random.between(-2, 3)};
    if (random.chance(20)) along.input = random.between(17, 40);
    if (along.input > 16) along.output = along.input;
    request.axes.push(along);
    of.image.push_back(along.input);
    of.kernel.push_back(along.kernel);
    of.windows.push_back(along.output);
    if (along.input > 16) break;
  }
  return request;
}

template <class T>
T added(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a + b;
  return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

template <class T>
void checkCol2Im(Random& random, Team* team) {
  Col2ImSizes sizes;
  const Col2Im of = col2ImOf(random, kType<T>, sizes);
  const Count image = product(sizes.image);
  const Count taps = product(sizes.kernel);
  const Count windows = product(sizes.windows);
  std::vector<T> values(at(of.planes * taps * windows));
  // Sums of floats are rounded, in the order of the taps.
  for (T& value : values)
    value = static_cast<T>(static_cast<T>(random.between(-100, 100)) / static_cast<T>(3));
  std::vector<T> expected(at(of.planes * image));
  for (Count plane = 0; plane < of.planes; ++plane)
    for (Count tap = 0; tap < taps; ++tap)
      for (Count window = 0; window < windows; ++window) {
        std::vector<Count> indices = indicesOf(window, sizes.windows);
        const std::vector<Count> tapIndices = indicesOf(tap, sizes.kernel);
        bool isInside = true;
        for (std::size_t axis = 0; axis < indices.size(); ++axis) {
          const auto& along = of.axes[static_cast<int>(axis)];
          indices[axis] =
              indices[axis] * along.stride + tapIndices[axis] * along.dilation - along.pad;
          isInside = isInside && indices[axis] >= 0 && indices[axis] < along.input;
        }
        if (!isInside) continue;
        T& to = expected[at(plane * image + positionOf(indices, sizes.image))];
        to = added(to, values[at((plane * taps + tap) * windows + window)]);
      }
  LayerRun layer(of);
  REQUIRE(layer.possible());
  layer.input(values);
  layer.output<T>(static_cast<Count>(expected.size()));
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.values<T>() == expected);
}

TEMPLATE_TEST_CASE("col2im: strides, dilations and padding on all axes", "[layers]", float, double,
                   std::int8_t, std::uint16_t, std::int32_t, std::uint64_t) {
  Random random(102);
  for (int i = 0; i < 400; ++i) checkCol2Im<TestType>(random, nullptr);
}

TEST_CASE("col2im: threads give the same bits", "[layers]") {
  Random random(103);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 500; ++i) checkCol2Im<float>(random, &crew.team);
  CHECK(crew.team.jobs() > 50);
}

TEST_CASE("col2im: types and windows that it does not accept", "[layers]") {
  for (const DType type : {DType::float16, DType::bfloat16, DType::boolean, DType::complex64,
                           DType::int4, DType::string})
    CHECK_FALSE(isPossible(Col2Im{.type = type, .axes = {{}}}));
  CHECK_FALSE(isPossible(Col2Im{.type = DType::float32}));
  CHECK_FALSE(isPossible(Col2Im{.type = DType::float32, .planes = -1, .axes = {{}}}));
  CHECK_FALSE(isPossible(Col2Im{.type = DType::float32, .axes = {{.stride = 0}}}));
}

}  // namespace
}  // namespace simdcast::test::layers_unpooling_test
