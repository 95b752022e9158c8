// Convolutions that are computed in quads: against plain loops in integers, whose sums are exact,
// and otherwise within the error of Winograd's algorithm.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "support/convolutions.hpp"

namespace simdcast::test::layers_winograd_test {
namespace {

using layers::Convolution;

WindowAxis axisOf(Random& random, int least, int most) {
  WindowAxis axis{.input = random.between(least, most), .kernel = 3, .pad = random.between(-2, 3)};
  axis.output = std::max<Count>(1, axis.input + random.between(-4, 4));
  return axis;
}

Convolution inQuads(Random& random) {
  return {.type = DType::float32,
          .batch = random.between(1, 2),
          .groups = random.between(1, 2),
          .inputChannels = random.between(8, 20),
          .outputChannels = random.between(4, 40),
          .axes = {axisOf(random, 9, 30), axisOf(random, 9, 40)}};
}

TEST_CASE("winograd: whole numbers are exact, for any pads and channels", "[layers]") {
  Random random(711);
  for (int i = 0; i < 60; ++i) checkConvolution(convolvedOf<float>(random, inQuads(random)));
}

TEST_CASE("winograd: more quads and channels than one block holds", "[layers]") {
  Random random(712);
  const auto same = [](Count size) {
    return WindowAxis{.input = size, .output = size, .kernel = 3, .pad = 1};
  };
  for (const Convolution& request :
       {Convolution{.inputChannels = 8, .outputChannels = 4, .axes = {same(3), same(901)}},
        Convolution{.inputChannels = 9, .outputChannels = 5, .axes = {same(67), same(33)}},
        Convolution{.inputChannels = 700, .outputChannels = 21, .axes = {same(9), same(15)}}}) {
    Convolution typed = request;
    typed.type = DType::float32;
    checkConvolution(convolvedOf<float>(random, typed));
  }
}

// Images and weights with fractions.
Convolved<float> fractionsOf(Random& random, const Convolution& request) {
  Convolved<float> of = convolvedOf<float>(random, request);
  for (auto* values : {&of.images, &of.weights, &of.bias})
    for (float& value : *values) value = static_cast<float>(random.between(-9999, 9999)) / 7777;
  return of;
}

std::vector<float> resultOf(const Convolved<float>& of) {
  LayerRun layer(of.request);
  REQUIRE(layer.possible());
  layer.input(of.images);
  layer.packed(of.weights);
  if (!of.bias.empty()) layer.input(of.bias);
  const auto& axes = of.request.axes;
  layer.output<float>(of.request.batch * of.request.groups * of.request.outputChannels *
                      elements(axes, &WindowAxis::output));
  REQUIRE(layer.run() == layers::kDone);
  REQUIRE(layer.canariesLive());
  return layer.values<float>();
}

// Rounding errors are relative to the result without cancellation, neither in it nor in its
// intermediate sums: all matrices of Winograd's algorithm, the weights and the elements of its quad
// in absolute values.
class Magnitudes {
 public:
  explicit Magnitudes(const Convolved<float>& of) : of_(of) {}

  [[nodiscard]] double at(Count image, Count row, Count y, Count x) const {
    const Convolution& request = of_.request;
    const Count group = row / request.outputChannels;
    double sum = of_.bias.empty() ? 0 : std::abs(of_.bias[static_cast<std::size_t>(row)]);
    for (Count channel = 0; channel < request.inputChannels; ++channel) {
      const Count plane = (image * request.groups + group) * request.inputChannels + channel;
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          if (isPartOf(i, y % 2) && isPartOf(j, x % 2))
            sum += weight(row * request.inputChannels + channel, i, j) *
                   element(plane, y / 2 * 2, x / 2 * 2, i, j);
    }
    return sum;
  }

 private:
  // Whether a result along an axis is a sum that includes one of the four products.
  static bool isPartOf(int product, Count result) {
    return result == 0 ? product != 3 : product != 0;
  }

  [[nodiscard]] double weight(Count row, int i, int j) const {
    constexpr double kSums[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, {0, 0, 1}};
    double sum = 0;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x)
        sum += kSums[i][y] * kSums[j][x] *
               std::abs(of_.weights[static_cast<std::size_t>(row * 9 + y * 3 + x)]);
    return sum;
  }

  // An element of the transformed quad at (top, left).
  [[nodiscard]] double element(Count plane, Count top, Count left, int i, int j) const {
    constexpr double kSums[4][4] = {{1, 0, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 0, 1}};
    const auto& axes = of_.request.axes;
    double sum = 0;
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        const Count row = top - axes[0].pad + y;
        const Count column = left - axes[1].pad + x;
        if (row < 0 || row >= axes[0].input || column < 0 || column >= axes[1].input) continue;
        const Count at = (plane * axes[0].input + row) * axes[1].input + column;
        sum += kSums[i][y] * kSums[j][x] * std::abs(of_.images[static_cast<std::size_t>(at)]);
      }
    return sum;
  }

  const Convolved<float>& of_;
};

// each(result, image, row of the weights, y, x), in their order.
template <class Each>
void forResults(const Convolution& request, const Each& each) {
  std::size_t at = 0;
  for (Count image = 0; image < request.batch; ++image)
    for (Count row = 0; row < request.groups * request.outputChannels; ++row)
      for (Count y = 0; y < request.axes[0].output; ++y)
        for (Count x = 0; x < request.axes[1].output; ++x) each(at++, image, row, y, x);
}

// Roundings between an element or a weight and a result: two and four of their transforms, the
// product and the sum over the channels, four of the sums' transform, and the bias.
double roundingsOf(const Convolution& request) {
  return static_cast<double>(request.inputChannels) + 2 + 4 + 1 + 4 + 1;
}

TEST_CASE("winograd: errors are within those of its form", "[layers]") {
  Random random(713);
  for (int i = 0; i < 12; ++i) {
    const Convolved<float> of = fractionsOf(random, inQuads(random));
    const std::vector<float> result = resultOf(of);
    Convolved<double> exact{.request = of.request,
                            .images = {of.images.begin(), of.images.end()},
                            .weights = {of.weights.begin(), of.weights.end()},
                            .bias = {of.bias.begin(), of.bias.end()}};
    const std::vector<double> expected = expectedOf(exact);
    const Magnitudes magnitudes(of);
    const double unit = roundingsOf(of.request) * std::numeric_limits<float>::epsilon() / 2;
    forResults(of.request, [&](std::size_t at, Count image, Count row, Count y, Count x) {
      // A sample suffices.
      if (at % 7 != 0) return;
      INFO(image << ", " << row << ", " << y << ", " << x);
      REQUIRE(std::abs(result[at] - expected[at]) <=
              unit / (1 - unit) * magnitudes.at(image, row, y, x));
    });
  }
}

// In differences of sums an infinity becomes NaN, which it does not in a sum of products.
TEST_CASE("winograd: non-finite results are those of a sum of products", "[layers]") {
  Random random(714);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (const float value : {kInfinity, -kInfinity, NAN, kLargest, -kLargest}) {
    Convolution request = inQuads(random);
    Convolved<float> of = fractionsOf(random, request);
    for (int i = 0; i < 3; ++i)
      of.images[static_cast<std::size_t>(
          random.between(0, static_cast<int>(of.images.size()) - 1))] = value;
    const std::vector<float> result = resultOf(of);
    const std::vector<float> expected = expectedOf(of);
    const auto count = std::ranges::count_if(result, [](float x) { return !std::isfinite(x); });
    if (std::abs(value) != kLargest) REQUIRE(count > 0);
    for (std::size_t i = 0; i < result.size(); ++i) {
      INFO(value << " at " << i << ": " << result[i] << ", expected " << expected[i]);
      REQUIRE(std::isnan(result[i]) == std::isnan(expected[i]));
      // A sum that overflows on the way may be finite in Winograd's form.
      const bool mayBeFinite = std::abs(value) == kLargest && std::isfinite(result[i]);
      if (std::isinf(expected[i]) && !mayBeFinite) REQUIRE(result[i] == expected[i]);
      if (std::isinf(result[i])) REQUIRE(result[i] == expected[i]);
    }
  }
}

TEST_CASE("winograd: an image has the same bits by itself and among others", "[layers]") {
  Random random(715);
  for (int i = 0; i < 8; ++i) {
    const Convolved<float> of = fractionsOf(random, inQuads(random));
    Convolved<float> first = of;
    // An image in a batch of one is computed in the same blocks as in a larger batch.
    first.request.batch = 1;
    const Count size = of.request.groups * of.request.inputChannels *
                       elements(of.request.axes, &WindowAxis::input);
    first.images.resize(static_cast<std::size_t>(size));
    const std::vector<float> all = resultOf(of);
    const std::vector<float> one = resultOf(first);
    REQUIRE(std::equal(one.begin(), one.end(), all.begin()));
  }
}

}  // namespace
}  // namespace simdcast::test::layers_winograd_test
