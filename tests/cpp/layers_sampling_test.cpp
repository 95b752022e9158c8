// Sample, RegionAlign and DeformedWindows against plain loops in double precision.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "simd/shared_memory.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_sampling_test {
namespace {

using layers::DeformedWindows;
using layers::Interpolation;
using layers::isPossible;
using layers::kDone;
using layers::Padding;
using layers::RegionAlign;
using layers::Sample;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

template <class T>
std::vector<T> numbers(Random& random, Count count, double low, double high) {
  std::vector<T> values(at(count));
  for (T& value : values)
    value = static_cast<T>(low + (high - low) * random.between(0, 1 << 20) / (1 << 20));
  return values;
}

// A result, and a bound of the rounding errors of its terms.
struct Expected {
  double value = 0;
  double size = 0;

  void add(double term) {
    value += term;
    size += std::abs(term);
  }
};

template <class T>
void requireClose(const std::vector<T>& got, const std::vector<Expected>& expected) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto [value, size] = expected[i];
    const auto result = static_cast<double>(got[i]);
    CAPTURE(i, value, result);
    if (std::isnan(value)) {
      REQUIRE(std::isnan(result));
    } else if (std::isinf(value)) {
      REQUIRE(result == value);
    } else {
      const double rounding = std::numeric_limits<T>::epsilon() * std::abs(value);
      // A small weight of a cubic is a difference of numbers up to 8.
      REQUIRE(std::abs(result - value) <= rounding + 1e-13 * size + 1e-14);
    }
  }
}

// The weight of an element at a distance, as the modes are usually defined.
double kernel(Interpolation mode, double distance) {
  const double d = std::abs(distance);
  if (mode == Interpolation::linear) return d < 1 ? 1 - d : 0;
  constexpr double a = -0.75;
  if (d <= 1) return (a + 2) * d * d * d - (a + 3) * d * d + 1;
  return d < 2 ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a : 0;
}

// The element read at an integer coordinate; nothing for a 0.
std::optional<Count> inside(const Sample& request, double x, Count size) {
  const auto last = static_cast<double>(size - 1);
  if (x >= 0 && x <= last) return static_cast<Count>(x);
  if (request.padding == Padding::zeros || size == 0) return std::nullopt;
  if (request.padding == Padding::border) return x < 0 ? 0 : size - 1;
  if (request.alignCorners && size == 1) return 0;
  // The elements repeat with a period whose second half is reversed.
  const double period = request.alignCorners ? 2 * last : 2 * last + 2;
  double far = std::fmod(x, period);
  if (far < 0) far += period;
  if (far > last) far = request.alignCorners ? period - far : period - 1 - far;
  return static_cast<Count>(far);
}

struct Tap {
  std::optional<Count> element;
  double weight;
};

std::vector<Tap> tapsOf(const Sample& request, double position, Count count) {
  const auto size = static_cast<double>(count);
  const double x =
      request.alignCorners ? (position + 1) / 2 * (size - 1) : ((position + 1) * size - 1) / 2;
  if (!std::isfinite(x)) return {{inside(request, -1, count), 1}};
  if (request.interpolation == Interpolation::nearest)
    return {{inside(request, std::nearbyint(x), count), 1}};
  const int reach = request.interpolation == Interpolation::linear ? 1 : 2;
  std::vector<Tap> taps;
  const double below = std::floor(x);
  for (int i = 1 - reach; i <= reach; ++i)
    taps.push_back(
        {inside(request, below + i, count), kernel(request.interpolation, x - below - i)});
  return taps;
}

struct Grid {
  Count elements = 1;
  Count points = 1;
};

Grid gridOf(const Sample& request) {
  Grid grid;
  for (const auto& axis : request.axes) {
    grid.elements *= axis.size;
    grid.points *= axis.points;
  }
  return grid;
}

template <class T, class P>
Expected sampled(const Sample& request, const T* plane, const P* point) {
  const int rank = request.axes.size();
  std::vector<Tap> all{{0, 1}};
  for (int axis = 0; axis < rank; ++axis) {
    std::vector<Tap> next;
    const Count size = request.axes[axis].size;
    for (const Tap& before : all)
      for (const Tap& tap : tapsOf(request, static_cast<double>(point[rank - 1 - axis]), size))
        if (before.element && tap.element)
          next.push_back({*before.element * size + *tap.element, before.weight * tap.weight});
    all = next;
  }
  Expected sum;
  for (const Tap& tap : all) sum.add(tap.weight * static_cast<double>(plane[*tap.element]));
  return sum;
}

template <class T, class P>
void check(const Sample& request, const std::vector<T>& images, const std::vector<P>& points,
           Team* team = nullptr) {
  const Grid grid = gridOf(request);
  const int rank = request.axes.size();
  CAPTURE(static_cast<int>(request.interpolation), static_cast<int>(request.padding),
          request.alignCorners, request.batch, request.channels, rank, grid.elements, grid.points);
  std::vector<Expected> expected;
  for (Count plane = 0; plane < request.batch * request.channels; ++plane)
    for (Count point = 0; point < grid.points; ++point)
      expected.push_back(
          sampled(request, images.data() + plane * grid.elements,
                  points.data() + (plane / request.channels * grid.points + point) * rank));
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(images);
  layer.input(points);
  layer.template output<T>(static_cast<Count>(expected.size()));
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  requireClose(layer.template values<T>(), expected);
}

template <class T, class P>
void check(Random& random, const Sample& request, double reach, Team* team = nullptr) {
  const Grid grid = gridOf(request);
  const Count planes = request.batch * request.channels;
  check(request, numbers<T>(random, planes * grid.elements, -2, 2),
        numbers<P>(random, request.batch * grid.points * request.axes.size(), -reach, reach), team);
}

template <class T, class P>
Sample sampleOf(Random& random, int most) {
  Sample request{.type = kType<T>,
                 .pointType = kType<P>,
                 .interpolation = static_cast<Interpolation>(random.between(0, 2)),
                 .padding = static_cast<Padding>(random.between(0, 2)),
                 .alignCorners = random.chance(50),
                 .batch = random.between(1, 3),
                 .channels = random.between(1, 9)};
  for (int axis = random.between(1, 3); axis > 0; --axis)
    request.axes.push({random.between(1, most), random.between(0, most)});
  return request;
}

TEMPLATE_TEST_CASE("sample: any mode, padding and rank", "[layers]", float, double) {
  Random random(1401);
  for (int i = 0; i < 600; ++i) {
    const double reach = random.chance(50) ? 1.2 : 4;
    if (random.chance(50))
      check<TestType, float>(random, sampleOf<TestType, float>(random, 6), reach);
    else
      check<TestType, double>(random, sampleOf<TestType, double>(random, 6), reach);
  }
}

TEST_CASE("sample: several blocks of points", "[layers]") {
  Random random(1402);
  for (const Count points : {127, 128, 129, 700})
    check<float, float>(random,
                        {.type = DType::float32,
                         .interpolation = Interpolation::linear,
                         .batch = 2,
                         .channels = 5,
                         .axes = {{7, 1}, {9, points}}},
                        1.3);
}

TEST_CASE("sample: points of more elements than a block has", "[layers]") {
  Random random(1403);
  check<double, double>(random,
                        {.type = DType::float64,
                         .pointType = DType::float64,
                         .interpolation = Interpolation::cubic,
                         .padding = Padding::reflection,
                         .axes = {{2, 1}, {3, 1}, {4, 2}, {3, 1}, {5, 2}}},
                        1.5);
}

TEST_CASE("sample: points that are not numbers, and far away", "[layers]") {
  constexpr double kFar[] = {kInfinity, -kInfinity, kNaN, 1e30, -1e30, 1e300,
                             -1e300,    3e9,        -3e9, 1,    -1,    0};
  Random random(1404);
  for (int i = 0; i < 400; ++i) {
    Sample request = sampleOf<float, double>(random, 4);
    const Grid grid = gridOf(request);
    std::vector<double> points(at(request.batch * grid.points * request.axes.size()));
    for (double& point : points) point = random.pick(kFar);
    check(request, numbers<float>(random, request.batch * request.channels * grid.elements, -2, 2),
          points);
  }
}

TEST_CASE("sample: elements that no tap reads do not matter", "[layers]") {
  // Between the first two of three elements, beyond which all others are NaN.
  const std::vector<float> images{1, 2, std::nanf(""), std::nanf("")};
  const std::vector<float> points{-0.5F, -1.2F};
  check(Sample{.type = DType::float32, .interpolation = Interpolation::linear, .axes = {{4, 2}}},
        images, points);
}

TEST_CASE("sample: ties of the nearest element go to the even one", "[layers]") {
  const std::vector<float> images{0, 1, 2, 3, 4};
  // 0.5, 1.5 and 2.5 between centres.
  const std::vector<double> points{-0.75, -0.25, 0.25};
  LayerRun layer(Sample{
      .type = DType::float32, .pointType = DType::float64, .alignCorners = true, .axes = {{5, 3}}});
  layer.input(images);
  layer.input(points);
  layer.output<float>(3);
  REQUIRE(layer.run() == kDone);
  CHECK(layer.values<float>() == std::vector<float>{0, 2, 2});
}

TEST_CASE("sample: nothing to read, or to write", "[layers]") {
  for (const auto& axes :
       {SmallVector<Sample::Axis, 3>{{0, 2}, {3, 3}}, SmallVector<Sample::Axis, 3>{{2, 0}, {3, 3}}})
    for (const Padding padding : {Padding::zeros, Padding::border, Padding::reflection})
      for (const Count channels : {0, 2}) {
        Random random(1405);
        check<float, float>(random,
                            {.type = DType::float32,
                             .interpolation = Interpolation::cubic,
                             .padding = padding,
                             .channels = channels,
                             .axes = axes},
                            1);
      }
}

TEST_CASE("sample: threads compute the same", "[layers][threads]") {
  Random random(1406);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (const Count points : {0, 1, 63, 500})
    for (const Count channels : {0, 1, 6})
      check<float, float>(random,
                          {.type = DType::float32,
                           .interpolation = Interpolation::cubic,
                           .padding = Padding::border,
                           .batch = 3,
                           .channels = channels,
                           .axes = {{9, 2}, {11, points}}},
                          1.5, &crew.team);
}

TEST_CASE("sample: sizes, ranks and types that are rejected", "[layers]") {
  const Sample good{.type = DType::float32, .axes = {{2, 2}}};
  CHECK(isPossible(good));
  const auto refuses = [&](auto change) {
    Sample request = good;
    change(request);
    CHECK_FALSE(isPossible(request));
  };
  refuses([](Sample& of) { of.axes = {}; });
  refuses([](Sample& of) { of.axes.resize(kMaxRank - 1, {}); });
  refuses([](Sample& of) { of.axes[0].size = -1; });
  refuses([](Sample& of) { of.axes[0].points = -1; });
  refuses([](Sample& of) { of.batch = -1; });
  refuses([](Sample& of) { of.channels = -1; });
  refuses([](Sample& of) { of.type = DType::float16; });
  refuses([](Sample& of) { of.type = DType::int32; });
  refuses([](Sample& of) { of.pointType = DType::bfloat16; });
  refuses([](Sample& of) { of.interpolation = Interpolation::count; });
  refuses([](Sample& of) { of.padding = Padding::count; });
  // Four elements for each of nine axes.
  refuses([](Sample& of) {
    of.interpolation = Interpolation::cubic;
    of.axes.resize(9, {});
  });
}

// ONNX RoiAlign, sample by sample.
template <class T>
Expected binned(const RegionAlign& request, const T* plane, const double (&corners)[4], Count row,
                Count column) {
  const double half = request.halfPixel ? 0.5 : 0;
  const auto place = [&](int i) { return corners[i] * request.scale - half; };
  double height = place(3) - place(1);
  double width = place(2) - place(0);
  if (!request.halfPixel) {
    height = std::max(height, 1.0);
    width = std::max(width, 1.0);
  }
  const double binHeight = height / static_cast<double>(request.rows);
  const double binWidth = width / static_cast<double>(request.columns);
  const auto samples = [&](double size) {
    return request.samples > 0 ? request.samples
                               : std::max<Count>(0, static_cast<Count>(std::ceil(size)));
  };
  const Count down = samples(binHeight);
  const Count across = samples(binWidth);
  Expected sum;
  std::optional<double> largest;
  const auto take = [&](double value) {
    sum.add(value);
    largest = std::max(largest.value_or(value), value);
  };
  const auto pixel = [&](Count y, Count x) {
    return static_cast<double>(
        plane[std::min(y, request.height - 1) * request.width + std::min(x, request.width - 1)]);
  };
  for (Count i = 0; i < down; ++i)
    for (Count j = 0; j < across; ++j) {
      double y = place(1) + binHeight * (static_cast<double>(row) + (static_cast<double>(i) + 0.5) /
                                                                        static_cast<double>(down));
      double x =
          place(0) + binWidth * (static_cast<double>(column) +
                                 (static_cast<double>(j) + 0.5) / static_cast<double>(across));
      const auto isIn = [](double at, Count size) {
        return size > 0 && at >= -1 && at <= static_cast<double>(size);
      };
      if (!isIn(y, request.height) || !isIn(x, request.width)) {
        take(0);
        continue;
      }
      y = std::clamp(y, 0.0, static_cast<double>(request.height - 1));
      x = std::clamp(x, 0.0, static_cast<double>(request.width - 1));
      const auto top = static_cast<Count>(y);
      const auto left = static_cast<Count>(x);
      const double v = y - static_cast<double>(top);
      const double u = x - static_cast<double>(left);
      take((1 - v) * (1 - u) * pixel(top, left));
      take((1 - v) * u * pixel(top, left + 1));
      take(v * (1 - u) * pixel(top + 1, left));
      take(v * u * pixel(top + 1, left + 1));
    }
  if (request.largest) return {largest.value_or(0), 0};
  const auto count = static_cast<double>(std::max<Count>(1, down * across));
  return {sum.value / count, sum.size / count};
}

template <class T>
std::vector<Expected> binned(const RegionAlign& request, const std::vector<T>& images,
                             const std::vector<float>& regions,
                             const std::vector<std::int64_t>& indices) {
  std::vector<Expected> expected;
  for (Count region = 0; region < request.regions; ++region) {
    double corners[4];
    for (Count i = 0; i < 4; ++i) corners[i] = static_cast<double>(regions[at(region * 4 + i)]);
    for (Count channel = 0; channel < request.channels; ++channel) {
      const Count plane = indices[at(region)] * request.channels + channel;
      for (Count row = 0; row < request.rows; ++row)
        for (Count column = 0; column < request.columns; ++column)
          expected.push_back(binned(request, images.data() + plane * request.height * request.width,
                                    corners, row, column));
    }
  }
  return expected;
}

template <class T>
void check(Random& random, const RegionAlign& request, double reach, Team* team = nullptr) {
  CAPTURE(request.largest, request.halfPixel, request.channels, request.height, request.width,
          request.regions, request.rows, request.columns, request.samples, request.scale);
  const auto images =
      numbers<T>(random, request.batch * request.channels * request.height * request.width, -2, 2);
  // Regions may be outside, and end before they begin.
  const auto regions = numbers<float>(random, request.regions * 4, -reach, 2 * reach);
  std::vector<std::int64_t> indices(at(request.regions));
  for (auto& index : indices) index = random.between(0, static_cast<int>(request.batch) - 1);
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(images);
  layer.input(regions);
  layer.input(indices);
  layer.template output<T>(request.regions * request.channels * request.rows * request.columns);
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  requireClose(layer.template values<T>(), binned(request, images, regions, indices));
}

template <class T>
RegionAlign regionsOf(Random& random) {
  return {.type = kType<T>,
          .largest = random.chance(40),
          .halfPixel = random.chance(50),
          .batch = random.between(1, 3),
          .channels = random.between(0, 9),
          .height = random.between(0, 9),
          .width = random.between(0, 9),
          .regions = random.between(0, 4),
          .rows = random.between(0, 4),
          .columns = random.between(0, 4),
          .samples = random.between(0, 3),
          .scale = random.chance(50) ? 1 : 0.4};
}

TEMPLATE_TEST_CASE("region align: any bins of any regions", "[layers]", float, double) {
  Random random(1411);
  for (int i = 0; i < 600; ++i) check<TestType>(random, regionsOf<TestType>(random), 6);
}

TEST_CASE("region align: more samples than a block has", "[layers]") {
  Random random(1412);
  for (const bool largest : {false, true})
    for (const Count samples : {11, 12, 40})
      check<float>(random,
                   {.type = DType::float32,
                    .largest = largest,
                    .channels = 6,
                    .height = 8,
                    .width = 9,
                    .regions = 3,
                    .rows = 2,
                    .columns = 2,
                    .samples = samples},
                   5);
}

TEST_CASE("region align: NaN is the largest element", "[layers]") {
  std::vector<float> images(16, 1);
  images[0] = std::nanf("");
  LayerRun layer(RegionAlign{.type = DType::float32,
                             .largest = true,
                             .height = 4,
                             .width = 4,
                             .regions = 1,
                             .rows = 2,
                             .columns = 2,
                             .samples = 2});
  layer.input(images);
  layer.input(std::vector<float>{0, 0, 3, 3});
  layer.input(std::vector<std::int64_t>{0});
  layer.output<float>(4);
  REQUIRE(layer.run() == kDone);
  CHECK(std::isnan(layer.values<float>()[0]));
  CHECK_FALSE(std::isnan(layer.values<float>()[3]));
}

TEST_CASE("region align: threads compute the same", "[layers][threads]") {
  Random random(1413);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (int i = 0; i < 40; ++i) check<float>(random, regionsOf<float>(random), 6, &crew.team);
}

// The position that a run returns, with nothing written.
Count rejected(const RegionAlign& request, const std::vector<float>& regions,
               const std::vector<std::int64_t>& indices, Team* team = nullptr) {
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(std::vector<float>(at(request.batch * request.height * request.width), 1));
  layer.input(regions);
  layer.input(indices);
  const Count results = request.regions * request.rows * request.columns;
  layer.output<float>(results);
  const auto before = layer.values<std::uint8_t>();
  const Count end = layer.run(team);
  CHECK(layer.canariesLive());
  CHECK(layer.values<std::uint8_t>() == before);
  return end;
}

TEST_CASE("region align: wrong images, and regions that are too large", "[layers][threads]") {
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  constexpr float kHuge = 1e30F;
  const auto nan = std::nanf("");
  const float infinity = std::numeric_limits<float>::infinity();
  const RegionAlign request{
      .type = DType::float32, .batch = 2, .height = 4, .width = 4, .regions = 2};
  for (Team* team : {static_cast<Team*>(nullptr), &crew.team}) {
    const std::vector<float> good{0, 0, 3, 3, 0, 0, 3, 3};
    CHECK(rejected(request, good, {0, 2}, team) == 1);
    CHECK(rejected(request, good, {-1, 0}, team) == 0);
    CHECK(rejected(request, good, {0, std::numeric_limits<std::int64_t>::min()}, team) == 1);
    for (const float wrong : {kHuge, nan, infinity})
      CHECK(rejected(request, {0, 0, 3, 3, 0, 0, wrong, 3}, {0, 1}, team) == 3);
    RegionAlign dense = request;
    dense.samples = 257;
    CHECK(rejected(dense, good, {0, 1}, team) == 2);
  }
}

TEST_CASE("region align: regions that are not numbers are outside", "[layers]") {
  const RegionAlign request{.type = DType::float32,
                            .height = 4,
                            .width = 4,
                            .regions = 1,
                            .rows = 2,
                            .columns = 2,
                            .samples = 2};
  for (const double wrong : {kNaN, kInfinity, -kInfinity, 1e30})
    for (std::size_t corner = 0; corner < 4; ++corner) {
      std::vector<float> region{0, 0, 3, 3};
      region[corner] = static_cast<float>(wrong);
      LayerRun layer(request);
      layer.input(std::vector<float>(16, 1));
      layer.input(region);
      layer.input(std::vector<std::int64_t>{0});
      layer.output<float>(4);
      REQUIRE(layer.run() == kDone);
      REQUIRE(layer.canariesLive());
      for (const float result : layer.values<float>()) CHECK((result >= 0 && result <= 1));
    }
}

TEST_CASE("region align: types that are rejected", "[layers]") {
  for (const DType type : {DType::float16, DType::int32, DType::uint8}) {
    CHECK_FALSE(isPossible(RegionAlign{.type = type}));
    CHECK_FALSE(isPossible(RegionAlign{.type = DType::float32, .regionType = type}));
  }
  CHECK_FALSE(isPossible(RegionAlign{.type = DType::float32, .samples = -1}));
  CHECK_FALSE(isPossible(RegionAlign{.type = DType::float32, .channels = -1}));
}

// ONNX DeformConv's columns, element by element.
template <class T, class P>
void check(Random& random, const DeformedWindows& request, bool hasFactors, double reach,
           Team* team = nullptr) {
  const auto& down = request.axes[0];
  const auto& across = request.axes[1];
  const Count taps = down.kernel * across.kernel;
  const Count windows = down.output * across.output;
  const Count channels = request.groups * request.channels;
  CAPTURE(request.batch, request.groups, request.channels, down.input, across.input, taps, windows);
  const auto images =
      numbers<T>(random, request.batch * channels * down.input * across.input, -2, 2);
  auto offsets =
      numbers<P>(random, request.batch * request.groups * taps * 2 * windows, -reach, reach);
  constexpr double kFar[] = {kInfinity, -kInfinity, kNaN, 1e30, -1e30, 0, 1, -1};
  for (P& offset : offsets)
    if (random.chance(10)) offset = static_cast<P>(random.pick(kFar));
  const auto factors = numbers<T>(random, request.batch * request.groups * taps * windows, -1, 1);
  std::vector<Expected> expected;
  for (Count n = 0; n < request.batch; ++n)
    for (Count c = 0; c < channels; ++c)
      for (Count tap = 0; tap < taps; ++tap)
        for (Count window = 0; window < windows; ++window) {
          const Count set = (n * request.groups + c / request.channels) * taps + tap;
          const auto moved = [&](const WindowAxis& axis, Count w, Count t, Count part) {
            return static_cast<double>(w * axis.stride - axis.pad + t * axis.dilation) +
                   static_cast<double>(offsets[at((set * 2 + part) * windows + window)]);
          };
          const double y = moved(down, window / across.output, tap / across.kernel, 0);
          const double x = moved(across, window % across.output, tap % across.kernel, 1);
          const T* plane = images.data() + (n * channels + c) * down.input * across.input;
          const double factor =
              hasFactors ? static_cast<double>(factors[at(set * windows + window)]) : 1;
          Expected sum;
          for (Count row = 0; row < down.input; ++row)
            for (Count column = 0; column < across.input; ++column) {
              const double v = 1 - std::abs(y - static_cast<double>(row));
              const double u = 1 - std::abs(x - static_cast<double>(column));
              if (v > 0 && u > 0)
                sum.add(factor * v * u * static_cast<double>(plane[row * across.input + column]));
            }
          expected.push_back(sum);
        }
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(images);
  layer.input(offsets);
  if (hasFactors)
    layer.input(factors);
  else
    layer.absent();
  layer.template output<T>(static_cast<Count>(expected.size()));
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  requireClose(layer.template values<T>(), expected);
}

template <class T, class P>
DeformedWindows deformedOf(Random& random) {
  DeformedWindows request{.type = kType<T>,
                          .offsetType = kType<P>,
                          .batch = random.between(1, 2),
                          .groups = random.between(1, 3),
                          .channels = random.between(0, 6)};
  for (int axis = 0; axis < 2; ++axis)
    request.axes.push({random.between(0, 6), random.between(0, 5), random.between(0, 3),
                       random.between(1, 2), random.between(1, 2), random.between(0, 2)});
  return request;
}

TEMPLATE_TEST_CASE("deformed windows: any windows and offsets", "[layers]", float, double) {
  Random random(1421);
  for (int i = 0; i < 400; ++i) {
    const bool hasFactors = random.chance(50);
    if (random.chance(50))
      check<TestType, float>(random, deformedOf<TestType, float>(random), hasFactors, 3);
    else
      check<TestType, double>(random, deformedOf<TestType, double>(random), hasFactors, 3);
  }
}

TEST_CASE("deformed windows: threads compute the same", "[layers][threads]") {
  Random random(1422);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (int i = 0; i < 40; ++i)
    check<float, float>(random, deformedOf<float, float>(random), random.chance(50), 3, &crew.team);
}

TEST_CASE("deformed windows: axes and types that are rejected", "[layers]") {
  CHECK(isPossible(DeformedWindows{.type = DType::float32, .axes = {{}, {}}}));
  CHECK_FALSE(isPossible(DeformedWindows{.type = DType::float32, .axes = {{}}}));
  CHECK_FALSE(isPossible(DeformedWindows{.type = DType::float32, .axes = {{}, {}, {}}}));
  CHECK_FALSE(isPossible(DeformedWindows{.type = DType::float16, .axes = {{}, {}}}));
  CHECK_FALSE(isPossible(
      DeformedWindows{.type = DType::float32, .offsetType = DType::int32, .axes = {{}, {}}}));
  CHECK_FALSE(isPossible(DeformedWindows{.type = DType::float32, .axes = {{}, {.output = -1}}}));
}

}  // namespace
}  // namespace simdcast::test::layers_sampling_test
