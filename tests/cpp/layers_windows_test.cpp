// Convolutions and pools against plain loops over the windows, in integers whose sums are exact.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "support/convolutions.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_windows_test {
namespace {

using layers::Convolution;
using layers::isPossible;
using layers::Pool;

using layers::kDone;

WindowAxis axisOf(Random& random, int mostInput) {
  WindowAxis axis{.input = random.between(1, mostInput),
                  .kernel = random.between(1, 4),
                  .stride = random.between(1, 4),
                  .dilation = random.between(1, 3),
                  .pad = random.between(-2, 5)};
  axis.output = random.between(0, static_cast<int>(axis.input / axis.stride) + 3);
  return axis;
}

WindowAxes axesOf(Random& random) {
  const int rank = random.between(1, 3);
  WindowAxes axes;
  for (int i = 0; i < rank; ++i) axes.push(axisOf(random, rank == 1 ? 60 : rank == 2 ? 20 : 6));
  return axes;
}

TEMPLATE_TEST_CASE("convolution: any windows, groups and channels", "[layers]", float, double,
                   std::int16_t) {
  Random random(71);
  for (int i = 0; i < 1500; ++i) {
    const Convolution request{.type = kType<TestType>,
                              .batch = random.between(0, 2),
                              .groups = random.between(1, 3),
                              .inputChannels = random.between(random.chance(5) ? 0 : 1, 4),
                              .outputChannels = random.between(0, 9),
                              .axes = axesOf(random)};
    checkConvolution(convolvedOf<TestType>(random, request));
  }
}

// In small images the last panel of windows is padded at every position of a row.
TEMPLATE_TEST_CASE("convolution: every small image", "[layers]", float, double, std::int16_t) {
  Random random(74);
  for (Count height = 1; height <= 13; ++height)
    for (Count width = 1; width <= 13; ++width)
      for (const Count kernel : {1, 2, 3, 4}) {
        const auto axis = [&](Count output) {
          return WindowAxis{.input = output + kernel - 1, .output = output, .kernel = kernel};
        };
        checkConvolution(convolvedOf<TestType>(
            random,
            {.type = kType<TestType>, .outputChannels = 2, .axes = {axis(height), axis(width)}}));
      }
}

// These have their own kernel, whose last vector and last rows repeat some windows.
TEMPLATE_TEST_CASE("convolution: every small image of 3x3 taps, each channel by itself", "[layers]",
                   float, double) {
  Random random(75);
  for (const Count stride : {1, 2, 3})
    for (Count height = 1; height <= 5; ++height)
      for (Count width = 1; width <= 18; ++width)
        for (const Count pad : {0, 1, 2}) {
          const auto axis = [&](Count output) {
            const Count input = (output - 1) * stride + 3 - pad - random.between(-1, 1);
            return WindowAxis{.input = std::max<Count>(1, input),
                              .output = output,
                              .kernel = 3,
                              .stride = stride,
                              .pad = pad};
          };
          checkConvolution(convolvedOf<TestType>(random, {.type = kType<TestType>,
                                                          .groups = 3,
                                                          .outputChannels = random.between(1, 2),
                                                          .axes = {axis(height), axis(width)}}));
        }
}

// One of the five channels of a result.
template <class T>
std::vector<T> channelOf(const std::vector<T>& values, Count channel) {
  const auto each = static_cast<Count>(values.size()) / 5;
  return {values.begin() + channel * each, values.begin() + (channel + 1) * each};
}
template <class T>
Convolved<T> channelOf(const Convolved<T>& of, Count channel) {
  Convolved<T> one{of.request, of.images, channelOf(of.weights, channel),
                   channelOf(of.bias, channel)};
  one.request.outputChannels = 1;
  return one;
}

template <class T>
std::vector<T> resultOf(const Convolved<T>& of) {
  LayerRun layer(of.request);
  layer.input(of.images);
  layer.packed(of.weights);
  if (!of.bias.empty()) layer.input(of.bias);
  layer.output<T>(static_cast<Count>(expectedOf(of).size()));
  REQUIRE(layer.run() == kDone);
  return layer.values<T>();
}

// The order of the sums is that of the weights, however windows are blocked, so the bits are equal.
TEMPLATE_TEST_CASE("convolution: the same bits in every way there is", "[layers]", float, double) {
  Random random(76);
  for (const Count kernel : {3, 5})
    for (const Count stride : {1, 2})
      for (Count width = 4; width <= 40; width += 3) {
        const WindowAxis axis{.input = width,
                              .output = (width - 1) / stride + 1,
                              .kernel = kernel,
                              .stride = stride,
                              .pad = kernel / 2};
        Convolved<TestType> of = convolvedOf<TestType>(
            random, {.type = kType<TestType>, .outputChannels = 5, .axes = {axis, axis}});
        for (auto* values : {&of.images, &of.weights, &of.bias})
          for (TestType& value : *values)
            value = static_cast<TestType>(random.between(-99999, 99999)) / TestType{7};
        // Depthwise channels are not multiplied in stripes.
        const std::vector<TestType> multiplied = resultOf(of);
        for (Count channel = 0; channel < 5; ++channel)
          REQUIRE(resultOf(channelOf(of, channel)) == channelOf(multiplied, channel));
      }
}

TEMPLATE_TEST_CASE("convolution: more columns and taps than are packed at once", "[layers]", float,
                   double, std::int16_t) {
  Random random(72);
  const WindowAxis wide{.input = 700, .output = 700, .kernel = 3, .pad = 1};
  const WindowAxis point{.input = 30, .output = 30};
  const WindowAxis halved{.input = 61, .output = 31, .kernel = 3, .stride = 2, .pad = 1};
  for (const Convolution& request :
       {Convolution{.inputChannels = 2, .outputChannels = 5, .axes = {wide}},
        Convolution{.inputChannels = 600, .outputChannels = 6, .axes = {point, point}},
        Convolution{.inputChannels = 60, .outputChannels = 8, .axes = {halved, halved}},
        Convolution{.inputChannels = 3, .outputChannels = 2, .axes = {halved, halved}}}) {
    Convolution typed = request;
    typed.type = kType<TestType>;
    checkConvolution(convolvedOf<TestType>(random, typed));
  }
}

TEST_CASE("convolution: whole numbers of 16 bits have sums of 32, which wrap", "[layers]") {
  const WindowAxis axis{.input = 3, .output = 3};
  LayerRun layer(
      Convolution{.type = DType::int16, .inputChannels = 3, .outputChannels = 1, .axes = {axis}});
  REQUIRE(layer.possible());
  constexpr std::int16_t kLeast = -32768;
  constexpr std::int16_t kMost = 32767;
  layer.input(std::vector<std::int16_t>{kLeast, kMost, 3, kLeast, kMost, -5, 0, 1, 7});
  layer.input(
      std::vector<std::int16_t>{kLeast, kLeast, 0, 0, 0, 0, 0, 0, kMost, 0, 0, 0, 0, 0, 0, 0});
  layer.output<std::int32_t>(3);
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  // 2 * 2^30 wraps; -2 * 32768 * 32767 + 32767; -32768 * (3 - 5) + 7 * 32767.
  CHECK(layer.values<std::int32_t>() == std::vector<std::int32_t>{INT32_MIN, -2147385345, 294905});
}

template <class T>
void checkPool(Random& random, const Pool& request) {
  const Count inputs = elements(request.axes, &WindowAxis::input);
  std::vector<T> images = wholeNumbers<T>(random, request.planes * inputs);
  const bool hasNaN = random.chance(20);
  for (T& value : images)
    if (hasNaN && random.chance(5)) value = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> expected;
  std::vector<std::int64_t> positions;
  for (Count plane = 0; plane < request.planes; ++plane)
    forPositions(request.axes, &WindowAxis::output, [&](const Position& window) {
      T result = request.largest ? -std::numeric_limits<T>::infinity() : 0;
      Count position = -1;
      forPositions(request.axes, &WindowAxis::kernel, [&](const Position& tap) {
        const Count element = elementOf(request.axes, window, tap);
        if (element < 0) return;
        const T value = images[static_cast<std::size_t>(plane * inputs + element)];
        const bool isFirst = position < 0;
        const bool isMore = value > result || (std::isnan(value) && !std::isnan(result));
        if (!request.largest) {
          result += value;
        } else if (isFirst || isMore) {
          result = value;
          position = plane * inputs + elementOf(request.axes, window, tap, request.columnMajor);
        }
      });
      expected.push_back(result);
      positions.push_back(position);
    });
  const auto isSame = [](const std::vector<T>& a, const std::vector<T>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
    return a.size() == b.size();
  };
  for (const bool wantsPositions : {false, true}) {
    LayerRun layer(request);
    REQUIRE(layer.possible());
    layer.input(images);
    layer.template output<T>(static_cast<Count>(expected.size()));
    if (wantsPositions) layer.template output<std::int64_t>(static_cast<Count>(expected.size()));
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(isSame(layer.template values<T>(), expected));
    if (wantsPositions && request.largest)
      REQUIRE(layer.template values<std::int64_t>(1) == positions);
  }
}

TEMPLATE_TEST_CASE("pool: any windows", "[layers]", float, double) {
  Random random(73);
  for (int i = 0; i < 1500; ++i)
    checkPool<TestType>(random, {.type = kType<TestType>,
                                 .largest = random.chance(60),
                                 .columnMajor = random.chance(30),
                                 .planes = random.between(0, 3),
                                 .axes = axesOf(random)});
}

TEST_CASE("windows: invalid types and sizes are rejected", "[layers]") {
  constexpr Count kHuge = INT32_MAX;
  const auto convolves = [](WindowAxis axis, int rank = 1) {
    Convolution request{.type = DType::float32};
    for (int i = 0; i < rank; ++i) request.axes.push(axis);
    return isPossible(request);
  };
  CHECK(convolves({}));
  CHECK(convolves({}, 3));
  CHECK_FALSE(convolves({}, 0));
  CHECK_FALSE(convolves({}, 4));
  CHECK_FALSE(convolves({.kernel = 0}));
  CHECK_FALSE(convolves({.stride = 0}));
  CHECK_FALSE(convolves({.stride = -1}));
  CHECK_FALSE(convolves({.dilation = 0}));
  CHECK_FALSE(convolves({.input = -1}));
  CHECK_FALSE(convolves({.output = kHuge + 1}));
  CHECK_FALSE(convolves({.pad = std::numeric_limits<Count>::min()}));
  CHECK_FALSE(convolves({.kernel = kHuge, .dilation = kHuge}));
  CHECK_FALSE(convolves({.output = kHuge, .stride = kHuge}));
  CHECK_FALSE(convolves({.output = 2, .kernel = kHuge, .stride = 2}));
  CHECK_FALSE(convolves({.input = kHuge, .output = kHuge}, 2));
  const WindowAxis one{};
  for (const DType type : {DType::float16, DType::int32, DType::string, DType::count}) {
    CHECK_FALSE(isPossible(Convolution{.type = type, .axes = {one}}));
    CHECK_FALSE(isPossible(Pool{.type = type, .axes = {one}}));
  }
  CHECK_FALSE(isPossible(Pool{.type = DType::float32, .planes = -1, .axes = {one}}));
  CHECK_FALSE(isPossible(Convolution{
      .type = DType::float32, .groups = kHuge, .outputChannels = kHuge, .axes = {one}}));
}

}  // namespace
}  // namespace simdcast::test::layers_windows_test
