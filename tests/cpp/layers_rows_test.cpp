// UpdateRows and ReverseSequence against plain loops over elements.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "simd/shared_memory.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_rows_test {
namespace {

using layers::isPossible;
using layers::kDone;
using layers::ReverseSequence;
using layers::UpdateRows;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

// No two elements are equal, unless there are more than the type distinguishes.
template <class T>
std::vector<T> distinct(Count count, int first) {
  std::vector<T> values(at(count));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(static_cast<int>(i) + first);
  return values;
}

UpdateRows updateOf(Random& random, DType type) {
  UpdateRows of{.type = type,
                .startType = random.chance(50) ? DType::int32 : DType::int64,
                .outer = random.between(0, 3),
                .middle = random.between(0, 3),
                .size = random.between(0, 7),
                .inner = random.between(0, 5),
                .circular = random.chance(40),
                .clears = random.chance(40)};
  of.kept = random.chance(50) ? of.size : random.between(0, static_cast<int>(of.size));
  of.count = random.between(0, static_cast<int>(of.size));
  return of;
}

// A start that the layer accepts.
Count startFor(Random& random, const UpdateRows& of, bool hasData) {
  const Count highest = of.clears ? (hasData ? of.kept : 0) : std::max<Count>(0, of.size - 1);
  const Count most = of.circular ? highest : std::min(highest, of.size - of.count);
  return random.between(0, static_cast<int>(most));
}

template <class T>
std::vector<T> updated(const UpdateRows& of, const std::vector<T>& updates,
                       const std::vector<T>* data, const std::vector<Count>& starts) {
  std::vector<T> result(at(of.outer * of.middle * of.size * of.inner));
  for (Count outer = 0; outer < of.outer; ++outer)
    for (Count middle = 0; middle < of.middle; ++middle)
      for (Count row = 0; row < of.size; ++row)
        for (Count inner = 0; inner < of.inner; ++inner) {
          const Count position = outer * of.middle + middle;
          const Count start = starts[at(outer)];
          Count update = row - start;
          if (of.circular && update < 0) update += of.size;
          T& to = result[at((position * of.size + row) * of.inner + inner)];
          if (update >= 0 && update < of.count)
            to = updates[at((position * of.count + update) * of.inner + inner)];
          else if (data != nullptr && row < of.kept && (!of.clears || row < start))
            to = (*data)[at((position * of.kept + row) * of.inner + inner)];
        }
  return result;
}

template <class T>
void checkUpdate(Random& random, Team* team) {
  const UpdateRows of = updateOf(random, kType<T>);
  const bool hasData = random.chance(80);
  const bool hasStarts = random.chance(80);
  const auto updates = distinct<T>(of.outer * of.middle * of.count * of.inner, 100);
  const auto data = distinct<T>(of.outer * of.middle * of.kept * of.inner, 1);
  std::vector<Count> starts(at(of.outer), 0);
  for (Count& start : starts)
    if (hasStarts) start = startFor(random, of, hasData);
  const auto expected = updated(of, updates, hasData ? &data : nullptr, starts);
  const bool isWrong = hasStarts && of.outer > 0 && random.chance(20);
  const Count wrong = isWrong ? random.between(0, static_cast<int>(of.outer) - 1) : kDone;
  if (isWrong) {
    const Count past = of.clears && hasData ? of.kept + 1 : of.size + 1;
    starts[at(wrong)] = random.chance(50) ? -1 : past;
  }
  LayerRun layer(of);
  REQUIRE(layer.possible());
  layer.input(updates);
  hasData ? layer.input(data) : layer.absent();
  hasStarts ? layer.indices(of.startType, starts) : layer.absent();
  layer.output<T>(static_cast<Count>(expected.size()));
  const auto before = layer.values<T>();
  REQUIRE(layer.run(team) == wrong);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.values<T>() == (isWrong ? before : expected));
}

TEMPLATE_TEST_CASE("update rows: in order, circular and cleared", "[layers]", float, double,
                   std::int8_t, std::int16_t) {
  Random random(95);
  for (int i = 0; i < 1000; ++i) checkUpdate<TestType>(random, nullptr);
}

TEST_CASE("update rows: threads give the same result", "[layers]") {
  Random random(96);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 500; ++i) checkUpdate<float>(random, &crew.team);
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("update rows: starts at the ends of 64 bits, and sizes that do not fit", "[layers]") {
  const UpdateRows of{.type = DType::float32, .kept = 2, .count = 1, .size = 2};
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t start : {Limits::min(), Limits::max(), std::int64_t{-1}})
    for (const bool circular : {false, true}) {
      UpdateRows request = of;
      request.circular = circular;
      LayerRun layer(request);
      REQUIRE(layer.possible());
      layer.input(std::vector<float>{1});
      layer.input(std::vector<float>{2, 3});
      layer.input(std::vector<std::int64_t>{start});
      layer.output<float>(2);
      CHECK(layer.run() == 0);
      CHECK(layer.canariesLive());
    }
  const auto changed = [&](Count UpdateRows::*field, Count value) {
    UpdateRows request = of;
    request.*field = value;
    return isPossible(request);
  };
  CHECK_FALSE(changed(&UpdateRows::kept, 3));
  CHECK_FALSE(changed(&UpdateRows::count, 3));
  CHECK_FALSE(changed(&UpdateRows::count, -1));
  CHECK_FALSE(changed(&UpdateRows::outer, Count{1} << 32));
  UpdateRows request = of;
  request.startType = DType::float32;
  CHECK_FALSE(isPossible(request));
}

template <class T>
void checkReverse(Random& random, Team* team) {
  const ReverseSequence of{.type = kType<T>,
                           .batch = random.between(0, 5),
                           .steps = random.between(0, 6),
                           .inner = random.between(0, 5),
                           .timeMajor = random.chance(50)};
  const auto data = distinct<T>(of.batch * of.steps * of.inner, 1);
  std::vector<std::int64_t> lengths(at(of.batch));
  for (auto& length : lengths) length = random.between(0, static_cast<int>(of.steps));
  const auto place = [&](Count entry, Count step, Count inner) {
    return at((of.timeMajor ? step * of.batch + entry : entry * of.steps + step) * of.inner +
              inner);
  };
  std::vector<T> expected = data;
  for (Count entry = 0; entry < of.batch; ++entry)
    for (Count step = 0; step < lengths[at(entry)]; ++step)
      for (Count inner = 0; inner < of.inner; ++inner)
        expected[place(entry, step, inner)] =
            data[place(entry, lengths[at(entry)] - 1 - step, inner)];
  const bool isWrong = of.batch > 0 && random.chance(20);
  const Count wrong = isWrong ? random.between(0, static_cast<int>(of.batch) - 1) : kDone;
  if (isWrong) lengths[at(wrong)] = random.chance(50) ? -1 : of.steps + 1;
  LayerRun layer(of);
  REQUIRE(layer.possible());
  layer.input(data);
  layer.input(lengths);
  layer.output<T>(static_cast<Count>(data.size()));
  const auto before = layer.values<T>();
  REQUIRE(layer.run(team) == wrong);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.values<T>() == (isWrong ? before : expected));
}

TEMPLATE_TEST_CASE("reverse sequence: both orders of axes", "[layers]", float, double, std::int8_t,
                   std::int16_t) {
  Random random(97);
  for (int i = 0; i < 600; ++i) checkReverse<TestType>(random, nullptr);
}

TEST_CASE("reverse sequence: threads give the same result", "[layers]") {
  Random random(98);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 500; ++i) checkReverse<float>(random, &crew.team);
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("reverse sequence: an element of sixteen bytes, and sizes that do not fit", "[layers]") {
  LayerRun layer(ReverseSequence{.type = DType::complex128, .steps = 2});
  REQUIRE(layer.possible());
  layer.input(std::vector<double>{1, 2, 3, 4});
  layer.input(std::vector<std::int64_t>{2});
  layer.output<double>(4);
  REQUIRE(layer.run() == kDone);
  CHECK(layer.values<double>() == std::vector<double>{3, 4, 1, 2});
  CHECK_FALSE(isPossible(ReverseSequence{.type = DType::float32, .batch = -1}));
  CHECK_FALSE(isPossible(ReverseSequence{.type = DType::string}));
  CHECK_FALSE(
      isPossible(ReverseSequence{.type = DType::float32, .batch = INT32_MAX, .steps = INT32_MAX}));
}

}  // namespace
}  // namespace simdcast::test::layers_rows_test
