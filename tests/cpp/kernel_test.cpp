// Every operator whose result is exact, in every lane, against scalar arithmetic, at every length
// around the vector and the unrolled loop. Source of the semantics: facts 2.1 to 2.8 and section 7.
#include "kernels/kernel.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/buffers.hpp"
#include "support/scalar.hpp"

namespace simdcast::test::kernel_test {
namespace {

using Truth = std::uint8_t;

template <class T>
using Values = std::vector<T>;

// An operator in a lane, and its result for one pair of elements.
template <class T, class R = T>
struct Case {
  Kernel kernel = nullptr;
  R (*reference)(T, T) = nullptr;
};

template <class T, class R>
Values<R> expected(const Case<T, R>& tested, const Values<T>& a, const Values<T>& b) {
  Values<R> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(tested.reference(a[i], b[i]));
  return all;
}

template <class T, class R>
void requireSame(const Values<R>& got, const Values<R>& wanted, const Values<T>& a,
                 const Values<T>& b) {
  const std::ptrdiff_t at = firstDifference(got, wanted);
  if (at < 0) return;
  const auto i = static_cast<std::size_t>(at);
  INFO("element " << i << " of " << a.size() << ": " << +a[i] << " with " << +b[i]);
  REQUIRE(+got[i] == +wanted[i]);
  FAIL("the bits differ");
}

template <class T, class R>
void checkValues(const Case<T, R>& tested, const Values<T>& a, const Values<T>& b,
                 std::size_t misaligned) {
  const Source sourceA(a, misaligned);
  const Source sourceB(b, misaligned / 2);
  Destination out(a.size() * sizeof(R), 0, misaligned);
  const Input inputs[] = {{sourceA.data(), sizeof(T)}, {sourceB.data(), sizeof(T)}};
  tested.kernel(static_cast<std::ptrdiff_t>(a.size()), out.data(), inputs);
  requireSame(out.values<R>(), expected(tested, a, b), a, b);
  REQUIRE(out.canariesLive());
}

template <class T, class R>
void checkNotable(const Case<T, R>& tested) {
  Values<T> a;
  Values<T> b;
  for (const T x : notableValues<T>())
    for (const T y : notableValues<T>()) {
      a.push_back(x);
      b.push_back(y);
    }
  checkValues(tested, a, b, 0);
}

template <class T, class R>
void checkLengths(const Case<T, R>& tested) {
  Random random(80);
  for (Count n = 0; n <= 150; ++n)
    checkValues(tested, randomValues<T>(random, n), randomValues<T>(random, n),
                static_cast<std::size_t>(n % 7));
}

template <class T>
std::ptrdiff_t strideOf(bool repeats) {
  return repeats ? 0 : static_cast<std::ptrdiff_t>(sizeof(T));
}

// A repeated input is a single element.
template <class T, class R>
void checkRepeat(const Case<T, R>& tested, bool repeatA, bool repeatB) {
  Random random(81);
  for (Count n = 1; n <= 150; ++n) {
    Values<T> a = randomValues<T>(random, n);
    Values<T> b = randomValues<T>(random, n);
    const auto toOne = [](Values<T>& values) {
      values.assign(values.size(), values[0]);
      return Values<T>{values[0]};
    };
    const Source sourceA(repeatA ? toOne(a) : a);
    const Source sourceB(repeatB ? toOne(b) : b);
    Destination out(a.size() * sizeof(R));
    const Input inputs[] = {{sourceA.data(), strideOf<T>(repeatA)},
                            {sourceB.data(), strideOf<T>(repeatB)}};
    tested.kernel(n, out.data(), inputs);
    requireSame(out.values<R>(), expected(tested, a, b), a, b);
    REQUIRE(out.canariesLive());
  }
}

template <class T>
void checkInPlace(const Case<T, T>& tested) {
  Random random(82);
  for (const int onto : {0, 1}) {
    for (Count n = 0; n <= 150; ++n) {
      const Values<T> a = randomValues<T>(random, n);
      const Values<T> b = randomValues<T>(random, n);
      const Source sources[] = {Source(a), Source(b)};
      const Input inputs[] = {{sources[0].data(), sizeof(T)}, {sources[1].data(), sizeof(T)}};
      tested.kernel(n, sources[onto].data(), inputs);
      requireSame(sources[onto].template values<T>(), expected(tested, a, b), a, b);
    }
  }
}

template <class T, class R>
void checkCase(const Case<T, R>& tested) {
  REQUIRE(tested.kernel != nullptr);
  checkNotable(tested);
  checkLengths(tested);
  checkRepeat(tested, true, false);
  checkRepeat(tested, false, true);
  checkRepeat(tested, true, true);
  if constexpr (std::is_same_v<T, R>) checkInPlace(tested);
}

template <class T, class R>
void check(KernelOp op, std::string_view type, R (*reference)(T, T), Lane lane = LaneOf<T>::value) {
  INFO(type);
  checkCase(Case<T, R>{findKernel(op, lane), reference});
}

template <KernelOp kOp, class T>
T arithmetic(T a, T b) {
  return scalar(kOp, a, b);
}

// The remainder with the sign of the dividend; 0 for a zero divisor.
template <class T>
T truncated(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fmod(a, b);
  else
    return scalar(KernelOp::sub, a,
                  scalar(KernelOp::mul, b == 0 ? T{1} : b, b == 0 ? a : scalarDiv(a, b)));
}

// The remainder with the sign of the divisor.
template <class T>
T floored(T a, T b) {
  const T rest = truncated(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
}

template <class T>
T prelu(T x, T slope) {
  return x < 0 ? scalar(KernelOp::mul, x, slope) : x;
}

template <class T>
T larger(T a, T b) {
  if (a != a || b != b) return a != a ? a : b;
  if constexpr (std::is_floating_point_v<T>)
    if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

template <class T>
T smaller(T a, T b) {
  if (a != a || b != b) return a != a ? a : b;
  if constexpr (std::is_floating_point_v<T>)
    if (a == b) return std::signbit(a) ? a : b;
  return b < a ? b : a;
}

template <class T>
Truth isEqual(T a, T b) {
  return a == b ? 1 : 0;
}
template <class T>
Truth isLess(T a, T b) {
  return a < b ? 1 : 0;
}
template <class T>
Truth isLessOrEqual(T a, T b) {
  return a <= b ? 1 : 0;
}

// BitShift-28: an amount that is negative or past the width leaves only the sign.
template <class T>
T shiftedLeft(T x, T amount) {
  if (amount < 0 || static_cast<std::uint64_t>(amount) >= sizeof(T) * 8) return 0;
  return static_cast<T>(static_cast<std::uint64_t>(x) << amount);
}
template <class T>
T shiftedRight(T x, T amount) {
  if (amount < 0 || static_cast<std::uint64_t>(amount) >= sizeof(T) * 8)
    return static_cast<T>(x < 0 ? -1 : 0);
  return static_cast<T>(x >> amount);
}

Truth both(Truth a, Truth b) { return a != 0 && b != 0; }
Truth either(Truth a, Truth b) { return a != 0 || b != 0; }
Truth onlyOne(Truth a, Truth b) { return (a != 0) != (b != 0); }
Truth sameTruth(Truth a, Truth b) { return (a != 0) == (b != 0); }

template <class T>
T bitAnd(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T bitOr(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T bitXor(T a, T b) {
  return static_cast<T>(a ^ b);
}

TEST_CASE("kernel: Add in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::add, type, arithmetic<KernelOp::add, T>);
  });
}

TEST_CASE("kernel: Sub in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::sub, type, arithmetic<KernelOp::sub, T>);
  });
}

TEST_CASE("kernel: Mul in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::mul, type, arithmetic<KernelOp::mul, T>);
  });
}

TEST_CASE("kernel: Div in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::div, type, arithmetic<KernelOp::div, T>);
  });
}

TEST_CASE("kernel: truncated remainder in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) { check(KernelOp::fmod, type, truncated<T>); });
}

TEST_CASE("kernel: floored remainder in every integer lane", "[kernel]") {
  forEachIntegerLane(
      []<class T>(T, std::string_view type) { check(KernelOp::mod, type, floored<T>); });
}

// Operands for which a float would round: of every length in bits, at multiples of the divisor and
// next to them.
TEST_CASE("kernel: integer division beside whole quotients", "[kernel]") {
  forEachIntegerLane([]<class T>(T, std::string_view type) {
    Random random(83);
    constexpr int kBits = sizeof(T) * 8;
    const auto ofAnyLength = [&] {
      const auto bits = static_cast<std::make_unsigned_t<T>>(random.bits());
      const auto shorter = static_cast<T>(bits >> random.between(0, kBits - 1));
      return random.chance(50) ? shorter : scalar(KernelOp::sub, T{0}, shorter);
    };
    Values<T> a;
    Values<T> b;
    for (int i = 0; i < 20000; ++i) {
      const T divisor = ofAnyLength();
      const T multiple = scalar(KernelOp::mul, ofAnyLength(), divisor);
      for (const int beside : {-1, 0, 1}) {
        a.push_back(scalar(KernelOp::add, multiple, static_cast<T>(beside)));
        b.push_back(divisor);
      }
    }
    INFO(type);
    const auto lane = LaneOf<T>::value;
    checkValues(Case<T, T>{findKernel(KernelOp::div, lane), arithmetic<KernelOp::div, T>}, a, b, 0);
    checkValues(Case<T, T>{findKernel(KernelOp::fmod, lane), truncated<T>}, a, b, 0);
    checkValues(Case<T, T>{findKernel(KernelOp::mod, lane), floored<T>}, a, b, 0);
  });
}

TEST_CASE("kernel: Max and Min in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::max, type, larger<T>);
    check(KernelOp::min, type, smaller<T>);
  });
}

TEST_CASE("kernel: comparisons in every lane", "[kernel]") {
  forEachLane([]<class T>(T, std::string_view type) {
    check(KernelOp::equal, type, isEqual<T>);
    check(KernelOp::less, type, isLess<T>);
    check(KernelOp::lessOrEqual, type, isLessOrEqual<T>);
  });
}

TEST_CASE("kernel: BitAnd, BitOr and BitXor in every integer lane", "[kernel]") {
  forEachIntegerLane([]<class T>(T, std::string_view type) {
    check(KernelOp::bitAnd, type, bitAnd<T>);
    check(KernelOp::bitOr, type, bitOr<T>);
    check(KernelOp::bitXor, type, bitXor<T>);
  });
}

TEST_CASE("kernel: shifts in every integer lane", "[kernel]") {
  forEachIntegerLane([]<class T>(T, std::string_view type) {
    check(KernelOp::shiftLeft, type, shiftedLeft<T>);
    check(KernelOp::shiftRight, type, shiftedRight<T>);
  });
}

TEST_CASE("kernel: PRelu in its lanes", "[kernel]") {
  check(KernelOp::prelu, "float32", prelu<float>);
  check(KernelOp::prelu, "float64", prelu<double>);
  check(KernelOp::prelu, "int32", prelu<std::int32_t>);
  check(KernelOp::prelu, "int64", prelu<std::int64_t>);
  check(KernelOp::prelu, "uint32", prelu<std::uint32_t>);
  check(KernelOp::prelu, "uint64", prelu<std::uint64_t>);
}

TEST_CASE("kernel: And, Or, Xor and Equal of truth values", "[kernel]") {
  check(KernelOp::logicalAnd, "bool", both, Lane::b8);
  check(KernelOp::logicalOr, "bool", either, Lane::b8);
  check(KernelOp::logicalXor, "bool", onlyOne, Lane::b8);
  check(KernelOp::equal, "bool", sameTruth, Lane::b8);
}

TEST_CASE("kernel: ncnn's MAX and MIN are std::max and std::min", "[kernel]") {
  check<float, float>(KernelOp::ncnnMax, "float32",
                      [](float a, float b) { return std::max(a, b); });
  check<float, float>(KernelOp::ncnnMin, "float32",
                      [](float a, float b) { return std::min(a, b); });
}

template <class T, class R = T>
R one(KernelOp op, T a, T b) {
  const Source sourceA(Values<T>{a});
  const Source sourceB(Values<T>{b});
  Destination out(sizeof(R));
  const Input inputs[] = {{sourceA.data(), sizeof(T)}, {sourceB.data(), sizeof(T)}};
  findKernel(op, LaneOf<T>::value)(1, out.data(), inputs);
  return out.values<R>()[0];
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Expected values by hand: the scalar references must not test themselves.
TEST_CASE("kernel: integers wrap", "[kernel]") {
  CHECK(one<std::int8_t>(KernelOp::add, 127, 1) == -128);
  CHECK(one<std::uint8_t>(KernelOp::sub, 3, 5) == 254);
  CHECK(one<std::int16_t>(KernelOp::mul, 300, 300) == 24464);
  CHECK(one<std::uint16_t>(KernelOp::mul, 65535, 65535) == 1);
  CHECK(one<std::int32_t>(KernelOp::add, 2147483647, 1) == INT32_MIN);
  CHECK(one<std::int32_t>(KernelOp::mul, 65536, 65536) == 0);
  CHECK(one<std::uint32_t>(KernelOp::sub, 0, 1) == 4294967295U);
  CHECK(one<std::int64_t>(KernelOp::sub, INT64_MIN, 1) == INT64_MAX);
  CHECK(one<std::uint64_t>(KernelOp::mul, UINT64_MAX, UINT64_MAX) == 1);
}

// test_div_int32_trunc.
TEST_CASE("kernel: integer division truncates", "[kernel]") {
  const int a[] = {-3, 3, -3, 3};
  const int b[] = {2, 2, -2, -2};
  const int wanted[] = {-1, 1, 1, -1};
  for (int i = 0; i < 4; ++i) CHECK(one<std::int32_t>(KernelOp::div, a[i], b[i]) == wanted[i]);
  CHECK(one<std::int8_t>(KernelOp::div, -7, 2) == -3);
  CHECK(one<std::uint8_t>(KernelOp::div, 255, 2) == 127);
}

TEST_CASE("kernel: an integer divided by zero is 0", "[kernel]") {
  CHECK(one<std::int8_t>(KernelOp::div, -5, 0) == 0);
  CHECK(one<std::uint16_t>(KernelOp::div, 9, 0) == 0);
  CHECK(one<std::int32_t>(KernelOp::div, INT32_MIN, 0) == 0);
  CHECK(one<std::uint64_t>(KernelOp::div, 1, 0) == 0);
  CHECK(one<std::int32_t>(KernelOp::mod, 7, 0) == 0);
  CHECK(one<std::int32_t>(KernelOp::fmod, -7, 0) == 0);
}

TEST_CASE("kernel: the lowest integer divided by -1 is itself, and leaves nothing", "[kernel]") {
  CHECK(one<std::int8_t>(KernelOp::div, INT8_MIN, -1) == INT8_MIN);
  CHECK(one<std::int16_t>(KernelOp::div, INT16_MIN, -1) == INT16_MIN);
  CHECK(one<std::int32_t>(KernelOp::div, INT32_MIN, -1) == INT32_MIN);
  CHECK(one<std::int64_t>(KernelOp::div, INT64_MIN, -1) == INT64_MIN);
  CHECK(one<std::int32_t>(KernelOp::mod, INT32_MIN, -1) == 0);
  CHECK(one<std::int64_t>(KernelOp::fmod, INT64_MIN, -1) == 0);
}

// Facts 2.3, its two recomputed rows.
TEST_CASE("kernel: remainders take the sign of the divisor, or of the dividend", "[kernel]") {
  const int a[] = {-4, 7, 5, 4, -7, 8};
  const int b[] = {2, -3, 8, -2, 3, 5};
  const int flooredWanted[] = {0, -2, 5, 0, 2, 3};
  const int truncatedWanted[] = {0, 1, 5, 0, -1, 3};
  for (int i = 0; i < 6; ++i) {
    CHECK(one<std::int32_t>(KernelOp::mod, a[i], b[i]) == flooredWanted[i]);
    CHECK(one<std::int64_t>(KernelOp::fmod, a[i], b[i]) == truncatedWanted[i]);
  }
}

TEST_CASE("kernel: floats follow IEEE", "[kernel]") {
  CHECK(sameValue(one(KernelOp::div, 1.0F, 0.0F), kInfinity));
  CHECK(sameValue(one(KernelOp::div, 1.0F, -0.0F), -kInfinity));
  CHECK(sameValue(one(KernelOp::div, 0.0F, -5.0F), -0.0F));
  CHECK(sameValue(one(KernelOp::add, -0.0F, -0.0F), -0.0F));
  CHECK(sameValue(one(KernelOp::add, -0.0F, 0.0F), 0.0F));
  CHECK(sameValue(one(KernelOp::mul, 0.0F, -1.0F), -0.0F));
  CHECK(sameValue(one(KernelOp::add, 3e38F, 3e38F), kInfinity));
  CHECK(sameValue(one(KernelOp::div, 0.0F, 0.0F), kNaN));
  CHECK(sameValue(one(KernelOp::sub, kInfinity, kInfinity), kNaN));
  CHECK(sameValue(one(KernelOp::mul, 0.0F, kInfinity), kNaN));
  CHECK(one(KernelOp::add, 0.1F, 0.2F) == 0.3F);
  CHECK(one(KernelOp::add, 0.1, 0.2) == 0.30000000000000004);
  CHECK(one(KernelOp::mul, 1e-38F, 1e-7F) == 1e-45F);
}

// Facts 2.3: fmod=1.
TEST_CASE("kernel: fmod's special values", "[kernel]") {
  CHECK(sameValue(one(KernelOp::fmod, kInfinity, 3.0F), kNaN));
  CHECK(sameValue(one(KernelOp::fmod, 3.0F, 0.0F), kNaN));
  CHECK(sameValue(one(KernelOp::fmod, 3.0F, -0.0F), kNaN));
  CHECK(sameValue(one(KernelOp::fmod, -3.5F, kInfinity), -3.5F));
  CHECK(sameValue(one(KernelOp::fmod, kNaN, 3.0F), kNaN));
  CHECK(one(KernelOp::fmod, -7.5F, 2.0F) == -1.5F);
}

// Facts 2.3: Mod-28 with fmod=0.
TEST_CASE("kernel: the floored remainder of floats", "[kernel]") {
  const auto mod = [](auto a, auto b) { return one(KernelOp::mod, a, b); };
  CHECK(mod(-7.5F, 2.0F) == 0.5F);
  CHECK(mod(7.5F, -2.0F) == -0.5F);
  CHECK(sameValue(mod(0.0F, -2.0F), -0.0F));
  CHECK(sameValue(mod(-0.0F, 2.0F), 0.0F));
  CHECK(sameValue(mod(kInfinity, 2.0F), kNaN));
  CHECK(sameValue(mod(2.0F, -0.0F), kNaN));
  CHECK(mod(2.0F, kInfinity) == 2.0F);
  CHECK(sameValue(mod(-2.0F, kInfinity), kInfinity));
  CHECK(sameValue(mod(2.0F, -kInfinity), -kInfinity));
  CHECK(sameValue(mod(kNaN, 2.0F), kNaN));
  constexpr double kWideInfinity = std::numeric_limits<double>::infinity();
  CHECK(sameValue(mod(-2.0, kWideInfinity), kWideInfinity));
  CHECK(sameValue(mod(2.0, 0.0), std::numeric_limits<double>::quiet_NaN()));
  CHECK(mod(-7.5, 2.0) == 0.5);
}

TEST_CASE("kernel: Max and Min propagate NaN from either side, and order zeros", "[kernel]") {
  for (const KernelOp op : {KernelOp::max, KernelOp::min}) {
    CHECK(sameValue(one(op, kNaN, 1.0F), kNaN));
    CHECK(sameValue(one(op, 1.0F, kNaN), kNaN));
  }
  CHECK(sameValue(one(KernelOp::max, -0.0F, 0.0F), 0.0F));
  CHECK(sameValue(one(KernelOp::max, 0.0F, -0.0F), 0.0F));
  CHECK(sameValue(one(KernelOp::min, 0.0F, -0.0F), -0.0F));
  CHECK(sameValue(one(KernelOp::min, -0.0F, 0.0F), -0.0F));
}

// Facts 4.2.
TEST_CASE("kernel: ncnn's MAX and MIN keep a NaN in x, and drop one in y", "[kernel]") {
  for (const KernelOp op : {KernelOp::ncnnMax, KernelOp::ncnnMin}) {
    CHECK(sameValue(one(op, kNaN, 1.0F), kNaN));
    CHECK(sameValue(one(op, 1.0F, kNaN), 1.0F));
  }
}

TEST_CASE("kernel: comparisons with NaN are false, and -0 equals 0", "[kernel]") {
  const auto compare = [](KernelOp op, float a, float b) { return one<float, Truth>(op, a, b); };
  for (const KernelOp op : {KernelOp::equal, KernelOp::less, KernelOp::lessOrEqual}) {
    CHECK(compare(op, kNaN, kNaN) == 0);
    CHECK(compare(op, kNaN, 1) == 0);
    CHECK(compare(op, 1, kNaN) == 0);
  }
  CHECK(compare(KernelOp::equal, -0.0F, 0.0F) == 1);
  CHECK(compare(KernelOp::less, -0.0F, 0.0F) == 0);
  CHECK(compare(KernelOp::lessOrEqual, 0.0F, -0.0F) == 1);
}

TEST_CASE("kernel: shifts past the width leave 0, or the sign", "[kernel]") {
  CHECK(one<std::uint64_t>(KernelOp::shiftLeft, 1, 64) == 0);
  CHECK(one<std::uint64_t>(KernelOp::shiftRight, UINT64_MAX, 64) == 0);
  CHECK(one<std::uint8_t>(KernelOp::shiftLeft, 255, 8) == 0);
  CHECK(one<std::int8_t>(KernelOp::shiftRight, -5, 8) == -1);
  CHECK(one<std::int8_t>(KernelOp::shiftRight, -5, 1) == -3);
  CHECK(one<std::int8_t>(KernelOp::shiftRight, 5, -1) == 0);
  CHECK(one<std::int32_t>(KernelOp::shiftLeft, 1, -1) == 0);
  CHECK(one<std::int32_t>(KernelOp::shiftLeft, 0x40000001, 1) == INT32_MIN + 2);
}

// Section 7: 1 for base 1, 1 or -1 for base -1, 0 otherwise; base 0 yields 0.
TEMPLATE_TEST_CASE("kernel: integer powers", "[kernel]", std::int32_t, std::int64_t) {
  const auto pow = [](TestType base, TestType exponent) {
    return one(KernelOp::pow, base, exponent);
  };
  const auto powUnsigned = [](TestType base, TestType exponent) {
    return one(KernelOp::powUnsigned, base, exponent);
  };
  CHECK(pow(2, 10) == 1024);
  CHECK(pow(-3, 3) == -27);
  CHECK(pow(0, 0) == 1);
  CHECK(pow(2, 64) == 0);
  CHECK(pow(3, 41) == static_cast<TestType>(-420491770248316829));  // 3^41 modulo 2^64
  CHECK(pow(3, std::numeric_limits<TestType>::max()) ==
        static_cast<TestType>(-6148914691236517205));
  CHECK(pow(std::numeric_limits<TestType>::max(), -1) == 0);  // whose square wraps to 1
  CHECK(pow(-1, std::numeric_limits<TestType>::min()) == 1);
  CHECK(powUnsigned(-1, -1) == -1);
  CHECK(powUnsigned(-1, -2) == 1);
  CHECK(powUnsigned(3, std::numeric_limits<TestType>::min()) == 1);  // 3^(2^31) and 3^(2^63)
  CHECK(pow(1, -5) == 1);
  CHECK(pow(-1, -5) == -1);
  CHECK(pow(-1, -4) == 1);
  CHECK(pow(2, -1) == 0);
  CHECK(pow(0, -1) == 0);
}

std::vector<std::byte> randomBytes(Random& random, Count count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.bits());
  return bytes;
}

TEST_CASE("kernel: selection moves elements of every width; any non-zero is true", "[kernel]") {
  Random random(85);
  for (const int width : {1, 2, 4, 8, 16}) {
    const Kernel select = findSelect(width);
    REQUIRE(select != nullptr);
    for (Count n = 0; n <= 70; ++n) {
      auto condition = randomBytes(random, n);
      for (std::byte& byte : condition)
        if (random.chance(50)) byte = std::byte{0};
      const auto x = randomBytes(random, n * width);
      const auto y = randomBytes(random, n * width);
      std::vector<std::byte> wanted(x.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool isTrue = condition[i / static_cast<std::size_t>(width)] != std::byte{0};
        wanted[i] = isTrue ? x[i] : y[i];
      }
      const Source sources[] = {Source(condition, 1), Source(x, 3), Source(y, 5)};
      Destination out(x.size());
      const Input inputs[] = {
          {sources[0].data(), 1}, {sources[1].data(), width}, {sources[2].data(), width}};
      select(n, out.data(), inputs);
      REQUIRE(out.values<std::byte>() == wanted);
      REQUIRE(out.canariesLive());
    }
  }
  CHECK(findSelect(3) == nullptr);
}

}  // namespace
}  // namespace simdcast::test::kernel_test
