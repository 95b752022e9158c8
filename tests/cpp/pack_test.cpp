#include "execute/pack.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "support/buffers.hpp"
#include "support/nests.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"

namespace simdcast::test::pack_test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes randomBytes(Random& random, Count count) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.bits());
  return bytes;
}

Bytes repeated(const Bytes& from, Count block, Count times, Count count) {
  Bytes all(static_cast<std::size_t>(block * times * count));
  std::byte* to = all.data();
  for (Count i = 0; i < count; ++i)
    for (Count time = 0; time < times; ++time, to += block)
      std::memcpy(to, from.data() + i * block, static_cast<std::size_t>(block));
  return all;
}

// By memcmp: without optimisation `==` goes through std::byte one by one.
bool same(const Bytes& a, const Bytes& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

// Kept between calls, as execute keeps it.
Swizzles& swizzles() {
  static Swizzles kept;
  return kept;
}

void checkRepeat(Random& random, Count block, Count times, Count count) {
  const Bytes from = randomBytes(random, block * count);
  const Source source(from);
  Destination to(from.size() * static_cast<std::size_t>(times));
  repeatBlocks(to.data(), source.data(), block, times, count, swizzles());
  const bool right = same(to.values<std::byte>(), repeated(from, block, times, count));
  if (right && to.canariesLive()) return;
  INFO("block " << block << " times " << times << " count " << count);
  CHECK(right);
  REQUIRE(to.canariesLive());
}

TEST_CASE("pack: blocks of 1 to 40 bytes repeat 1 to 70 times", "[pack]") {
  Random random(70);
  for (Count block = 1; block <= 40; ++block)
    for (Count times = 1; times <= 70; ++times)
      for (const Count count : {1, 2, 5}) checkRepeat(random, block, times, count);
}

TEST_CASE("pack: many blocks repeat", "[pack]") {
  Random random(71);
  for (Count block = 1; block <= 40; ++block)
    for (const Count times : {1, 2, 3, 4, 7, 16, 33})
      for (const Count count : {3, 4, 15, 16, 17, 31, 49, 50, 51})
        checkRepeat(random, block, times, count);
}

TEST_CASE("pack: random blocks repeat", "[pack][random]") {
  Random random(72);
  for (int round = 0; round < 2000; ++round)
    checkRepeat(random, random.between(1, 300), random.between(1, 100), random.between(1, 60));
}

TEST_CASE("pack: the contents of the scratch memory do not affect repetitions", "[pack]") {
  Random random(77);
  for (Count block = 1; block <= 16; ++block) {
    for (Count times = 2; times <= 20; ++times) {
      const Bytes from = randomBytes(random, block * 30);
      const Source source(from);
      Swizzles fresh;
      Destination to(from.size() * static_cast<std::size_t>(times));
      for (const Count count : {30, 29, 30}) {
        repeatBlocks(to.data(), source.data(), block, times, count, fresh);
        Bytes got = to.values<std::byte>();
        got.resize(static_cast<std::size_t>(block * times * count));
        INFO("block " << block << " times " << times << " count " << count);
        REQUIRE(same(got, repeated(from, block, times, count)));
      }
    }
  }
}

TEST_CASE("pack: no blocks write nothing", "[pack]") {
  Random random(73);
  checkRepeat(random, 4, 3, 0);
  checkRepeat(random, 40, 1, 0);
}

TEST_CASE("simd: fill repeats one element of any width", "[simd]") {
  Random random(74);
  for (const int width : {1, 2, 4, 8, 16}) {
    const Bytes from = randomBytes(random, width);
    const Source source(from);
    for (Count elements = 0; elements <= 40; ++elements) {
      INFO("width " << width << " elements " << elements);
      Destination to(static_cast<std::size_t>(elements * width));
      simd::fill(to.data(), source.data(), width, elements * width);
      REQUIRE(to.values<std::byte>() == repeated(from, width, elements, 1));
      REQUIRE(to.canariesLive());
    }
  }
}

Bytes gathered(const Bytes& from, Count start, const std::vector<Count>& offsets, int width) {
  Bytes all;
  for (const Count offset : offsets) {
    const auto at = from.begin() + start + offset;
    all.insert(all.end(), at, at + width);
  }
  return all;
}

Count storedBytes(const LoopNest& nest, const LoopOperand& operand) {
  Count last = 0;
  for (int axis = 0; axis < nest.sizes.size(); ++axis)
    last += operand.strides[axis] * (nest.sizes[axis] - 1);
  return last + operand.width;
}

// Packs every run of every packed operand; returns how many tiles that filled.
int checkTiles(const LoopNest& nest, Random& random) {
  int packed = 0;
  const std::vector<Run> runs = runsOf(nest);
  for (int k = 1; k < nest.operands.size(); ++k) {
    const LoopOperand& operand = nest.operands[k];
    if (operand.access != Access::packed) continue;
    const Bytes from = randomBytes(random, storedBytes(nest, operand));
    const Source source(from, static_cast<std::size_t>(random.between(0, 3)));
    for (const Run& run : runs) {
      const std::vector<Count> offsets = offsetsInRun(nest, operand, run.chunk);
      const Count start = run.offsets[static_cast<std::size_t>(k)];
      Destination to(kTileBytes);
      Destination spare(kTileBytes);
      pack(nest, operand, run.chunk, source.data() + start, to.data(), spare.data(), swizzles());
      Bytes got = to.values<std::byte>();
      got.resize(offsets.size() * static_cast<std::size_t>(operand.width));
      REQUIRE(got == gathered(from, start, offsets, operand.width));
      REQUIRE(to.canariesLive());
      REQUIRE(spare.canariesLive());
      ++packed;
    }
  }
  return packed;
}

TEST_CASE("pack: a tile holds the elements in the result's order", "[pack]") {
  Random random(75);
  for (const std::string_view operands :
       {"(4096,3) (3)", "(4096,3) (4096,1)", "(300,2,1,4) (300,2,3,4)", "(300,2,3,4) (300,2,1,4)",
        "(50,1,5,1,3) (50,4,5,2,3)", "(17,1) (3)", "(2,3,2,3,2,3) (3,1,3,1,3)"}) {
    for (const int width : {1, 2, 4, 8, 16}) {
      INFO(operands << " width " << width);
      CHECK(checkTiles(nestOf(shapes(operands), width), random) > 0);
    }
  }
}

TEST_CASE("pack: tiles of random shapes", "[pack][random]") {
  Random random(76);
  const int widths[] = {1, 2, 4, 8, 16};
  int packed = 0;
  for (int round = 0; round < 400; ++round) {
    const Shape output = randomShape(random, {.highestRank = 6, .highestSize = 5});
    const Shapes operands = randomShapes(random, output, 2);
    INFO(written(operands));
    packed += checkTiles(nestOf(operands, random.pick(widths)), random);
  }
  CHECK(packed > 100);
}

}  // namespace
}  // namespace simdcast::test::pack_test
