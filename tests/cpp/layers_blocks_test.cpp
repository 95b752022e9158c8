// Products with quantised weights against their dequantised values. Quantised values, zero points
// and factors are small integers and scales powers of two: every sum is exact in any order.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>

#include "simd/shared_memory.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_blocks_test {
namespace {

using layers::BlockProduct;
using layers::isPossible;

using layers::kDone;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

struct Operands {
  std::vector<float> rows;
  std::vector<std::uint8_t> codes;
  std::vector<float> scales;
  std::vector<float> zeros;  // empty if absent
};

Count blocksOf(const BlockProduct& of) { return (of.depth + of.block - 1) / of.block; }

BlockProduct request(Random& random) {
  return {.type = DType::float32,
          .bits = 2 << random.between(0, 2),
          .block = 16 << random.between(0, 3),
          .rows = random.between(0, 5),
          .depth = random.between(0, 140),
          .columns = random.between(0, 11)};
}

Operands operands(Random& random, const BlockProduct& of) {
  Operands made;
  const Count blocks = of.columns * blocksOf(of);
  for (Count i = 0; i < of.rows * of.depth; ++i)
    made.rows.push_back(static_cast<float>(random.between(-8, 8)));
  for (Count i = 0; i < blocks * of.block * of.bits / 8; ++i)
    made.codes.push_back(static_cast<std::uint8_t>(random.between(0, 255)));
  for (Count i = 0; i < blocks; ++i)
    made.scales.push_back(std::ldexp(random.chance(50) ? 1.0F : -1.0F, random.between(-3, 0)));
  if (random.chance(50))
    for (Count i = 0; i < blocks; ++i)
      made.zeros.push_back(static_cast<float>(random.between(0, (1 << of.bits) - 1)) + 0.5F);
  return made;
}

double weight(const BlockProduct& of, const Operands& given, Count column, Count k) {
  const Count block = column * blocksOf(of) + k / of.block;
  const Count bit = (block * of.block + k % of.block) * of.bits;
  const int code = (given.codes[at(bit / 8)] >> (bit % 8)) & ((1 << of.bits) - 1);
  const double zero = given.zeros.empty() ? 1 << (of.bits - 1) : given.zeros[at(block)];
  return (code - zero) * given.scales[at(block)];
}

std::vector<float> expected(const BlockProduct& of, const Operands& given) {
  std::vector<float> made;
  for (Count row = 0; row < of.rows; ++row)
    for (Count column = 0; column < of.columns; ++column) {
      double sum = 0;
      for (Count k = 0; k < of.depth; ++k)
        sum += given.rows[at(row * of.depth + k)] * weight(of, given, column, k);
      made.push_back(static_cast<float>(sum));
    }
  return made;
}

void prepare(LayerRun& layer, const BlockProduct& of, const Operands& given) {
  layer.input(given.rows);
  layer.input(given.codes);
  layer.input(given.scales);
  if (given.zeros.empty())
    layer.absent();
  else
    layer.input(given.zeros);
  layer.output<float>(of.rows * of.columns);
}

TEST_CASE("block product: the products of dequantised values", "[layers]") {
  Random random(93);
  for (int i = 0; i < 1000; ++i) {
    const BlockProduct of = request(random);
    const Operands given = operands(random, of);
    LayerRun layer(of);
    prepare(layer, of, given);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.values<float>() == expected(of, given));
  }
}

TEST_CASE("block product: threads give the same bits", "[layers]") {
  Random random(94);
  // Without threads, the caller takes all the parts.
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 300; ++i) {
    BlockProduct of = request(random);
    of.columns *= 3;
    const Operands given = operands(random, of);
    LayerRun layer(of);
    prepare(layer, of, given);
    REQUIRE(layer.run(&crew.team) == kDone);
    REQUIRE(layer.canariesLive());
    REQUIRE(layer.values<float>() == expected(of, given));
  }
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("block product: types, bits and blocks that there are none of", "[layers]") {
  const BlockProduct of{.type = DType::float32};
  CHECK(isPossible(of));
  for (const DType type : {DType::float16, DType::float64, DType::int8}) {
    BlockProduct other = of;
    other.type = type;
    CHECK_FALSE(isPossible(other));
  }
  for (const Count bits : {0, 1, 3, 5, 16, -4}) {
    BlockProduct other = of;
    other.bits = bits;
    CHECK_FALSE(isPossible(other));
  }
  for (const Count block : {0, 8, 24, -32}) {
    BlockProduct other = of;
    other.block = block;
    CHECK_FALSE(isPossible(other));
  }
}

}  // namespace
}  // namespace simdcast::test::layers_blocks_test
