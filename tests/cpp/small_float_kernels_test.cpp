// Kernels on float16 and bfloat16 as stored, against one value at a time: widened, computed in
// float32, narrowed. Blocks of eight hold every mixture of normal, subnormal, infinite and NaN.
#include "kernels/small_float_kernels.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "convert/small_floats.hpp"
#include "support/buffers.hpp"
#include "support/random.hpp"

namespace simdcast::test::small_float_kernels_test {
namespace {

using Bits = std::uint16_t;
using Values = std::vector<Bits>;

// Of equal zeros, the positive one is the larger.
float larger(float a, float b) {
  if (a != a || b != b) return NAN;
  return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
}
float smaller(float a, float b) {
  if (a != a || b != b) return NAN;
  return a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
}

struct Case {
  KernelOp op;
  float (*reference)(float, float);
};

const Case kCases[] = {
    {KernelOp::add, [](float a, float b) { return a + b; }},
    {KernelOp::sub, [](float a, float b) { return a - b; }},
    {KernelOp::mul, [](float a, float b) { return a * b; }},
    {KernelOp::div, [](float a, float b) { return a / b; }},
    {KernelOp::max, larger},
    {KernelOp::min, smaller},
};

// The result's bits, and those of its widened value, which reveal a NaN.
template <SmallFloat T>
struct Expected {
  Bits bits;
  bool isNan;
};

template <SmallFloat T>
Expected<T> expected(const Case& tested, Bits a, Bits b) {
  T result;
  narrow(tested.reference(widen(T{a}), widen(T{b})), result);
  return {result.bits, widen(result) != widen(result)};
}

template <SmallFloat T>
constexpr DType kType = std::is_same_v<T, Half> ? DType::float16 : DType::bfloat16;

template <SmallFloat T>
void check(const Case& tested, const Values& a, const Values& b, bool repeat = false) {
  const Kernel kernel = findSmallFloatKernel(tested.op, kType<T>);
  REQUIRE(kernel != nullptr);
  const Source sourceA(a, a.size() % 3);
  const Source sourceB(repeat ? Values{b[0]} : b);
  Destination out(a.size() * 2, 0, a.size() % 5);
  const Input inputs[] = {{sourceA.data(), 2}, {sourceB.data(), repeat ? 0 : 2}};
  kernel(static_cast<std::ptrdiff_t>(a.size()), out.data(), inputs);
  REQUIRE(out.canariesLive());
  const Values got = out.values<Bits>();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Expected<T> wanted = expected<T>(tested, a[i], b[repeat ? 0 : i]);
    const bool right = wanted.isNan ? widen(T{got[i]}) != widen(T{got[i]}) : got[i] == wanted.bits;
    if (right) continue;
    INFO("operator " << static_cast<int>(tested.op) << ", element " << i << ": " << a[i] << " with "
                     << b[repeat ? 0 : i]);
    REQUIRE(got[i] == wanted.bits);
    FAIL("a NaN is missing");
  }
}

Values randomBits(Random& random, std::size_t count, Bits mask, Bits set) {
  Values values(count);
  for (Bits& value : values) value = static_cast<Bits>((random.bits() & mask) | set);
  return values;
}

// Both formats, with the operands in either order.
void checkAll(const Values& a, const Values& b) {
  for (const Case& tested : kCases) {
    check<Half>(tested, a, b);
    check<Half>(tested, b, a);
    check<BFloat>(tested, a, b);
    check<BFloat>(tested, b, a);
  }
}

TEST_CASE("small float kernels: any bits", "[small_floats][random]") {
  Random random(90);
  for (int round = 0; round < 60; ++round)
    checkAll(randomBits(random, 1000, 0xffff, 0), randomBits(random, 1000, 0xffff, 0));
}

// Exponents of float16 below 16: sums are often, and products mostly, subnormal or next to it.
TEST_CASE("small float kernels: small values", "[small_floats][random]") {
  Random random(91);
  for (int round = 0; round < 60; ++round) {
    checkAll(randomBits(random, 1000, 0x83ff, 0), randomBits(random, 1000, 0x83ff, 0));
    checkAll(randomBits(random, 1000, 0x9fff, 0), randomBits(random, 1000, 0xbfff, 0));
    checkAll(randomBits(random, 1000, 0x83ff, 0), randomBits(random, 1000, 0x83ff, 0x3800));
  }
}

TEST_CASE("small float kernels: large values", "[small_floats][random]") {
  Random random(92);
  for (int round = 0; round < 60; ++round) {
    checkAll(randomBits(random, 1000, 0x8bff, 0x7000), randomBits(random, 1000, 0x8bff, 0x7000));
    checkAll(randomBits(random, 1000, 0x83ff, 0x7800), randomBits(random, 1000, 0x83ff, 0x3800));
  }
}

TEST_CASE("small float kernels: zeros beside other values", "[small_floats]") {
  Random random(93);
  Values a = randomBits(random, 4000, 0xffff, 0);
  Values b = randomBits(random, 4000, 0xffff, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (random.chance(40)) a[i] &= 0x8000;
    if (random.chance(40)) b[i] &= 0x8000;
  }
  checkAll(a, b);
}

TEST_CASE("small float kernels: every length, with a repeated input", "[small_floats]") {
  Random random(94);
  for (std::size_t n = 1; n <= 40; ++n) {
    const Values a = randomBits(random, n, 0xffff, 0);
    const Values b = randomBits(random, n, 0xffff, 0);
    for (const Case& tested : kCases) {
      check<Half>(tested, a, b);
      check<Half>(tested, a, b, true);
      check<BFloat>(tested, a, b);
      check<BFloat>(tested, a, b, true);
    }
  }
}

TEST_CASE("small float kernels: other operators and types have none", "[small_floats]") {
  CHECK(findSmallFloatKernel(KernelOp::pow, DType::float16) == nullptr);
  CHECK(findSmallFloatKernel(KernelOp::add, DType::float32) == nullptr);
}

}  // namespace
}  // namespace simdcast::test::small_float_kernels_test
