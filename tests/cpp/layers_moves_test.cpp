// Strided copies, Gather and Range against plain loops.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_moves_test {
namespace {

using layers::isPossible;

using layers::kDone;

struct Pair {
  std::uint64_t low;
  std::uint64_t high;
  friend bool operator==(const Pair&, const Pair&) = default;
};

// A type of each width.
template <class T>
constexpr DType kType = sizeof(T) == 1   ? DType::boolean
                        : sizeof(T) == 2 ? DType::float16
                        : sizeof(T) == 4 ? DType::uint32
                        : sizeof(T) == 8 ? DType::complex64
                                         : DType::complex128;

// Counting up: an element reveals its origin, within its width.
template <class T>
std::vector<T> counting(Count count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (Count i = 0; i < count; ++i) {
    if constexpr (sizeof(T) == 16)
      values[static_cast<std::size_t>(i)] = {static_cast<std::uint64_t>(i), ~std::uint64_t{0}};
    else
      values[static_cast<std::size_t>(i)] = static_cast<T>(i + 1);
  }
  return values;
}

struct Side {
  Count size = 1;
  Count offset = 0;
  SmallVector<Count, kUsualRank> strides;
};

// Strides for a box in a tensor with longer axes, in either direction and any order.
Side sideOf(Random& random, const Shape& box, bool repeats) {
  Side side;
  SmallVector<int, kUsualRank> order;
  for (int axis = 0; axis < box.size(); ++axis) {
    side.strides.push(0);
    order.insert(random.between(0, order.size()), axis);
  }
  for (int axis : order) {
    const Count step = random.between(1, 2);
    const Count room = box[axis] * step + random.between(0, 2);
    const bool isBackward = random.chance(30);
    const Count first = random.between(0, static_cast<int>(room - (box[axis] - 1) * step - 1));
    if (repeats && random.chance(15)) {
      side.offset += first * side.size;  // one element over and over
    } else {
      side.offset += (isBackward ? first + (box[axis] - 1) * step : first) * side.size;
      side.strides[axis] = (isBackward ? -step : step) * side.size;
    }
    side.size *= room;
  }
  return side;
}

Count placeOf(const Side& side, const Shape& box, Count element) {
  Count place = side.offset;
  for (int axis = box.size() - 1; axis >= 0; --axis) {
    place += element % box[axis] * side.strides[axis];
    element /= box[axis];
  }
  return place;
}

layers::Copy copyOf(DType type, const Shape& box, const Side& from, const Side& to) {
  layers::Copy request{.type = type,
                       .inputElements = from.size,
                       .outputElements = to.size,
                       .inputOffset = from.offset,
                       .outputOffset = to.offset};
  for (int axis = 0; axis < box.size(); ++axis)
    request.axes.push({box[axis], from.strides[axis], to.strides[axis]});
  return request;
}

TEMPLATE_TEST_CASE("copy: random boxes, in any order and direction", "[layers]", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, Pair) {
  Random random(320);
  for (int i = 0; i < 400; ++i) {
    const Shape box = randomShape(random, {.highestRank = 5, .highestSize = i % 20 == 0 ? 9 : 4});
    const Side from = sideOf(random, box, true);
    const Side to = sideOf(random, box, false);
    LayerRun layer(copyOf(kType<TestType>, box, from, to));
    REQUIRE(layer.possible());
    const std::vector<TestType> values = counting<TestType>(from.size);
    layer.input(values);
    layer.output<TestType>(to.size);
    // Elements around the box are unchanged.
    std::vector<TestType> expected = layer.values<TestType>();
    for (Count at = 0; at < *elementCount(box); ++at)
      expected[static_cast<std::size_t>(placeOf(to, box, at))] =
          values[static_cast<std::size_t>(placeOf(from, box, at))];
    REQUIRE(layer.run() == kDone);
    REQUIRE((layer.values<TestType>() == expected));
    REQUIRE(layer.canariesLive());
  }
}

TEMPLATE_TEST_CASE("copy: a plane turned over, larger than a tile", "[layers]", std::uint16_t,
                   std::uint32_t, std::uint64_t, Pair) {
  const Shape box{67, 130};
  LayerRun layer(copyOf(kType<TestType>, box, {67 * 130, 0, {1, 67}}, {67 * 130, 0, {130, 1}}));
  REQUIRE(layer.possible());
  const std::vector<TestType> values = counting<TestType>(67 * 130);
  layer.input(values);
  layer.output<TestType>(67 * 130);
  REQUIRE(layer.run() == kDone);
  const std::vector<TestType> to = layer.values<TestType>();
  bool right = true;
  for (std::size_t row = 0; row < 67; ++row)
    for (std::size_t column = 0; column < 130; ++column)
      right = right && to[row * 130 + column] == values[column * 67 + row];
  REQUIRE(right);
  REQUIRE(layer.canariesLive());
}

TEMPLATE_TEST_CASE("copy: repeated along every axis, as Tile needs it", "[layers]", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, Pair) {
  // (2,3) as (2,4,3,5): four rows and five columns for each.
  const Shape box{2, 4, 3, 5};
  LayerRun outside(
      copyOf(kType<TestType>, {4, 2, 5, 3}, {6, 0, {0, 3, 0, 1}}, {120, 0, {30, 15, 3, 1}}));
  LayerRun inside(copyOf(kType<TestType>, box, {6, 0, {3, 0, 1, 0}}, {120, 0, {60, 15, 5, 1}}));
  const std::vector<TestType> values = counting<TestType>(6);
  for (LayerRun* layer : {&outside, &inside}) {
    REQUIRE(layer->possible());
    layer->input(values);
    layer->output<TestType>(120);
    REQUIRE(layer->run() == kDone);
    REQUIRE(layer->canariesLive());
  }
  std::vector<TestType> tiled;
  std::vector<TestType> repeated;
  for (std::size_t at = 0; at < 120; ++at) {
    tiled.push_back(values[at / 15 % 2 * 3 + at % 3]);
    repeated.push_back(values[at / 60 * 3 + at / 5 % 3]);
  }
  REQUIRE((outside.values<TestType>() == tiled));
  REQUIRE((inside.values<TestType>() == repeated));
}

TEST_CASE("copy: boxes that leave a tensor are rejected", "[layers]") {
  const Side four{4, 0, {1}};
  const auto isPossibleFrom = [&](const Side& from) {
    return isPossible(copyOf(DType::float32, {4}, from, four)) &&
           isPossible(copyOf(DType::float32, {4}, four, from));
  };
  CHECK(isPossibleFrom(four));
  CHECK(isPossibleFrom({4, 3, {-1}}));
  CHECK_FALSE(isPossibleFrom({4, 1, {1}}));
  CHECK_FALSE(isPossibleFrom({4, -1, {1}}));
  CHECK_FALSE(isPossibleFrom({4, 0, {2}}));
  CHECK_FALSE(isPossibleFrom({4, 2, {-1}}));
  CHECK_FALSE(isPossibleFrom({3, 0, {1}}));
  constexpr Count kFar = std::numeric_limits<Count>::max();
  CHECK_FALSE(isPossibleFrom({4, 0, {kFar}}));
  CHECK_FALSE(isPossibleFrom({4, 0, {kFar / 2}}));
  CHECK_FALSE(isPossibleFrom({4, kFar, {1}}));
  CHECK_FALSE(isPossibleFrom({4, 3, {-kFar}}));
  CHECK_FALSE(isPossibleFrom({4, 3, {-kFar - 1}}));
  // An empty box moves nothing, wherever it is.
  CHECK(isPossible(copyOf(DType::float32, {0}, {4, 0, {1}}, four)));
  CHECK_FALSE(isPossible(copyOf(DType::string, {4}, four, four)));
}

template <class T, class I>
LayerRun gathering(Count outer, Count size, Count inner, const std::vector<I>& indices) {
  LayerRun layer(layers::Gather{.type = kType<T>,
                                .indexType = sizeof(I) == 4 ? DType::int32 : DType::int64,
                                .outer = outer,
                                .size = size,
                                .inner = inner,
                                .indices = static_cast<Count>(indices.size())});
  layer.input(counting<T>(outer * size * inner));
  layer.input(indices);
  layer.template output<T>(outer * static_cast<Count>(indices.size()) * inner);
  return layer;
}

template <class T, class I>
void checkGather(Random& random) {
  const Count outer = random.between(0, 3);
  const Count size = random.between(1, 5);
  const Count inner = random.between(0, 4);
  std::vector<I> indices(static_cast<std::size_t>(random.between(0, 6)));
  const int last = static_cast<int>(size) - 1;
  for (I& index : indices) index = static_cast<I>(random.between(-last - 1, last));
  LayerRun layer = gathering<T, I>(outer, size, inner, indices);
  REQUIRE(layer.possible());
  REQUIRE(layer.run() == kDone);
  const std::vector<T> from = counting<T>(outer * size * inner);
  std::vector<T> expected;
  for (Count i = 0; i < outer; ++i)
    for (I index : indices)
      for (Count j = 0; j < inner; ++j) {
        const Count at = index < 0 ? index + size : index;
        expected.push_back(from[static_cast<std::size_t>((i * size + at) * inner + j)]);
      }
  REQUIRE((layer.template values<T>() == expected));
  REQUIRE(layer.canariesLive());
}

TEMPLATE_TEST_CASE("gather: random indices, from either end", "[layers]", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, Pair) {
  Random random(321);
  for (int i = 0; i < 200; ++i) {
    checkGather<TestType, std::int32_t>(random);
    checkGather<TestType, std::int64_t>(random);
  }
}

TEST_CASE("gather: an index out of range writes nothing, and is named", "[layers]") {
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t wrong : {std::int64_t{3}, std::int64_t{-4}, kFar, -kFar - 1}) {
    LayerRun layer = gathering<std::uint32_t, std::int64_t>(2, 3, 2, {0, -3, wrong, 1});
    REQUIRE(layer.possible());
    const std::vector<std::uint32_t> before = layer.values<std::uint32_t>();
    REQUIRE(layer.run() == 2);
    REQUIRE(layer.values<std::uint32_t>() == before);
    REQUIRE(layer.canariesLive());
  }
  LayerRun empty = gathering<std::uint32_t, std::int64_t>(2, 0, 2, {0});
  REQUIRE(empty.possible());
  REQUIRE(empty.run() == 0);
  CHECK_FALSE(isPossible(layers::Gather{
      .type = DType::float32, .indexType = DType::float32, .size = 3, .indices = 1}));
}

template <class T>
std::vector<T> rangeOf(DType type, T start, T delta, Count count) {
  LayerRun layer(layers::Range{.type = type, .elements = count});
  REQUIRE(layer.possible());
  layer.input(std::vector<T>{start});
  layer.input(std::vector<T>{delta});
  layer.template output<T>(count);
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  return layer.template values<T>();
}

TEST_CASE("range: start + i * delta in its own type", "[layers]") {
  using Shorts = std::vector<std::int16_t>;
  using Longs = std::vector<std::int64_t>;
  CHECK(rangeOf<float>(DType::float32, 1, 0.25F, 4) == std::vector<float>{1, 1.25F, 1.5F, 1.75F});
  CHECK(rangeOf<double>(DType::float64, 3, -1.5, 3) == std::vector<double>{3, 1.5, 0});
  CHECK(rangeOf<std::int32_t>(DType::int32, 10, -3, 3) == std::vector<std::int32_t>{10, 7, 4});
  CHECK(rangeOf<std::int16_t>(DType::int16, 32766, 1, 3) == Shorts{32766, 32767, -32768});
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  CHECK(rangeOf<std::int64_t>(DType::int64, kLowest, 1, 2) == Longs{kLowest, kLowest + 1});
  CHECK(rangeOf<std::int64_t>(DType::int64, 5, 1, 0).empty());
  CHECK_FALSE(isPossible(layers::Range{.type = DType::uint8, .elements = 3}));
  CHECK_FALSE(isPossible(layers::Range{.type = DType::float32, .elements = -1}));
}

}  // namespace
}  // namespace simdcast::test::layers_moves_test
