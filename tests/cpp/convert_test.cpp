// Widening and narrowing. Source: facts 2.12 and section 7 (one rounding to nearest even; towards
// zero and saturating from floats to integers), and IEEE 754's binary16.
#include "convert/convert.hpp"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/buffers.hpp"
#include "support/scalar.hpp"

namespace simdcast::test::convert_test {
namespace {

using Bits = std::uint16_t;

template <class To, class From>
std::vector<To> converted(Convert convert, const std::vector<From>& values) {
  REQUIRE(convert != nullptr);
  const Source source(values, 2);
  Destination out(values.size() * sizeof(To));
  convert(static_cast<std::ptrdiff_t>(values.size()), out.data(), source.data());
  REQUIRE(out.canariesLive());
  return out.values<To>();
}

std::vector<Bits> allBits() {
  std::vector<Bits> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Bits>(i);
  return all;
}

// From the definition: sign, exponent and fraction.
float halfValue(Bits bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
}

float brainValue(Bits bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

TEST_CASE("convert: every float16 is widened exactly", "[convert]") {
  const auto widened = converted<float>(findWiden(DType::float16, Lane::f32), allBits());
  for (int bits = 0; bits < 65536; ++bits) {
    INFO("bits " << bits);
    REQUIRE(sameValue(widened[static_cast<std::size_t>(bits)], halfValue(static_cast<Bits>(bits))));
  }
}

TEST_CASE("convert: every bfloat16 is widened exactly", "[convert]") {
  const auto widened = converted<float>(findWiden(DType::bfloat16, Lane::f32), allBits());
  for (int bits = 0; bits < 65536; ++bits) {
    INFO("bits " << bits);
    REQUIRE(
        sameValue(widened[static_cast<std::size_t>(bits)], brainValue(static_cast<Bits>(bits))));
  }
}

// Narrowing restores every value, and rounds values between two: midpoints to the even one, their
// neighbours to the nearer one.
void checkNarrowing(DType type, float (*value)(Bits), Bits infinity) {
  std::vector<float> between;
  std::vector<Bits> wanted;
  const auto add = [&](float from, Bits to) {
    between.push_back(from);
    wanted.push_back(to);
    between.push_back(-from);
    wanted.push_back(static_cast<Bits>(to | 0x8000));
  };
  for (Bits bits = 0; bits < infinity; ++bits) {
    add(value(bits), bits);
    const Bits next = bits + 1;
    if (next == infinity) break;
    const double middle = (double{value(bits)} + double{value(next)}) / 2;
    const auto exact = static_cast<float>(middle);
    add(exact, bits % 2 == 0 ? bits : next);
    add(std::nextafter(exact, 0.0F), bits);
    add(std::nextafter(exact, std::numeric_limits<float>::infinity()), next);
  }
  add(std::numeric_limits<float>::infinity(), infinity);
  const auto narrowed = converted<Bits>(findNarrow(Lane::f32, type), between);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    INFO(between[i] << " at " << i);
    REQUIRE(narrowed[i] == wanted[i]);
  }
}

TEST_CASE("convert: float16 is rounded to the nearest, ties to even", "[convert]") {
  checkNarrowing(DType::float16, halfValue, 0x7c00);
}

// The middle between two subnormal bfloat16s is a float32 subnormal, so it is exact too.
TEST_CASE("convert: bfloat16 is rounded to the nearest, ties to even", "[convert]") {
  checkNarrowing(DType::bfloat16, brainValue, 0x7f80);
}

TEST_CASE("convert: small floats overflow to infinity at the half way", "[convert]") {
  const auto half = [](float value) {
    return converted<Bits>(findNarrow(Lane::f32, DType::float16), std::vector<float>{value})[0];
  };
  CHECK(half(65504) == 0x7bff);
  CHECK(half(std::nextafter(65520.0F, 0.0F)) == 0x7bff);
  CHECK(half(65520) == 0x7c00);
  CHECK(half(-1e30F) == 0xfc00);
  const auto brain = [](float value) {
    return converted<Bits>(findNarrow(Lane::f32, DType::bfloat16), std::vector<float>{value})[0];
  };
  CHECK(brain(std::numeric_limits<float>::max()) == 0x7f80);
}

TEST_CASE("convert: NaN stays NaN", "[convert]") {
  const std::uint32_t patterns[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, 0x7f801000};
  for (const DType type : {DType::float16, DType::bfloat16}) {
    for (const std::uint32_t pattern : patterns) {
      const std::vector<float> nan{std::bit_cast<float>(pattern)};
      const Bits bits = converted<Bits>(findNarrow(Lane::f32, type), nan)[0];
      const float back = type == DType::float16 ? halfValue(bits) : brainValue(bits);
      CHECK(back != back);
    }
  }
}

TEST_CASE("convert: lengths around the vector", "[convert]") {
  Random random(110);
  for (const DType type : {DType::float16, DType::bfloat16}) {
    const auto value = type == DType::float16 ? halfValue : brainValue;
    for (Count n = 0; n <= 70; ++n) {
      auto bits = randomValues<Bits>(random, n);
      for (Bits& one : bits) one &= 0xbfff;  // finite
      const auto widened = converted<float>(findWiden(type, Lane::f32), bits);
      for (std::size_t i = 0; i < bits.size(); ++i) REQUIRE(sameValue(widened[i], value(bits[i])));
      REQUIRE(converted<Bits>(findNarrow(Lane::f32, type), widened) == bits);
    }
  }
}

template <class T>
void checkIntegerNarrowing(DType type) {
  INFO(name(type));
  using Limits = std::numeric_limits<T>;
  const std::vector<double> values{0,
                                   -0.0,
                                   1.9,
                                   -1.9,
                                   100.5,
                                   1e30,
                                   -1e30,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
  const T low = Limits::lowest();
  const T minusOne = std::is_signed_v<T> ? static_cast<T>(-1) : T{0};
  const std::vector<T> wanted{0, 0, 1, minusOne, 100, Limits::max(), low, Limits::max(), low, 0};
  REQUIRE(converted<T>(findNarrow(Lane::f64, type), values) == wanted);
  const Convert fromFloats = findNarrow(Lane::f32, type);
  REQUIRE((fromFloats != nullptr) == (sizeof(T) < 4 || type == DType::int32));
  if (fromFloats == nullptr) return;
  // Vectors and tails.
  for (std::size_t count = 0; count <= 40; ++count) {
    std::vector<float> floats;
    std::vector<T> integers;
    for (std::size_t i = 0; i < count; ++i) {
      floats.push_back(static_cast<float>(values[i % values.size()]));
      integers.push_back(wanted[i % wanted.size()]);
    }
    REQUIRE(converted<T>(fromFloats, floats) == integers);
  }
}

TEST_CASE("convert: floats to integers go towards zero and saturate, NaN to 0", "[convert]") {
  checkIntegerNarrowing<std::int8_t>(DType::int8);
  checkIntegerNarrowing<std::int16_t>(DType::int16);
  checkIntegerNarrowing<std::int32_t>(DType::int32);
  checkIntegerNarrowing<std::int64_t>(DType::int64);
  checkIntegerNarrowing<std::uint8_t>(DType::uint8);
  checkIntegerNarrowing<std::uint16_t>(DType::uint16);
  checkIntegerNarrowing<std::uint32_t>(DType::uint32);
  checkIntegerNarrowing<std::uint64_t>(DType::uint64);
}

template <class T>
void checkIntegers(DType type) {
  INFO(name(type));
  Random random(111);
  const auto values = randomValues<T>(random, 67);
  const auto wide = converted<std::int64_t>(findWiden(type, Lane::i64), values);
  for (std::size_t i = 0; i < values.size(); ++i)
    REQUIRE(wide[i] == static_cast<std::int64_t>(values[i]));
  auto beyond = randomValues<std::int64_t>(random, 67);
  const auto wrapped = converted<T>(findNarrow(Lane::i64, type), beyond);
  for (std::size_t i = 0; i < beyond.size(); ++i) REQUIRE(wrapped[i] == static_cast<T>(beyond[i]));
  const auto floats = converted<double>(findWiden(type, Lane::f64), values);
  for (std::size_t i = 0; i < values.size(); ++i)
    REQUIRE(floats[i] == static_cast<double>(values[i]));
}

// Every length around a multiple of the vector.
template <class From, class To>
void checkCast(DType from, DType to) {
  INFO(name(from) << " to " << name(to));
  const Conversion conversion = findConversion(from, to);
  REQUIRE(conversion.lane == Lane::i32);
  Random random(112);
  for (std::size_t count = 0; count <= 40; ++count) {
    const auto values = randomValues<From>(random, static_cast<Count>(count));
    std::vector<std::int32_t> words;
    for (const From value : values) words.push_back(static_cast<std::int32_t>(value));
    if (conversion.widen != nullptr)
      REQUIRE(converted<std::int32_t>(conversion.widen, values) == words);
    std::vector<To> wrapped;
    for (const From value : values) wrapped.push_back(static_cast<To>(value));
    if (conversion.narrow != nullptr) REQUIRE(converted<To>(conversion.narrow, words) == wrapped);
    const Convert toFloats = findWiden(from, Lane::f32);
    std::vector<float> floats;
    for (const From value : values) floats.push_back(static_cast<float>(value));
    REQUIRE(converted<float>(toFloats, values) == floats);
  }
}

template <class From>
void checkCasts(DType from) {
  checkCast<From, std::int8_t>(from, DType::int8);
  checkCast<From, std::int16_t>(from, DType::int16);
  checkCast<From, std::int32_t>(from, DType::int32);
  checkCast<From, std::uint8_t>(from, DType::uint8);
  checkCast<From, std::uint16_t>(from, DType::uint16);
  checkCast<From, std::uint32_t>(from, DType::uint32);
}

TEST_CASE("convert: integers of up to 32 bits go by way of words", "[convert]") {
  checkCasts<std::int8_t>(DType::int8);
  checkCasts<std::int16_t>(DType::int16);
  checkCasts<std::int32_t>(DType::int32);
  checkCasts<std::uint8_t>(DType::uint8);
  checkCasts<std::uint16_t>(DType::uint16);
  checkCasts<std::uint32_t>(DType::uint32);
}

TEST_CASE("convert: integers are widened, and wrap when they are narrowed", "[convert]") {
  checkIntegers<std::int8_t>(DType::int8);
  checkIntegers<std::int16_t>(DType::int16);
  checkIntegers<std::int32_t>(DType::int32);
  checkIntegers<std::uint8_t>(DType::uint8);
  checkIntegers<std::uint16_t>(DType::uint16);
  checkIntegers<std::uint32_t>(DType::uint32);
}

TEST_CASE("convert: a type that is its own lane needs no conversion", "[convert]") {
  CHECK(findWiden(DType::float32, Lane::f32) == nullptr);
  CHECK(findWiden(DType::int32, Lane::i32) == nullptr);
  CHECK(findNarrow(Lane::f64, DType::float64) == nullptr);
  CHECK(findWiden(DType::string, Lane::f32) == nullptr);
}

}  // namespace
}  // namespace simdcast::test::convert_test
