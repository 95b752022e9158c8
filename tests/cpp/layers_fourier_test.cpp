// Fourier transforms against sums of products in long double.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "simd/shared_memory.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_fourier_test {
namespace {

using layers::Fourier;
using layers::FourierTable;
using layers::isPossible;
using layers::kDone;
using Exact = std::complex<long double>;

constexpr Count kLongest = (Count{1} << 28) - 1;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

Count binsOf(const Fourier& of) { return of.oneSided ? of.length / 2 + 1 : of.length; }
int partsOf(const Fourier& of) { return of.complex ? 2 : 1; }

std::vector<double> tableOf(const Fourier& of) {
  LayerRun layer(FourierTable{.length = of.length, .complex = of.complex});
  REQUIRE(layer.possible());
  layer.outputBytes(layer.task().outputs()[0].bytes);
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  return layer.values<double>();
}

template <class T>
std::vector<T> reals(Random& random, Count count) {
  std::vector<T> values(at(count));
  for (T& value : values)
    value = static_cast<T>(static_cast<double>(random.bits() >> 12) * 0x1p-51 - 1);
  return values;
}

template <class T>
std::vector<T> run(const Fourier& of, const std::vector<T>& input, const std::vector<T>& window,
                   Team* team = nullptr) {
  LayerRun layer(of);
  REQUIRE(layer.possible());
  layer.input(input);
  layer.input(tableOf(of));
  if (window.empty())
    layer.absent();
  else
    layer.input(window);
  const Count made = of.outer * of.frames * binsOf(of) * of.inner * 2;
  REQUIRE(layer.task().outputs()[0].bytes == made * static_cast<Count>(sizeof(T)));
  layer.template output<T>(made);
  REQUIRE(layer.run(team) == kDone);
  REQUIRE(layer.canariesLive());
  return layer.template values<T>();
}

// The numbers of a frame, scaled by the window, with zeros after the end of the input.
template <class T>
std::vector<Exact> frameOf(const Fourier& of, const std::vector<T>& input,
                           const std::vector<T>& window, Count outer, Count frame, Count inner) {
  std::vector<Exact> numbers(at(of.length));
  for (Count t = 0; t < of.length && frame * of.step + t < of.size; ++t) {
    const Count from = ((outer * of.size + frame * of.step + t) * of.inner + inner) * partsOf(of);
    const Exact number(input[at(from)], of.complex ? input[at(from + 1)] : T{0});
    numbers[at(t)] = number * (window.empty() ? 1.0L : static_cast<long double>(window[at(t)]));
  }
  return numbers;
}

std::vector<Exact> rootsOf(Count length, bool inverse) {
  std::vector<Exact> roots(at(length));
  for (Count k = 0; k < length; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(k) /
                              static_cast<long double>(length);
    roots[at(k)] = {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
  }
  return roots;
}

// One number of a transform.
Exact binOf(const std::vector<Exact>& numbers, const std::vector<Exact>& roots, Count bin,
            bool inverse) {
  const auto length = static_cast<Count>(numbers.size());
  Exact sum = 0;
  for (Count t = 0; t < length; ++t) sum += numbers[at(t)] * roots[at(t * bin % length)];
  return inverse ? sum / static_cast<long double>(length) : sum;
}

// A sum of n products in float64 has an error of a few roundings of its magnitude; the result is
// rounded once.
template <class T>
void requireClose(T made, long double wanted, long double magnitude) {
  constexpr long double kRoundings = 16;
  const long double bound = std::abs(wanted) * std::numeric_limits<T>::epsilon() +
                            kRoundings * magnitude * std::numeric_limits<double>::epsilon();
  INFO("made " << static_cast<double>(made) << ", wanted " << static_cast<double>(wanted));
  REQUIRE(std::abs(static_cast<long double>(made) - wanted) <= bound);
}

// The Euclidean length of the numbers, which no number of their transform exceeds much more than
// its own rounding.
long double magnitudeOf(const std::vector<Exact>& numbers) {
  long double sum = 0;
  for (const Exact& number : numbers) sum += std::norm(number);
  return std::sqrt(sum * static_cast<long double>(numbers.size()));
}

template <class T>
void check(const Fourier& of, Random& random, bool hasWindow) {
  INFO("length " << of.length << ", size " << of.size << ", complex " << of.complex << ", inverse "
                 << of.inverse << ", one-sided " << of.oneSided);
  const auto input = reals<T>(random, of.outer * of.size * of.inner * partsOf(of));
  const auto window = hasWindow ? reals<T>(random, of.length) : std::vector<T>{};
  const std::vector<T> made = run(of, input, window);
  const std::vector<Exact> roots = rootsOf(of.length, of.inverse);
  const T* next = made.data();
  for (Count outer = 0; outer < of.outer; ++outer)
    for (Count frame = 0; frame < of.frames; ++frame)
      for (Count bin = 0; bin < binsOf(of); ++bin)
        for (Count inner = 0; inner < of.inner; ++inner, next += 2) {
          const auto numbers = frameOf(of, input, window, outer, frame, inner);
          const long double magnitude =
              magnitudeOf(numbers) / (of.inverse ? static_cast<long double>(of.length) : 1);
          const Exact wanted = binOf(numbers, roots, bin, of.inverse);
          requireClose(next[0], wanted.real(), magnitude);
          requireClose(next[1], wanted.imag(), magnitude);
        }
}

TEMPLATE_TEST_CASE("fourier: every short length, in every form", "[layers]", float, double) {
  Random random(90);
  for (Count length = 1; length <= 70; ++length)
    for (int form = 0; form < 8; ++form)
      check<TestType>({.type = kType<TestType>,
                       .size = length,
                       .length = length,
                       .complex = (form & 1) != 0,
                       .inverse = (form & 2) != 0,
                       .oneSided = (form & 4) != 0},
                      random, false);
}

TEMPLATE_TEST_CASE("fourier: frames, axes, windows, and ends of the input", "[layers]", float,
                   double) {
  Random random(91);
  for (int i = 0; i < 300; ++i) {
    const Fourier request{.type = kType<TestType>,
                          .outer = random.between(0, 3),
                          .size = random.between(0, 40),
                          .inner = random.between(0, 3),
                          .length = random.between(1, 30),
                          .frames = random.between(0, 4),
                          .step = random.between(0, 12),
                          .complex = random.chance(50),
                          .inverse = random.chance(50),
                          .oneSided = random.chance(50)};
    check<TestType>(request, random, random.chance(50));
  }
}

TEST_CASE("fourier: long transforms, at some of their bins", "[layers]") {
  Random random(92);
  for (const Count length :
       {1000, 1021, 4096, 6561, 65'536, 65'537, 78'125, 117'649, 131'072, 2 * 65'537})
    for (const bool complex : {false, true}) {
      const Fourier of{
          .type = DType::float64, .size = length, .length = length, .complex = complex};
      const auto input = reals<double>(random, length * partsOf(of));
      const auto made = run(of, input, {});
      const auto numbers = frameOf(of, input, {}, 0, 0, 0);
      const auto roots = rootsOf(length, false);
      for (int i = 0; i < 6; ++i) {
        const Count bin = i == 0 ? length - 1 : random.between(0, static_cast<int>(length) - 1);
        INFO("length " << length << ", bin " << bin);
        const Exact wanted = binOf(numbers, roots, bin, false);
        requireClose(made[at(2 * bin)], wanted.real(), magnitudeOf(numbers));
        requireClose(made[at(2 * bin + 1)], wanted.imag(), magnitudeOf(numbers));
      }
    }
}

// An impulse becomes a root of unity for each bin: the factors themselves.
TEST_CASE("fourier: an impulse shows the roots of unity, within two roundings", "[layers]") {
  for (const Count length : {8, 60, 512, 1024, 2401, 3125}) {
    std::vector<double> input(at(2 * length));
    input[2] = 1;
    const Fourier of{.type = DType::float64, .size = length, .length = length, .complex = true};
    const auto made = run(of, input, {});
    const auto roots = rootsOf(length, false);
    for (Count bin = 0; bin < length; ++bin) {
      const long double error =
          std::abs(Exact(made[at(2 * bin)], made[at(2 * bin + 1)]) - roots[at(bin)]);
      REQUIRE(error <= 12 * std::numeric_limits<double>::epsilon());
    }
  }
}

TEST_CASE("fourier: threads share frames, bit for bit", "[layers]") {
  simdcast::testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  Random random(93);
  for (const Count length : {1, 16, 37, 400}) {
    const Fourier of{.type = DType::float32,
                     .outer = 2,
                     .size = 1200,
                     .inner = 2,
                     .length = length,
                     .frames = 7,
                     .step = 160,
                     .oneSided = true};
    const auto input = reals<float>(random, of.outer * of.size * of.inner);
    const auto window = reals<float>(random, length);
    CHECK(run(of, input, window, &crew.team) == run(of, input, window));
  }
}

TEST_CASE("fourier: lengths and types that have no transform are rejected", "[layers]") {
  constexpr DType kType = DType::float32;
  CHECK(isPossible(Fourier{.type = kType, .length = kLongest}));
  CHECK(isPossible(FourierTable{.length = kLongest}));
  CHECK(isPossible(FourierTable{.length = kLongest, .complex = true}));
  for (const Count length : {Count{0}, Count{-1}, kLongest + 1, kMaxCount}) {
    CHECK_FALSE(isPossible(Fourier{.type = kType, .length = length}));
    CHECK_FALSE(isPossible(FourierTable{.length = length}));
  }
  for (const DType type : {DType::float16, DType::bfloat16, DType::int32, DType::complex64})
    CHECK_FALSE(isPossible(Fourier{.type = type}));
  CHECK_FALSE(isPossible(FourierTable{.type = kType}));
  CHECK_FALSE(isPossible(Fourier{.type = kType, .size = -1}));
  CHECK_FALSE(isPossible(Fourier{.type = kType, .frames = -1}));
  CHECK_FALSE(isPossible(Fourier{.type = kType, .step = -1}));
}

}  // namespace
}  // namespace simdcast::test::layers_fourier_test
