// Products of bytes against a plain loop over 64-bit integers, whose lowest 32 bits must be equal;
// and numbers quantised to bytes against a plain loop over floats.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "simd/shared_memory.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_integers_test {
namespace {

using layers::DynamicQuantization;
using layers::IntegerProduct;
using layers::isPossible;
using layers::kDone;

constexpr DType kBytes[] = {DType::int8, DType::uint8};

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

using Bytes = std::vector<std::uint8_t>;

// Extremes are frequent: sums reach their largest values.
Bytes bytesOf(Random& random, Count count) {
  Bytes bytes(at(count));
  for (std::uint8_t& byte : bytes) {
    constexpr std::uint8_t kExtremes[] = {0, 127, 128, 255};
    byte = random.chance(40) ? random.pick(kExtremes)
                             : static_cast<std::uint8_t>(random.between(0, 255));
  }
  return bytes;
}

std::int64_t valueOf(DType type, std::uint8_t byte) {
  return type == DType::int8 ? static_cast<std::int8_t>(byte) : byte;
}

struct Operands {
  Bytes rows;
  Bytes matrix;
  Bytes rowZeros;  // empty if absent
  Bytes columnZeros;
};

Operands operandsOf(Random& random, const IntegerProduct& of) {
  const auto zeros = [&](bool each, Count positions) {
    if (!each && random.chance(30)) return Bytes();
    return bytesOf(random, each ? of.matrices * positions : 1);
  };
  return {bytesOf(random, of.matrices * of.rows * of.depth),
          bytesOf(random, of.matrices * of.depth * of.columns), zeros(of.zeroOfEachRow, of.rows),
          zeros(of.zeroOfEachColumn, of.columns)};
}

std::vector<std::int32_t> expected(const IntegerProduct& of, const Operands& given) {
  const auto zeroAt = [](const Bytes& zeros, DType type, bool each, Count position) {
    return zeros.empty() ? 0 : valueOf(type, zeros[each ? at(position) : 0]);
  };
  std::vector<std::int32_t> sums;
  for (Count i = 0; i < of.matrices; ++i)
    for (Count row = i * of.rows; row < (i + 1) * of.rows; ++row)
      for (Count column = 0; column < of.columns; ++column) {
        const std::int64_t rowZero = zeroAt(given.rowZeros, of.type, of.zeroOfEachRow, row);
        const std::int64_t columnZero =
            zeroAt(given.columnZeros, of.matrixType, of.zeroOfEachColumn, i * of.columns + column);
        std::int64_t sum = 0;
        for (Count p = 0; p < of.depth; ++p) {
          const Count weight = i * of.depth * of.columns +
                               (of.transposed ? column * of.depth + p : p * of.columns + column);
          sum += (valueOf(of.type, given.rows[at(row * of.depth + p)]) - rowZero) *
                 (valueOf(of.matrixType, given.matrix[at(weight)]) - columnZero);
        }
        sums.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)));
      }
  return sums;
}

void check(Random& random, const IntegerProduct& of, Team* team = nullptr) {
  const Operands given = operandsOf(random, of);
  CAPTURE(of.matrices, of.rows, of.depth, of.columns, of.transposed);
  CAPTURE(of.type == DType::int8, of.matrixType == DType::int8, of.zeroOfEachRow,
          of.zeroOfEachColumn);
  LayerRun layer(of);
  REQUIRE(layer.possible());
  layer.input(given.rows);
  layer.packed(given.matrix);
  for (const Bytes& zeros : {given.rowZeros, given.columnZeros})
    if (zeros.empty())
      layer.absent();
    else
      layer.input(zeros);
  const Count elements = of.matrices * of.rows * of.columns;
  layer.output<std::int32_t>(elements);
  // Each element must be reported once.
  std::vector<int> told(at(elements), 0);
  const auto apply = [&](Count first, Count count) {
    for (Count i = first; i < first + count; ++i) ++told[at(i)];
  };
  const ApplyEpilogue epilogue(apply);
  layer.setEpilogue(epilogue);
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.values<std::int32_t>() == expected(of, given));
  REQUIRE(std::all_of(told.begin(), told.end(), [](int times) { return times == 1; }));
}

IntegerProduct requestOf(Random& random, Count matrices, Count rows, Count depth, Count columns) {
  return {random.pick(kBytes), random.pick(kBytes), matrices,         rows, depth, columns,
          random.chance(40),   random.chance(30),   random.chance(30)};
}

std::vector<float> numbersOf(Random& random, Count count) {
  std::vector<float> numbers(at(count));
  const float scale = std::ldexp(1.0F, random.between(-140, 100));
  const float offset = static_cast<float>(random.between(-3, 3));
  for (float& number : numbers)
    number = (static_cast<float>(random.between(-1000, 1000)) / 500 + offset) * scale;
  return numbers;
}

struct Quantized {
  Bytes bytes;
  float scale;
  std::uint8_t zero;
};

// ONNX's formula; ties go to even. The result of clipping NaN is unspecified; here it is 0.
Quantized quantized(const std::vector<float>& numbers) {
  float low = 0;
  float high = 0;
  for (const float x : numbers) {
    low = std::isnan(x) || std::isnan(low) ? std::nanf("") : std::min(low, x);
    high = std::isnan(x) || std::isnan(high) ? std::nanf("") : std::max(high, x);
  }
  const auto byteOf = [](float x) {
    return std::isnan(x) ? std::uint8_t{0} : static_cast<std::uint8_t>(std::clamp(x, 0.0F, 255.0F));
  };
  Quantized made;
  made.scale = (high - low) / 255;
  if (made.scale == 0) made.scale = 1;
  made.zero = byteOf(std::nearbyint(-low / made.scale));
  for (const float x : numbers)
    made.bytes.push_back(byteOf(std::nearbyint(x / made.scale) + static_cast<float>(made.zero)));
  return made;
}

void check(const std::vector<float>& numbers, Team* team = nullptr) {
  const auto count = static_cast<Count>(numbers.size());
  CAPTURE(count);
  LayerRun layer(DynamicQuantization{DType::float32, count});
  REQUIRE(layer.possible());
  layer.input(numbers);
  layer.output<std::uint8_t>(count);
  layer.output<float>(1);
  layer.output<std::uint8_t>(1);
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  const Quantized made = quantized(numbers);
  const float scale = layer.values<float>(1)[0];
  REQUIRE((scale == made.scale || (std::isnan(scale) && std::isnan(made.scale))));
  REQUIRE(layer.values<std::uint8_t>(2)[0] == made.zero);
  REQUIRE(layer.values<std::uint8_t>() == made.bytes);
}

}  // namespace

TEST_CASE("integer products: any sizes, types and zero points", "[layers]") {
  Random random(1201);
  for (int i = 0; i < 600; ++i)
    check(random, requestOf(random, random.chance(80) ? 1 : random.between(0, 3),
                            random.between(0, 9), random.between(0, 40), random.between(0, 40)));
}

TEST_CASE("integer products: every remainder of rows, depth and columns", "[layers]") {
  Random random(1202);
  for (Count rows = 1; rows <= 9; ++rows)
    for (Count depth = 7; depth <= 10; ++depth)
      for (Count columns = 7; columns <= 18; ++columns)
        check(random, requestOf(random, 1, rows, depth, columns));
}

TEST_CASE("integer products: several blocks of rows", "[layers]") {
  Random random(1203);
  for (const Count depth : {3000, 17'000})
    for (const Count rows : {1, 4, 27, 45}) check(random, requestOf(random, 1, rows, depth, 11));
}

TEST_CASE("integer products: sums wrap", "[layers]") {
  constexpr Count kDepth = 34'000;  // 255² times this is past 2³¹
  LayerRun layer(IntegerProduct{DType::uint8, DType::uint8, 1, 1, kDepth, 3});
  layer.input(Bytes(at(kDepth), 255));
  layer.packed(Bytes(at(3 * kDepth), 255));
  layer.output<std::int32_t>(3);
  REQUIRE(layer.run() == kDone);
  constexpr auto kSum = static_cast<std::int32_t>(std::uint32_t{255 * 255} * kDepth);
  CHECK(layer.values<std::int32_t>() == std::vector<std::int32_t>(3, kSum));
}

TEST_CASE("integer products: threads make the same", "[layers][threads]") {
  Random random(1204);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (const Count rows : {1, 5, 70})
    for (const Count columns : {15, 64, 515})
      for (const Count matrices : {1, 3})
        check(random, requestOf(random, matrices, rows, 130, columns), &crew.team);
}

TEST_CASE("integer products: only of bytes", "[layers]") {
  for (const DType type : {DType::float32, DType::int16, DType::int32, DType::boolean}) {
    CHECK_FALSE(isPossible(IntegerProduct{type, DType::int8, 1, 2, 2, 2}));
    CHECK_FALSE(isPossible(IntegerProduct{DType::int8, type, 1, 2, 2, 2}));
  }
}

TEST_CASE("dynamic quantization: any numbers", "[layers]") {
  Random random(1205);
  for (int i = 0; i < 400; ++i) check(numbersOf(random, random.between(0, 100)));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kMost = std::numeric_limits<float>::max();
  for (const float special : {kInfinity, -kInfinity, kNan, kMost, -kMost, 0.0F, -0.0F})
    for (Count place = 0; place < 37; ++place) {
      std::vector<float> numbers = numbersOf(random, 37);
      numbers[at(place)] = special;
      check(numbers);
    }
}

TEST_CASE("dynamic quantization: threads make the same", "[layers][threads]") {
  Random random(1206);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (const Count count : {0, 1, 63, 64, 65, 1000, 40'000}) {
    std::vector<float> numbers = numbersOf(random, count);
    check(numbers, &crew.team);
    if (count == 0) continue;
    numbers.back() = std::numeric_limits<float>::quiet_NaN();
    check(numbers, &crew.team);
  }
}

TEST_CASE("dynamic quantization: only of float32", "[layers]") {
  for (const DType type : {DType::float16, DType::float64, DType::int32, DType::uint8})
    CHECK_FALSE(isPossible(DynamicQuantization{type, 4}));
}

}  // namespace simdcast::test::layers_integers_test
