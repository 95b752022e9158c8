// LayerNormalization against the equations of ONNX (LayerNormalization-17) in plain loops, whose
// steps are rounded to the stash type, or to the type of X, by the definition of the type.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "support/floats.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_normalization_test {
namespace {

using layers::isPossible;
using layers::LayerNormalization;

constexpr DType kFloats[] = {DType::float32, DType::float64, DType::float16, DType::bfloat16};
constexpr DType kSmallFloats[] = {DType::float16, DType::bfloat16};

using Values = std::vector<double>;

// Random numbers that are exact in the type.
Values numbersOf(DType type, Random& random, Count count, int highest, double divisor) {
  Values values(static_cast<std::size_t>(count));
  for (double& value : values) value = rounded(type, random.between(-highest, highest) / divisor);
  return values;
}

struct Case {
  LayerNormalization request;
  bool hasBias = true;
  Values from;
  Values scale;
  Values bias;
};

Case caseOf(const LayerNormalization& request, Random& random, int highest, double divisor) {
  const auto numbers = [&](Count count) {
    return numbersOf(request.type, random, count, highest, divisor);
  };
  return {.request = request,
          .from = numbers(request.rows * request.size),
          .scale = numbers(request.scaleRows * request.size),
          .bias = numbers(request.biasRows * request.size)};
}

struct Result {
  Values values;
  Values means;
  Values inverses;
};

Result resultOf(const Case& of) {
  const LayerNormalization& request = of.request;
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(encoded(request.type, of.from));
  layer.input(encoded(request.type, of.scale));
  if (of.hasBias) layer.input(encoded(request.type, of.bias));
  layer.outputBytes(request.rows * request.size * width(request.type));
  layer.outputBytes(request.rows * width(request.stashType));
  layer.outputBytes(request.rows * width(request.stashType));
  REQUIRE(layer.run() == layers::kDone);
  REQUIRE(layer.canariesLive());
  return {decoded(request.type, layer.values<std::byte>(0)),
          decoded(request.stashType, layer.values<std::byte>(1)),
          decoded(request.stashType, layer.values<std::byte>(2))};
}

// One row by the equations: the result of each step is rounded to `stash`, or to `own`.
struct Row {
  double mean = 0;
  double inverse = 0;
  Values squares;
  Values values;
};

template <class Round, class RoundOwn>
Row rowOf(const Case& of, Count row, const Round& stash, const RoundOwn& own) {
  const LayerNormalization& request = of.request;
  const auto n = static_cast<double>(request.size);
  Values x;
  for (Count i = 0; i < request.size; ++i)
    x.push_back(stash(of.from[static_cast<std::size_t>(row * request.size + i)]));
  const auto meanOf = [&](const Values& values) {
    double sum = 0;
    for (double value : values) sum += value;
    return stash(sum / n);
  };
  Row made{.mean = meanOf(x)};
  Values deviations;
  for (double value : x) deviations.push_back(stash(value - made.mean));
  for (double deviation : deviations) made.squares.push_back(stash(deviation * deviation));
  const double variance = meanOf(made.squares);
  const double deviation = stash(std::sqrt(stash(variance + stash(request.epsilon))));
  made.inverse = stash(1 / deviation);
  for (Count i = 0; i < request.size; ++i) {
    const auto at = [&](Count rows) {
      return static_cast<std::size_t>((rows == 1 ? 0 : row * request.size) + i);
    };
    const double normalized = own(stash(deviations[static_cast<std::size_t>(i)] * made.inverse));
    const double scaled = own(normalized * of.scale[at(request.scaleRows)]);
    made.values.push_back(of.hasBias ? own(scaled + of.bias[at(request.biasRows)]) : scaled);
  }
  return made;
}

double exact(double x) { return x; }

double epsilonOf(DType type) { return std::ldexp(1, 1 - formatOf(type).digits); }

// Half a dozen roundings of the coarser type, relative to the expected value or to `scale`.
void checkClose(double actual, double expected, double precision, double scale) {
  REQUIRE(std::abs(actual - expected) <= 8 * precision * std::max(std::abs(expected), scale));
}

void checkNear(const Case& of) {
  const LayerNormalization& request = of.request;
  const double precision = std::max(epsilonOf(request.type), epsilonOf(request.stashType));
  INFO(name(request.type) << " stashed as " << name(request.stashType) << ", " << request.rows
                          << " rows of " << request.size);
  const Result result = resultOf(of);
  for (Count row = 0; row < request.rows; ++row) {
    const Row expected = rowOf(of, row, exact, exact);
    const auto r = static_cast<std::size_t>(row);
    checkClose(result.means[r], expected.mean, precision, 16);
    // A deviation is off by the rounding of numbers up to 8, and so is its divisor.
    checkClose(result.inverses[r], expected.inverse, precision,
               16 * expected.inverse * (1 + expected.inverse));
    for (Count i = 0; i < request.size; ++i) {
      const auto at = static_cast<std::size_t>(row * request.size + i);
      const double factor = of.scale[request.scaleRows == 1 ? static_cast<std::size_t>(i) : at];
      checkClose(result.values[at], expected.values[static_cast<std::size_t>(i)], precision,
                 16 * (1 + expected.inverse) * (1 + std::abs(factor)));
    }
  }
}

TEST_CASE("layerNormalization: every type and stash type", "[layers]") {
  Random random(314);
  for (const DType type : kFloats)
    for (const DType stash : kFloats)
      for (const Count size : {1, 2, 7, 64, 1001})
        for (const Count rows : {0, 1, 3})
          for (const bool scaleOfRows : {false, true})
            for (const bool hasBias : {false, true}) {
              Case of = caseOf({.type = type,
                                .stashType = stash,
                                .epsilon = 0.01F,
                                .rows = rows,
                                .size = size,
                                .scaleRows = scaleOfRows ? rows : 1},
                               random, 4000, 512);
              of.hasBias = hasBias;
              checkNear(of);
            }
}

// The exponent of a number's lowest nonzero digit.
int lowestDigit(double x) {
  int exponent = 0;
  auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  for (; (digits & 1) == 0; digits /= 2) ++exponent;
  return exponent;
}

// Whether float32 adds the values without rounding, in any order.
bool addExactly(const Values& values) {
  double total = 0;
  int lowest = std::numeric_limits<int>::max();
  for (double value : values) {
    total += std::abs(value);
    if (value != 0) lowest = std::min(lowest, lowestDigit(value));
  }
  return total == 0 || total < std::ldexp(1, lowest + 24);
}

// Float32 has more than twice the digits of the small floats, so rounding its result is rounding
// the exact result of a step; if its sums are exact there is one right answer.
TEST_CASE("layerNormalization: a small stash type rounds every step once", "[layers]") {
  Random random(315);
  for (const DType type : kFloats)
    for (const DType stash : kSmallFloats) {
      INFO(name(type) << " stashed as " << name(stash));
      int checked = 0;
      for (int i = 0; i < 500; ++i) {
        const Case of = caseOf({.type = type,
                                .stashType = stash,
                                .epsilon = i % 2 == 0 ? 1e-5F : 0.37F,
                                .size = random.between(1, 7)},
                               random, 12, 3);
        const Row expected = rowOf(
            of, 0, [&](double x) { return rounded(stash, x); },
            [&](double x) { return rounded(type, x); });
        if (!addExactly(expected.squares)) continue;
        ++checked;
        const Result result = resultOf(of);
        REQUIRE(result.means[0] == expected.mean);
        REQUIRE(result.inverses[0] == expected.inverse);
        REQUIRE(result.values == expected.values);
      }
      REQUIRE(checked > 250);
    }
}

TEST_CASE("layerNormalization: of no elements the statistics are NaN", "[layers]") {
  for (const DType stash : kFloats) {
    const Result result = resultOf({.request = {.stashType = stash, .rows = 2, .size = 0}});
    for (int row : {0, 1}) {
      REQUIRE(std::isnan(result.means[static_cast<std::size_t>(row)]));
      REQUIRE(std::isnan(result.inverses[static_cast<std::size_t>(row)]));
    }
  }
}

TEST_CASE("layerNormalization: invalid requests", "[layers]") {
  const LayerNormalization good{.type = DType::float32, .rows = 3, .size = 4};
  CHECK(isPossible(good));
  for (const DType type : {DType::int32, DType::boolean, DType::string, DType::complex64}) {
    LayerNormalization bad = good;
    bad.type = type;
    CHECK_FALSE(isPossible(bad));
    bad = good;
    bad.stashType = type;
    CHECK_FALSE(isPossible(bad));
  }
  for (const Count rows : {-1, 0, 2, 4}) {
    LayerNormalization bad = good;
    bad.scaleRows = rows;
    CHECK_FALSE(isPossible(bad));
    bad = good;
    bad.biasRows = rows;
    CHECK_FALSE(isPossible(bad));
  }
}

}  // namespace
}  // namespace simdcast::test::layers_normalization_test
