// CumulativeSum, Scatter and TopK against plain loops.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/floats.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_indices_test {
namespace {

using layers::CumulativeSum;
using layers::Reduction;
using layers::Scatter;
using layers::TopK;

using layers::kDone;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

TEMPLATE_TEST_CASE("cumulative sum: along the middle, both ways", "[layers]", float, double,
                   std::int8_t, std::int64_t, std::uint64_t) {
  Random random(81);
  for (int i = 0; i < 300; ++i) {
    const CumulativeSum request{.type = kType<TestType>,
                                .outer = random.between(0, 3),
                                .size = random.between(0, 9),
                                .inner = random.between(0, 9),
                                .exclusive = random.chance(50),
                                .reverse = random.chance(50)};
    const auto values =
        wholeNumbers<TestType>(random, request.outer * request.size * request.inner);
    std::vector<TestType> expected = values;
    for (Count outer = 0; outer < request.outer; ++outer)
      for (Count inner = 0; inner < request.inner; ++inner)
        for (Count to = 0; to < request.size; ++to) {
          TestType sum = 0;
          for (Count from = 0; from < request.size; ++from) {
            const bool before = request.reverse ? from > to : from < to;
            if (before || (from == to && !request.exclusive))
              sum = static_cast<TestType>(
                  sum + values[at((outer * request.size + from) * request.inner + inner)]);
          }
          expected[at((outer * request.size + to) * request.inner + inner)] = sum;
        }
    LayerRun layer(request);
    REQUIRE(layer.possible());
    layer.input(values);
    layer.template output<TestType>(static_cast<Count>(values.size()));
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.template values<TestType>() == expected);
  }
}

TEST_CASE("cumulative sum: small floats are rounded after every addition", "[layers]") {
  // 2048 + 1 is not a float16, and rounds to 2048 each time.
  const std::vector<double> values{2048, 1, 1, 1};
  LayerRun layer(CumulativeSum{.type = DType::float16, .size = 4});
  REQUIRE(layer.possible());
  layer.input(encoded(DType::float16, values));
  layer.outputBytes(8);
  REQUIRE(layer.run() == kDone);
  REQUIRE(decoded(DType::float16, layer.values<std::byte>()) ==
          std::vector<double>{2048, 2048, 2048, 2048});
}

template <class T>
T folded(Reduction reduction, T a, T b) {
  if (reduction == Reduction::sum) return static_cast<T>(a + b);
  if (reduction == Reduction::product) return static_cast<T>(a * b);
  return reduction == Reduction::max ? std::max(a, b) : std::min(a, b);
}

TEMPLATE_TEST_CASE("scatter: rows replaced and folded, in order", "[layers]", float, double,
                   std::int8_t, std::int64_t, std::uint64_t) {
  Random random(82);
  constexpr Reduction kReductions[] = {Reduction::sum, Reduction::product, Reduction::max,
                                       Reduction::min};
  for (int i = 0; i < 400; ++i) {
    const Scatter request{.type = kType<TestType>,
                          .folds = random.chance(60),
                          .reduction = random.pick(kReductions),
                          .rows = random.between(1, 6),
                          .inner = random.between(0, 9),
                          .indices = random.between(0, 7)};
    const auto data = wholeNumbers<TestType>(random, request.rows * request.inner);
    const auto updates = wholeNumbers<TestType>(random, request.indices * request.inner);
    std::vector<std::int64_t> indices(at(request.indices));
    for (auto& index : indices) index = random.between(0, static_cast<int>(request.rows) - 1);
    std::vector<TestType> expected = data;
    for (Count row = 0; row < request.indices; ++row)
      for (Count column = 0; column < request.inner; ++column) {
        TestType& to = expected[at(indices[at(row)] * request.inner + column)];
        const TestType update = updates[at(row * request.inner + column)];
        to = request.folds ? folded(request.reduction, to, update) : update;
      }
    const bool isWrong = request.indices > 0 && random.chance(10);
    const Count wrong = isWrong ? random.between(0, static_cast<int>(request.indices) - 1) : kDone;
    if (isWrong) indices[at(wrong)] = random.chance(50) ? -1 : request.rows;
    LayerRun layer(request);
    REQUIRE(layer.possible());
    layer.input(data);
    layer.input(indices);
    layer.input(updates);
    layer.template output<TestType>(static_cast<Count>(data.size()));
    REQUIRE(layer.run() == wrong);
    REQUIRE(layer.canariesLive());
    if (!isWrong) REQUIRE(layer.template values<TestType>() == expected);
  }
}

TEST_CASE("scatter: neither means nor types without arithmetic are folded", "[layers]") {
  using layers::isPossible;
  CHECK_FALSE(
      isPossible(Scatter{.type = DType::float32, .folds = true, .reduction = Reduction::mean}));
  CHECK_FALSE(isPossible(Scatter{.type = DType::complex64, .folds = true}));
  CHECK(isPossible(Scatter{.type = DType::complex64}));
}

TEMPLATE_TEST_CASE("top k: the best first, of equals the first", "[layers]", float, double,
                   std::int8_t, std::int64_t, std::uint64_t) {
  Random random(83);
  for (int i = 0; i < 400; ++i) {
    TopK request{.type = kType<TestType>,
                 .outer = random.between(0, 3),
                 .size = random.between(0, 12),
                 .inner = random.between(0, 3),
                 .smallest = random.chance(50)};
    request.count = random.between(0, static_cast<int>(request.size));
    auto values = wholeNumbers<TestType>(random, request.outer * request.size * request.inner);
    for (TestType& value : values) {
      if constexpr (std::is_floating_point_v<TestType>) {
        if (random.chance(10)) value = std::numeric_limits<TestType>::quiet_NaN();
        // Equal to 0: the first one is taken.
        if (value == 0 && random.chance(50)) value = -value;
      }
      if (random.chance(5)) value = std::numeric_limits<TestType>::max();
      if (random.chance(5)) value = std::numeric_limits<TestType>::lowest();
    }
    std::vector<std::int64_t> expected(at(request.outer * request.count * request.inner));
    for (Count outer = 0; outer < request.outer; ++outer)
      for (Count inner = 0; inner < request.inner; ++inner) {
        const auto valueOf = [&](Count place) {
          return values[at((outer * request.size + place) * request.inner + inner)];
        };
        const auto isAbove = [&](Count a, Count b) {
          if (std::isnan(static_cast<double>(valueOf(a))))
            return !std::isnan(static_cast<double>(valueOf(b)));
          return valueOf(a) > valueOf(b);
        };
        std::vector<Count> places(at(request.size));
        std::iota(places.begin(), places.end(), 0);
        std::stable_sort(places.begin(), places.end(), [&](Count a, Count b) {
          return request.smallest ? isAbove(b, a) : isAbove(a, b);
        });
        for (Count k = 0; k < request.count; ++k)
          expected[at((outer * request.count + k) * request.inner + inner)] = places[at(k)];
      }
    LayerRun layer(request);
    REQUIRE(layer.possible());
    layer.input(values);
    layer.template output<TestType>(static_cast<Count>(expected.size()));
    layer.template output<std::int64_t>(static_cast<Count>(expected.size()));
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.template values<std::int64_t>(1) == expected);
    const auto made = layer.template values<TestType>();
    for (std::size_t place = 0; place < expected.size(); ++place) {
      const Count inner = static_cast<Count>(place) % request.inner;
      const Count outer = static_cast<Count>(place) / request.inner / request.count;
      const TestType value =
          values[at((outer * request.size + expected[place]) * request.inner + inner)];
      REQUIRE((made[place] == value || made[place] != made[place]));
    }
  }
}

}  // namespace
}  // namespace simdcast::test::layers_indices_test
