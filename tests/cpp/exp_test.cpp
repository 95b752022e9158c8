// The exponential function of softmax against long double. The others are tests/accuracy's
// question.
#include "math/exp.hpp"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace simdcast::test {
namespace {

using math::raisedExp;
using simd::Vec;

template <class T>
T raised(T x) {
  return raisedExp(Vec<T>(x)).raw[0];
}

// From the least magnitudes to `lowest`: of each binade, and evenly.
template <class T>
std::vector<T> numbersDownTo(T lowest) {
  std::vector<T> numbers{T{0}, T(-0.0), -std::numeric_limits<T>::denorm_min()};
  for (T most = -std::numeric_limits<T>::min(); most > lowest; most *= 2)
    for (int i = 0; i < 97; ++i)
      numbers.push_back(std::max(lowest, most * (1 + static_cast<T>(i) / 97)));
  for (int i = 0; i < 20'000; ++i) numbers.push_back(lowest * static_cast<T>(i) / 20'000);
  return numbers;
}

template <class T>
long double unitOf(long double x) {
  return std::ldexp(1.0L, std::ilogb(x) - std::numeric_limits<T>::digits + 1);
}

TEMPLATE_TEST_CASE("raisedExp: within its bound, and normal, wherever exp is not 0", "[math]",
                   float, double) {
  constexpr bool kSingle = sizeof(TestType) == sizeof(float);
  constexpr long double kBound = kSingle ? 1.5L : 2;
  // The logarithm of half the least number above 0.
  constexpr auto kLeast = static_cast<TestType>(kSingle ? -103.972F : -745.133);
  for (const TestType x : numbersDownTo(kLeast)) {
    const long double expected = std::exp(static_cast<long double>(x)) * math::kRaise<TestType>;
    const TestType actual = raised(x);
    INFO(x << ": " << actual << ", expected " << static_cast<double>(expected));
    REQUIRE(std::isnormal(actual));
    REQUIRE(std::abs(actual - expected) <= kBound * unitOf<TestType>(expected));
  }
}

TEMPLATE_TEST_CASE("raisedExp: nothing of what is far below, and NaN of NaN", "[math]", float,
                   double) {
  using Limits = std::numeric_limits<TestType>;
  const TestType past = sizeof(TestType) == sizeof(float) ? TestType{-104.5} : TestType{-745.7};
  for (const TestType x : {past, past * 2, TestType{-1e4}, Limits::lowest(), -Limits::infinity()})
    REQUIRE(raised(x) == 0);
  REQUIRE(std::isnan(raised(Limits::quiet_NaN())));
}

}  // namespace
}  // namespace simdcast::test
