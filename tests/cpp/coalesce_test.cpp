// Coalescing and the odometer: fewer axes, and the same elements in the same order.
#include "plan/coalesce.hpp"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "base/odometer.hpp"
#include "support/random.hpp"

namespace simdcast::test::coalesce_test {
namespace {

using Pairs = std::vector<std::pair<Count, Count>>;

struct Axis {
  Count size;
  Strides strides;  // of each tensor
};

StridedAxes axesOf(std::initializer_list<Axis> list) {
  StridedAxes axes;
  for (const Axis& axis : list) {
    axes.sizes.push(axis.size);
    for (int i = 0; i < axis.strides.size(); ++i) {
      if (i == axes.strides.size()) axes.strides.push({});
      axes.strides[i].push(axis.strides[i]);
    }
  }
  return axes;
}

bool isSame(const StridedAxes& a, const StridedAxes& b) {
  return a.sizes == b.sizes && (a.sizes.empty() || a.strides == b.strides);
}

// The offsets of both tensors, in order.
Pairs walked(const StridedAxes& axes) {
  Odometer<2> odometer;
  for (int i = 0; i < axes.sizes.size(); ++i)
    odometer.push(axes.sizes[i], {axes.strides[0][i], axes.strides[1][i]});
  Pairs offsets;
  do {
    offsets.emplace_back(odometer.offset(0), odometer.offset(1));
  } while (odometer.next());
  CHECK(odometer.offset(0) == 0);
  CHECK(odometer.offset(1) == 0);
  return offsets;
}

TEST_CASE("coalesce: the example of its note", "[coalesce]") {
  const StridedAxes axes =
      axesOf({{2, {12, 12, 0}}, {1, {0, 0, 0}}, {3, {4, 4, 4}}, {4, {1, 1, 1}}});
  CHECK(isSame(coalesce(axes), axesOf({{2, {12, 12, 0}}, {12, {1, 1, 1}}})));
  const StridedAxes reused =
      axesOf({{2, {12, 12, 1}}, {1, {0, 0, 0}}, {3, {4, 4, 0}}, {4, {1, 1, 0}}});
  CHECK(isSame(coalesce(reused), axesOf({{2, {12, 12, 1}}, {12, {1, 1, 0}}})));
}

TEST_CASE("coalesce: one element has no axes, and strides of 0 merge", "[coalesce]") {
  CHECK(coalesce({}).sizes.empty());
  CHECK(coalesce(axesOf({{1, {7, 0}}, {1, {0, 0}}})).sizes.empty());
  CHECK(isSame(coalesce(axesOf({{3, {0, 0}}, {5, {0, 0}}})), axesOf({{15, {0, 0}}})));
}

TEST_CASE("coalesce: backwards and with gaps", "[coalesce]") {
  CHECK(isSame(coalesce(axesOf({{3, {-4, 4}}, {4, {-1, 1}}})), axesOf({{12, {-1, 1}}})));
  const StridedAxes gaps = axesOf({{3, {5, 4}}, {4, {1, 1}}});
  CHECK(isSame(coalesce(gaps), gaps));
}

TEST_CASE("coalesce: an axis of size 0 stays", "[coalesce]") {
  for (const StridedAxes& axes :
       {axesOf({{3, {0, 1}}, {0, {1, 1}}}), axesOf({{0, {4, 4}}, {4, {1, 1}}}),
        axesOf({{0, {1, 1}}, {1, {1, 1}}})}) {
    Count elements = 1;
    for (Count size : coalesce(axes).sizes) elements *= size;
    CHECK(elements == 0);
  }
}

TEST_CASE("coalesce: no axis gets longer than it may, from the inside out", "[coalesce]") {
  const StridedAxes axes = axesOf({{2, {12}}, {3, {4}}, {4, {1}}});
  CHECK(isSame(coalesce(axes, 24), axesOf({{24, {1}}})));
  CHECK(isSame(coalesce(axes, 23), axesOf({{2, {12}}, {12, {1}}})));
  CHECK(isSame(coalesce(axes, 11), axesOf({{6, {4}}, {4, {1}}})));
  CHECK(isSame(coalesce(axes, 3), axes));
}

TEST_CASE("coalesce: strides whose product passes the largest count stay apart", "[coalesce]") {
  const StridedAxes axes = axesOf({{4, {kMaxCount, 8}}, {INT32_MAX, {kMaxCount, 1}}});
  CHECK(isSame(coalesce(axes, kMaxCount), axes));
}

TEST_CASE("coalesce: walks meet the same elements in the same order", "[coalesce][random]") {
  Random random(12);
  for (int round = 0; round < 2000; ++round) {
    StridedAxes axes{.strides = {Strides(), Strides()}};
    Count strides[2] = {1, 1};
    for (int axis = random.between(0, 5); axis > 0; --axis) {
      const Count size = random.between(1, 3);
      axes.sizes.insert(0, size);
      for (int tensor = 0; tensor < 2; ++tensor) {
        const bool reused = random.chance(30);
        axes.strides[tensor].insert(0, reused ? 0 : strides[tensor]);
        if (!reused) strides[tensor] *= random.chance(20) ? size + 1 : size;
      }
    }
    const StridedAxes merged = coalesce(axes);
    REQUIRE(merged.sizes.size() <= axes.sizes.size());
    REQUIRE(walked(merged) == walked(axes));
  }
}

TEST_CASE("an odometer turns its last axis fastest", "[coalesce]") {
  Odometer<1> odometer;
  odometer.push(2, {10});
  odometer.push(3, {-1});
  std::vector<Count> offsets;
  std::vector<Count> indices;
  do {
    offsets.push_back(odometer.offset(0));
    indices.push_back(odometer.index(0) * 3 + odometer.index(1));
  } while (odometer.next());
  CHECK(offsets == std::vector<Count>{0, -1, -2, 10, 9, 8});
  CHECK(indices == std::vector<Count>{0, 1, 2, 3, 4, 5});
  CHECK_FALSE(Odometer<1>().next());
}

}  // namespace
}  // namespace simdcast::test::coalesce_test
