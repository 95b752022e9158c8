// Rows times packed matrices, in integers, whose sums are exact in any order.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "convert/small_floats.hpp"
#include "simd/shared_memory.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_packed_product_test {
namespace {

using layers::isPossible;
using layers::PackedProduct;

using layers::kDone;

template <class T>
constexpr DType kType = DType::float32;
template <>
constexpr DType kType<double> = DType::float64;
template <>
constexpr DType kType<Half> = DType::float16;
template <>
constexpr DType kType<BFloat> = DType::bfloat16;

// Whole numbers, or sums of their products, as elements: rounded once if those have 16 bits.
template <class T>
std::vector<T> elements(const std::vector<double>& values) {
  std::vector<T> rounded(values.size());
  std::transform(values.begin(), values.end(), rounded.begin(), [](double value) {
    T element{};
    if constexpr (SmallFloat<T>)
      narrow(static_cast<float>(value), element);
    else
      element = static_cast<T>(value);
    return element;
  });
  return rounded;
}

// Elements as bits, which compare also if their type has no ==.
template <class T>
std::vector<std::uint8_t> bits(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<double> wholes(Random& random, Count count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  std::generate(values.begin(), values.end(), [&] { return random.between(-8, 8); });
  return values;
}

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

// The matrix as stored.
std::vector<double> stored(const std::vector<double>& matrix, const PackedProduct& request) {
  if (!request.transposed) return matrix;
  std::vector<double> turned;
  for (Count j = 0; j < request.columns; ++j)
    for (Count p = 0; p < request.depth; ++p) turned.push_back(matrix[at(p * request.columns + j)]);
  return turned;
}

template <class T>
void check(Random& random, const PackedProduct& request, bool hasBias, Team* team = nullptr) {
  const auto [type, rows, depth, columns, transposed] = request;
  CAPTURE(rows, depth, columns, transposed, hasBias);
  const std::vector<double> factors = wholes(random, rows * depth);
  const std::vector<double> matrix = wholes(random, depth * columns);
  const std::vector<double> bias = wholes(random, columns);
  std::vector<double> expected(at(rows * columns));
  for (Count i = 0; i < rows; ++i)
    for (Count j = 0; j < columns; ++j) {
      double sum = hasBias ? bias[at(j)] : 0;
      for (Count p = 0; p < depth; ++p)
        sum += factors[at(i * depth + p)] * matrix[at(p * columns + j)];
      expected[at(i * columns + j)] = sum;
    }
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(elements<T>(factors));
  layer.packed(elements<T>(stored(matrix, request)));
  if (hasBias) layer.input(elements<T>(bias));
  layer.template output<T>(rows * columns);
  // Each element must be reported once.
  std::vector<int> told(at(rows * columns), 0);
  const auto apply = [&](Count first, Count count) {
    for (Count i = first; i < first + count; ++i) ++told[at(i)];
  };
  const ApplyEpilogue epilogue(apply);
  layer.setEpilogue(epilogue);
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  REQUIRE(bits(layer.template values<T>()) == bits(elements<T>(expected)));
  REQUIRE(std::all_of(told.begin(), told.end(), [](int times) { return times == 1; }));
}

}  // namespace

TEMPLATE_TEST_CASE("packed products: any sizes", "[layers]", float, double, Half, BFloat) {
  Random random(91);
  for (int i = 0; i < 300; ++i) {
    const PackedProduct request{kType<TestType>, random.between(1, 21), random.between(0, 40),
                                random.between(1, 40), random.chance(50)};
    check<TestType>(random, request, random.chance(50));
  }
}

TEMPLATE_TEST_CASE("packed products: several blocks of depth and of columns", "[layers]", float,
                   double, Half, BFloat) {
  Random random(92);
  for (const Count depth : {511, 512, 513, 1100})
    for (const Count columns : {7, 8, 300, 521})
      for (const Count rows : {1, 4, 6})
        check<TestType>(random, {kType<TestType>, rows, depth, columns, rows == 6}, rows == 4);
}

TEMPLATE_TEST_CASE("packed products: threads make the same", "[layers][threads]", float, Half) {
  Random random(93);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  for (const Count rows : {1, 5, 70, 200})
    for (const Count columns : {64, 515, 900})
      check<TestType>(random, {kType<TestType>, rows, 600, columns}, rows == 70, &crew.team);
}

TEST_CASE("packed products: only of floats", "[layers]") {
  for (const DType type : {DType::int32, DType::uint8, DType::boolean, DType::string})
    CHECK_FALSE(isPossible(PackedProduct{type, 2, 2, 2}));
}

}  // namespace simdcast::test::layers_packed_product_test
