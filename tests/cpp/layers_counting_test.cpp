// NonZero, Unique and NonMaxSuppression against plain loops.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "support/floats.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_counting_test {
namespace {

using layers::isPossible;
using layers::kDone;
using layers::NonMaxSuppression;
using layers::NonZero;
using layers::Unique;
using Integers = std::vector<std::int64_t>;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

TEST_CASE("non-zero: indices of each axis, and their number", "[layers]") {
  Random random(111);
  for (int i = 0; i < 1500; ++i) {
    const Shape sizes = randomShape(
        random, {.lowestRank = 1, .highestRank = 4, .lowestSize = 0, .highestSize = i % 9 * 5});
    const Count elements = *elementCount(sizes);
    constexpr int kDensities[] = {0, 2, 50, 95, 100};
    const int density = random.pick(kDensities);
    std::vector<std::uint8_t> mask(at(elements));
    Count found = 0;
    for (auto& byte : mask)
      if (random.chance(density)) {
        byte = static_cast<std::uint8_t>(random.between(1, 255));
        ++found;
      }
    // The actual number, or fewer or more.
    const Count count = random.chance(60) ? found : random.between(0, static_cast<int>(found) + 3);
    Integers expected(at(sizes.size() * count), -1);
    Count next = 0;
    for (Count position = 0; position < elements && next < count; ++position) {
      if (mask[at(position)] == 0) continue;
      Count rest = position;
      for (int axis = sizes.size() - 1; axis >= 0; --axis) {
        expected[at(axis * count + next)] = rest % sizes[axis];
        rest /= sizes[axis];
      }
      ++next;
    }
    LayerRun layer(NonZero{.type = DType::boolean, .sizes = sizes, .count = count});
    REQUIRE(layer.possible());
    layer.input(mask);
    layer.output<std::int64_t>(static_cast<Count>(expected.size()));
    layer.output<std::int64_t>(1);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.values<std::int64_t>() == expected);
    REQUIRE(layer.values<std::int64_t>(1) == Integers{found});
  }
}

TEST_CASE("non-zero: more than a byte counts in one lane", "[layers]") {
  for (const Count n : {4080, 4096, 70001}) {
    LayerRun layer(NonZero{.type = DType::boolean, .sizes = {static_cast<Size>(n)}});
    layer.input(std::vector<std::uint8_t>(at(n), 1));
    layer.output<std::int64_t>(0);
    layer.output<std::int64_t>(1);
    REQUIRE(layer.run() == kDone);
    CHECK(layer.values<std::int64_t>(1) == Integers{n});
  }
}

TEST_CASE("non-zero: requests that do not fit", "[layers]") {
  CHECK_FALSE(isPossible(NonZero{.type = DType::uint8, .sizes = {1}}));
  CHECK_FALSE(isPossible(NonZero{.type = DType::boolean}));
  CHECK_FALSE(isPossible(NonZero{.type = DType::boolean, .sizes = {1}, .count = -1}));
  CHECK_FALSE(isPossible(NonZero{.type = DType::boolean, .sizes = {-1}}));
  CHECK_FALSE(isPossible(NonZero{.type = DType::boolean, .sizes = {INT32_MAX, INT32_MAX}}));
}

// Ascending, and NaN last; 0 if equal.
template <class T>
int compare(T a, T b) {
  const bool isNaN = a != a;
  const bool areNaN = b != b;
  if (isNaN || areNaN) return static_cast<int>(isNaN) - static_cast<int>(areNaN);
  return a == b ? 0 : a < b ? -1 : 1;
}

template <class T>
void checkUnique(const Unique& of, const std::vector<T>& values, LayerRun& layer) {
  const auto element = [&](Count slice, Count i) {
    return values[at((i / of.inner * of.size + slice) * of.inner + i % of.inner)];
  };
  const auto order = [&](Count a, Count b) {
    for (Count i = 0; i < of.outer * of.inner; ++i)
      if (const int each = compare(element(a, i), element(b, i)); each != 0) return each;
    return 0;
  };
  // The first slices of the groups.
  std::vector<Count> firsts;
  for (Count slice = 0; slice < of.size; ++slice)
    if (std::none_of(firsts.begin(), firsts.end(), [&](Count a) { return order(a, slice) == 0; }))
      firsts.push_back(slice);
  if (of.sorted)
    std::sort(firsts.begin(), firsts.end(), [&](Count a, Count b) { return order(a, b) < 0; });
  Integers groups(at(of.size));
  Integers firstSlices(at(of.size), -1);
  Integers counts(at(of.size), 0);
  for (Count slice = 0; slice < of.size; ++slice)
    for (std::size_t group = 0; group < firsts.size(); ++group)
      if (order(slice, firsts[group]) == 0) {
        groups[at(slice)] = static_cast<std::int64_t>(group);
        firstSlices[group] = firsts[group];
        ++counts[group];
      }
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.values<std::int64_t>(0) == groups);
  REQUIRE(layer.values<std::int64_t>(1) == firstSlices);
  REQUIRE(layer.values<std::int64_t>(2) == counts);
}

Unique uniqueOf(Random& random, DType type) {
  return {.type = type,
          .outer = random.between(0, 3),
          .size = random.between(0, 20),
          .inner = random.between(0, 3),
          .sorted = random.chance(50)};
}

TEMPLATE_TEST_CASE("unique: slices in both orders", "[layers]", float, double, std::int8_t,
                   std::int16_t, std::int64_t, std::uint8_t, std::uint64_t) {
  Random random(112);
  for (int i = 0; i < 500; ++i) {
    const Unique of = uniqueOf(random, kType<TestType>);
    const int highest = random.chance(50) ? 1 : 3;
    std::vector<TestType> values(at(of.outer * of.size * of.inner));
    for (TestType& value : values) {
      value = static_cast<TestType>(random.between(std::is_signed_v<TestType> ? -1 : 0, highest));
      if constexpr (std::is_floating_point_v<TestType>) {
        if (random.chance(10)) value = std::numeric_limits<TestType>::quiet_NaN();
        if (random.chance(10)) value = -std::numeric_limits<TestType>::infinity();
        if (value == 0 && random.chance(50)) value = -value;
      }
      if (random.chance(10)) value = std::numeric_limits<TestType>::max();
      if (random.chance(10)) value = std::numeric_limits<TestType>::lowest();
    }
    LayerRun layer(of);
    REQUIRE(layer.possible());
    layer.input(values);
    for (int output = 0; output < 3; ++output) layer.template output<std::int64_t>(of.size);
    checkUnique(of, values, layer);
  }
}

TEST_CASE("unique: 16-bit floats compare as the numbers that they are", "[layers]") {
  Random random(113);
  for (const DType type : {DType::float16, DType::bfloat16})
    for (int i = 0; i < 200; ++i) {
      const Unique of = uniqueOf(random, type);
      std::vector<double> values(at(of.outer * of.size * of.inner));
      for (double& value : values) value = random.between(-2, 2) * 0.5;
      LayerRun layer(of);
      REQUIRE(layer.possible());
      layer.input(encoded(type, values));
      for (int output = 0; output < 3; ++output) layer.output<std::int64_t>(of.size);
      checkUnique(of, values, layer);
    }
}

TEST_CASE("unique: requests that do not fit", "[layers]") {
  CHECK_FALSE(isPossible(Unique{.type = DType::complex64}));
  CHECK_FALSE(isPossible(Unique{.type = DType::float32, .size = -1}));
  CHECK_FALSE(isPossible(Unique{.type = DType::float32, .size = Count{1} << 32}));
  CHECK_FALSE(isPossible(
      Unique{.type = DType::float32, .outer = INT32_MAX, .size = INT32_MAX, .inner = 8}));
}

struct Corners {
  double top, left, bottom, right;
};

Corners cornersOf(const float* box, bool centred) {
  const double a = box[0];
  const double b = box[1];
  const double c = box[2];
  const double d = box[3];
  if (centred) return {b - d / 2, a - c / 2, b + d / 2, a + c / 2};
  return {std::min(a, c), std::min(b, d), std::max(a, c), std::max(b, d)};
}

double overlapOf(const Corners& a, const Corners& b) {
  const auto areaOf = [](const Corners& of) { return (of.bottom - of.top) * (of.right - of.left); };
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  if (height <= 0 || width <= 0) return 0;
  return height * width / (areaOf(a) + areaOf(b) - height * width);
}

TEST_CASE("non-maximum suppression: the best boxes that are apart", "[layers]") {
  Random random(114);
  for (int i = 0; i < 800; ++i) {
    NonMaxSuppression of{.type = DType::float32,
                         .images = random.between(0, 3),
                         .classes = random.between(0, 3),
                         .boxes = random.between(0, 12),
                         .centred = random.chance(50),
                         .overlap = random.between(0, 4) / 4.0};
    of.limit = random.between(0, static_cast<int>(of.boxes));
    if (random.chance(50)) of.score = random.between(0, 4);
    std::vector<float> boxes(at(of.images * of.boxes * 4));
    for (float& number : boxes) number = static_cast<float>(random.between(1, 9));
    std::vector<float> scores(at(of.images * of.classes * of.boxes));
    for (float& score : scores) {
      score = static_cast<float>(random.between(-1, 5));
      if (random.chance(5)) score = std::numeric_limits<float>::quiet_NaN();
      if (random.chance(5)) score = -std::numeric_limits<float>::infinity();
    }
    Integers expected;
    for (Count image = 0; image < of.images; ++image)
      for (Count type = 0; type < of.classes; ++type) {
        const float* ofClass = scores.data() + (image * of.classes + type) * of.boxes;
        const auto corners = [&](Count box) {
          return cornersOf(boxes.data() + (image * of.boxes + box) * 4, of.centred);
        };
        std::vector<Count> order;
        for (Count box = 0; box < of.boxes; ++box)
          if (ofClass[box] > of.score) order.push_back(box);
        std::stable_sort(order.begin(), order.end(),
                         [&](Count a, Count b) { return ofClass[a] > ofClass[b]; });
        std::vector<Count> chosen;
        for (const Count box : order) {
          const bool isApart = std::all_of(chosen.begin(), chosen.end(), [&](Count other) {
            return overlapOf(corners(other), corners(box)) <= of.overlap;
          });
          if (!isApart || static_cast<Count>(chosen.size()) == of.limit) continue;
          chosen.push_back(box);
          expected.insert(expected.end(), {image, type, box});
        }
      }
    const auto found = static_cast<std::int64_t>(expected.size() / 3);
    expected.resize(at(of.images * of.classes * of.limit * 3), -1);
    LayerRun layer(of);
    REQUIRE(layer.possible());
    layer.input(boxes);
    layer.input(scores);
    layer.output<std::int64_t>(static_cast<Count>(expected.size()));
    layer.output<std::int64_t>(1);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.values<std::int64_t>() == expected);
    REQUIRE(layer.values<std::int64_t>(1) == Integers{found});
  }
}

// A box with NaN along one axis overlaps what it overlaps along the other.
TEST_CASE("non-maximum suppression: corners that are NaN", "[layers]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  for (int corner = 0; corner < 4; ++corner)
    for (const bool centred : {false, true}) {
      std::vector<float> boxes{0, 0, 10, 10, 1, 1, 9, 9, 20, 20, 30, 30};
      boxes[at(Count{4} + corner)] = kNaN;
      LayerRun layer(NonMaxSuppression{
          .type = DType::float32, .boxes = 3, .limit = 3, .centred = centred, .overlap = 1});
      layer.input(boxes);
      layer.input(std::vector<float>{3, 2, 1});
      layer.output<std::int64_t>(9);
      layer.output<std::int64_t>(1);
      REQUIRE(layer.run() == kDone);
      CHECK(layer.values<std::int64_t>() == Integers{0, 0, 0, 0, 0, 2, -1, -1, -1});
    }
}

TEST_CASE("non-maximum suppression: requests that do not fit", "[layers]") {
  CHECK_FALSE(isPossible(NonMaxSuppression{.type = DType::float64}));
  CHECK_FALSE(isPossible(NonMaxSuppression{.type = DType::float32, .boxes = 1, .limit = 2}));
  CHECK_FALSE(isPossible(NonMaxSuppression{.type = DType::float32, .boxes = -1}));
  CHECK_FALSE(isPossible(NonMaxSuppression{
      .type = DType::float32, .images = INT32_MAX, .classes = INT32_MAX, .boxes = 2}));
}

}  // namespace
}  // namespace simdcast::test::layers_counting_test
