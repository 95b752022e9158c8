// The exponential function of softmax against long double. The others are tested in tests/accuracy.
#include "math/exp.hpp"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace simdcast::test::exp_test {
namespace {

using math::raisedExp;
using simd::Vec;

template <class T>
T raised(T x) {
  return raisedExp(Vec<T>(x)).raw[0];
}

// From the smallest magnitudes to `lowest`: in each binade, and evenly.
template <class T>
std::vector<T> numbersDownTo(T lowest) {
  std::vector<T> numbers{T{0}, T(-0.0), -std::numeric_limits<T>::denorm_min()};
  for (T most = -std::numeric_limits<T>::min(); most > lowest; most *= 2)
    for (int i = 0; i < 97; ++i)
      numbers.push_back(std::max(lowest, most * (1 + static_cast<T>(i) / 97)));
  for (int i = 0; i < 20'000; ++i) numbers.push_back(lowest * static_cast<T>(i) / 20'000);
  return numbers;
}

// For a 128-bit long double, as in wasm, musl's std::exp is that of double: inexact if the result
// is subnormal there. So this is e^r times a power of two, with |r| <= ln 2 / 2.
long double exponential(long double x) {
  // Together they are ln 2; the first has few bits, which makes its multiples exact.
  constexpr long double kLn2High = 0x1.62e42feep-1L;
  constexpr long double kLn2Low = 1.90821492927058781614426568e-10L;
  const long double twos = std::round(x / (kLn2High + kLn2Low));
  const long double r = (x - twos * kLn2High) - twos * kLn2Low;
  long double series = 1;
  for (int i = 30; i > 0; --i) series = 1 + series * r / static_cast<long double>(i);
  return std::ldexp(series, static_cast<int>(twos));
}

template <class T>
long double unitOf(long double x) {
  return std::ldexp(1.0L, std::ilogb(x) - std::numeric_limits<T>::digits + 1);
}

TEMPLATE_TEST_CASE("raisedExp: within its bound, and normal, wherever exp is not 0", "[math]",
                   float, double) {
  constexpr bool kSingle = sizeof(TestType) == sizeof(float);
  constexpr long double kBound = kSingle ? 1.5L : 2;
  // The logarithm of half the smallest number above 0.
  constexpr auto kLeast = static_cast<TestType>(kSingle ? -103.972F : -745.133);
  for (const TestType x : numbersDownTo(kLeast)) {
    const long double expected = exponential(x) * math::kRaise<TestType>;
    const TestType actual = raised(x);
    INFO(x << ": " << actual << ", expected " << static_cast<double>(expected));
    REQUIRE(std::isnormal(actual));
    REQUIRE(std::abs(actual - expected) <= kBound * unitOf<TestType>(expected));
  }
}

TEMPLATE_TEST_CASE("raisedExp: 0 for large negative numbers, and NaN of NaN", "[math]", float,
                   double) {
  using Limits = std::numeric_limits<TestType>;
  const TestType past = sizeof(TestType) == sizeof(float) ? TestType{-104.5} : TestType{-745.7};
  for (const TestType x : {past, past * 2, TestType{-1e4}, Limits::lowest(), -Limits::infinity()})
    REQUIRE(raised(x) == 0);
  REQUIRE(std::isnan(raised(Limits::quiet_NaN())));
}

}  // namespace
}  // namespace simdcast::test::exp_test
