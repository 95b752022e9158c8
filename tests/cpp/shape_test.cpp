#include "base/shape.hpp"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/notation.hpp"

namespace simdcast::test::shape_test {
namespace {

TEST_CASE("toShape takes the sizes that an axis can have, and no more axes than there may be",
          "[shape]") {
  const std::int64_t sizes[] = {2, 0, INT32_MAX};
  CHECK(toShape(sizes) == Shape{2, 0, INT32_MAX});
  CHECK(toShape({}) == Shape{});
  const std::int64_t negative[] = {2, -1};
  CHECK_FALSE(toShape(negative));
  const std::int64_t large[] = {std::int64_t{INT32_MAX} + 1};
  CHECK_FALSE(toShape(large));
  const std::vector<std::int64_t> many(kMaxRank + 1, 1);
  CHECK_FALSE(toShape(many));
  CHECK(toShape(std::span(many).first(kMaxRank)) == Shape(kMaxRank, 1));
}

TEST_CASE("element counts", "[shape]") {
  CHECK(elementCount(shape("()")) == 1);
  CHECK(elementCount(shape("(2,3,4)")) == 24);
  CHECK(elementCount(shape("(2,0,4)")) == 0);
  CHECK(elementCount(shape("(2147483647)")) == 2147483647);
}

TEST_CASE("element counts stop at 2^53 - 1", "[shape]") {
  CHECK(elementCount(shape("(6361,69431,20394401)")) == kMaxCount);
  CHECK_FALSE(elementCount(shape("(8388608,1073741824)")).has_value());
  CHECK_FALSE(elementCount(Shape(kMaxRank, 2147483647)).has_value());
}

TEST_CASE("a size of zero makes the count zero for all other sizes", "[shape]") {
  CHECK(elementCount(shape("(2147483647,2147483647,2147483647,0)")) == 0);
  CHECK(elementCount(shape("(0,2147483647,2147483647,2147483647)")) == 0);
}

TEST_CASE("one element is any number of 1s", "[shape]") {
  CHECK(hasOneElement(shape("()")));
  CHECK(hasOneElement(shape("(1,1,1)")));
  CHECK_FALSE(hasOneElement(shape("(1,0)")));
  CHECK_FALSE(hasOneElement(shape("(1,2)")));
}

TEST_CASE("masks", "[shape]") {
  CHECK(bit(0) == 1);
  CHECK(bit(31) == 0x80000000U);
  CHECK(has(0b101, 2));
  CHECK_FALSE(has(0b101, 1));
  CHECK(has(bit(31), 31));
}

TEST_CASE("inline vectors are copied with the items in use", "[shape]") {
  Shape original{4, 5, 6};
  Shape copy = original;
  copy[1] = 7;
  CHECK(original == Shape{4, 5, 6});
  CHECK(copy == Shape{4, 7, 6});
  copy = original;
  CHECK(copy == original);
  const Shape& same = copy;
  copy = same;
  CHECK(copy == original);
}

TEST_CASE("inline vectors insert, erase, resize and reverse", "[shape]") {
  Shape sizes{1, 2};
  sizes.insert(0, 9);
  CHECK(sizes == Shape{9, 1, 2});
  sizes.insert(3, 8);
  CHECK(sizes == Shape{9, 1, 2, 8});
  sizes.erase(1);
  CHECK(sizes == Shape{9, 2, 8});
  sizes.erase(2);
  CHECK(sizes == Shape{9, 2});
  sizes.resize(4, 5);
  CHECK(sizes == Shape{9, 2, 5, 5});
  sizes.resize(1, 0);
  CHECK(sizes == Shape{9});
  sizes.clear();
  CHECK(sizes.empty());
  Shape three{1, 2, 3};
  three.reverse();
  CHECK(three == Shape{3, 2, 1});
  CHECK(three.back() == 1);
}

TEST_CASE("inline vectors of different lengths differ", "[shape]") {
  CHECK_FALSE(Shape{1, 2} == Shape{1, 2, 3});
  CHECK_FALSE(Shape{} == Shape{0});
}

}  // namespace
}  // namespace simdcast::test::shape_test
