// Floats of 8 and 4 bits against their definitions in ONNX's "Float stored in 8 bits" and "in 4
// bits": every code, the midpoint between every two and its neighbours, and values above the
// largest.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "convert/convert.hpp"

namespace simdcast::test {
namespace {

using Byte = std::uint8_t;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// By the tables of the documents: bits of exponent and fraction, the bias, and the codes that are
// not finite numbers.
struct Format {
  DType type;
  int exponentBits;
  int fractionBits;
  int bias;
  std::vector<int> nan;
  std::vector<int> infinity;
  int overflow;     // of a positive number that does not saturate
  int nanOfNarrow;  // of a positive NaN
  bool minusZero;

  [[nodiscard]] int signBit() const { return 1 << (exponentBits + fractionBits); }
};

const Format kFormats[] = {
    {DType::float8e4m3fn, 4, 3, 7, {0x7f, 0xff}, {}, 0x7f, 0x7f, true},
    {DType::float8e4m3fnuz, 4, 3, 8, {0x80}, {}, 0x80, 0x80, false},
    {DType::float8e5m2,
     5,
     2,
     15,
     {0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff},
     {0x7c, 0xfc},
     0x7c,
     0x7e,
     true},
    {DType::float8e5m2fnuz, 5, 2, 16, {0x80}, {}, 0x80, 0x80, false},
    {DType::float4e2m1, 2, 1, 1, {}, {}, 7, 8, true},
};

bool holds(const std::vector<int>& codes, int code) {
  for (const int each : codes)
    if (each == code) return true;
  return false;
}

// The magnitude of a code without its sign, ignoring the special values of its format.
double sizeOf(const Format& format, int code) {
  const int exponent = code >> format.fractionBits;
  const double fraction = std::ldexp(code & ((1 << format.fractionBits) - 1), -format.fractionBits);
  return exponent == 0 ? std::ldexp(fraction, 1 - format.bias)
                       : std::ldexp(1 + fraction, exponent - format.bias);
}

double valueOf(const Format& format, int code) {
  const int sign = format.signBit();
  if (holds(format.nan, code)) return kNan;
  const double size = holds(format.infinity, code) ? kInfinity : sizeOf(format, code & (sign - 1));
  return (code & sign) != 0 ? -size : size;
}

int largestOf(const Format& format) {
  for (int code = format.signBit() - 1;; --code)
    if (!holds(format.nan, code) && !holds(format.infinity, code)) return code;
}

template <class From>
Byte narrowed(Lane lane, DType type, From value, Narrowing narrowing = {}) {
  std::byte from[sizeof value];
  std::memcpy(from, &value, sizeof value);
  Byte made = 0xee;
  findNarrow(lane, type, narrowing)(1, reinterpret_cast<std::byte*>(&made), from);
  return made;
}

template <class To>
To widened(DType type, Lane lane, int code) {
  const Byte byte = static_cast<Byte>(code);
  To made{};
  findWiden(type, lane)(1, reinterpret_cast<std::byte*>(&made),
                        reinterpret_cast<const std::byte*>(&byte));
  return made;
}

bool same(double a, double b) {
  return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
}

// From a float and from a double, of both signs.
void checkNarrowing(const Format& format, double size, int code, bool saturates) {
  const int minus = code | format.signBit();
  const int wantedMinus = code == 0 && !format.minusZero ? 0 : minus;
  INFO(name(format.type) << " of " << size << (saturates ? ", saturating" : ""));
  const Narrowing narrowing{.saturates = saturates};
  REQUIRE(narrowed(Lane::f64, format.type, size, narrowing) == code);
  REQUIRE(narrowed(Lane::f64, format.type, -size, narrowing) == wantedMinus);
  const auto single = static_cast<float>(size);
  if (single != size) return;
  REQUIRE(narrowed(Lane::f32, format.type, single, narrowing) == code);
  REQUIRE(narrowed(Lane::f32, format.type, -single, narrowing) == wantedMinus);
}

TEST_CASE("byte floats: every code is widened exactly", "[convert]") {
  for (const Format& format : kFormats) {
    for (int code = 0; code < 2 * format.signBit(); ++code) {
      INFO(name(format.type) << " " << code);
      const double wanted = valueOf(format, code);
      REQUIRE(same(widened<float>(format.type, Lane::f32, code), wanted));
      REQUIRE(same(widened<double>(format.type, Lane::f64, code), wanted));
    }
  }
}

TEST_CASE("byte floats: the bits above a float of 4 bits do not count", "[convert]") {
  for (int code = 0; code < 256; ++code)
    REQUIRE(same(widened<float>(DType::float4e2m1, Lane::f32, code),
                 widened<float>(DType::float4e2m1, Lane::f32, code & 15)));
}

TEST_CASE("byte floats: the nearest, ties to even, from floats and doubles", "[convert]") {
  for (const Format& format : kFormats) {
    const int largest = largestOf(format);
    for (const bool saturates : {true, false}) {
      const int beyond = saturates ? largest : format.overflow;
      for (int code = 0; code <= largest; ++code) {
        const double size = sizeOf(format, code);
        // Overflow begins at the code after the largest, if it were a number.
        const double next = code == largest && code + 1 == format.signBit()
                                ? std::ldexp(2, (code >> format.fractionBits) - format.bias)
                                : sizeOf(format, code + 1);
        const int above = code == largest ? beyond : code + 1;
        const double middle = (size + next) / 2;
        const double infinity = std::numeric_limits<double>::infinity();
        checkNarrowing(format, size, code, saturates);
        checkNarrowing(format, middle, code % 2 == 0 ? code : above, saturates);
        checkNarrowing(format, std::nextafter(middle, 0.0), code, saturates);
        checkNarrowing(format, std::nextafter(middle, infinity), above, saturates);
        const auto exact = static_cast<float>(middle);
        checkNarrowing(format, std::nextafter(exact, 0.0F), code, saturates);
        checkNarrowing(format, std::nextafter(exact, kInfinity), above, saturates);
      }
      const double huge[] = {1e6, 1e38, 1e300, std::numeric_limits<float>::max(), kInfinity};
      for (const double size : huge) checkNarrowing(format, size, beyond, saturates);
      const double tiny[] = {1e-10, 1e-40, 1e-300, std::numeric_limits<float>::denorm_min()};
      for (const double size : tiny) checkNarrowing(format, size, 0, saturates);
      REQUIRE(narrowed(Lane::f32, format.type, kNan, {.saturates = saturates}) ==
              format.nanOfNarrow);
      REQUIRE(narrowed<double>(Lane::f64, format.type, kNan, {.saturates = saturates}) ==
              format.nanOfNarrow);
    }
  }
}

TEST_CASE("byte floats: a power of two for every code of float8e8m0", "[convert]") {
  for (int code = 0; code < 255; ++code) {
    INFO(code);
    const double power = std::ldexp(1, code - 127);
    REQUIRE(widened<float>(DType::float8e8m0, Lane::f32, code) == power);
    REQUIRE(widened<double>(DType::float8e8m0, Lane::f64, code) == power);
  }
  CHECK(std::isnan(widened<float>(DType::float8e8m0, Lane::f32, 255)));
}

void checkPower(double size, RoundMode mode, int code, bool saturates = true) {
  INFO(size << " mode " << static_cast<int>(mode) << (saturates ? ", saturating" : ""));
  const Narrowing narrowing{.saturates = saturates, .mode = mode};
  for (const double value : {size, -size}) {
    REQUIRE(narrowed(Lane::f64, DType::float8e8m0, value, narrowing) == code);
    const auto single = static_cast<float>(value);
    if (single == value) REQUIRE(narrowed(Lane::f32, DType::float8e8m0, single, narrowing) == code);
  }
}

TEST_CASE("byte floats: float8e8m0 is rounded up, down, or to the nearest with ties up",
          "[convert]") {
  for (int code = 0; code < 254; ++code) {
    const double power = std::ldexp(1, code - 127);
    const double middle = 1.5 * power;
    for (const RoundMode mode : {RoundMode::up, RoundMode::down, RoundMode::nearest})
      checkPower(power, mode, code);
    for (const double between : {std::nextafter(power, 1e300), std::nextafter(middle, 0.0), middle,
                                 std::nextafter(2 * power, 0.0)}) {
      checkPower(between, RoundMode::up, code + 1);
      checkPower(between, RoundMode::down, code);
      checkPower(between, RoundMode::nearest, between < middle ? code : code + 1);
    }
  }
}

TEST_CASE("byte floats: float8e8m0 has no 0 and nothing past 2^127", "[convert]") {
  constexpr int kNanCode = 0xff;
  constexpr int kLargest = 0xfe;
  const double largest = std::ldexp(1, 127);
  for (const bool saturates : {true, false}) {
    const int beyond = saturates ? kLargest : kNanCode;
    for (const RoundMode mode : {RoundMode::up, RoundMode::down, RoundMode::nearest}) {
      checkPower(0, mode, 0, saturates);
      checkPower(1e-300, mode, 0, saturates);
      checkPower(std::numeric_limits<float>::denorm_min(), mode, 0, saturates);
      checkPower(largest, mode, kLargest, saturates);
      checkPower(kInfinity, mode, kNanCode, saturates);
      REQUIRE(narrowed(Lane::f32, DType::float8e8m0, kNan, {saturates, mode}) == kNanCode);
    }
    checkPower(1.25 * largest, RoundMode::up, beyond, saturates);
    checkPower(1.25 * largest, RoundMode::nearest, kLargest, saturates);
    checkPower(1.5 * largest, RoundMode::nearest, beyond, saturates);
    checkPower(1.75 * largest, RoundMode::down, kLargest, saturates);
    checkPower(1e300, RoundMode::up, beyond, saturates);
    checkPower(1e300, RoundMode::down, kLargest, saturates);
  }
}

// A cast from one type to another, of one element.
template <class To, class From>
To cast(DType from, DType to, From value) {
  const Conversion conversion = findConversion(from, to);
  std::byte stored[8]{};
  std::byte wide[8]{};
  std::byte made[8]{};
  std::memcpy(stored, &value, sizeof value);
  if (conversion.widen != nullptr)
    conversion.widen(1, wide, stored);
  else
    std::memcpy(wide, stored, sizeof wide);
  if (conversion.narrow != nullptr)
    conversion.narrow(1, made, wide);
  else
    std::memcpy(made, wide, sizeof made);
  To result{};
  std::memcpy(&result, made, sizeof result);
  return result;
}

struct FewBits {
  DType type;
  int bits;
  bool isSigned;
};
constexpr FewBits kFewBits[] = {{DType::int4, 4, true},
                                {DType::uint4, 4, false},
                                {DType::int2, 2, true},
                                {DType::uint2, 2, false}};

// The number that is congruent to another, within the type.
int wrapped(const FewBits& format, long long number) {
  const int values = 1 << format.bits;
  int low = static_cast<int>(((number % values) + values) % values);
  return format.isSigned && low >= values / 2 ? low - values : low;
}

TEST_CASE("few bits: the low bits of a byte are the number", "[convert]") {
  for (const FewBits& format : kFewBits) {
    for (int code = 0; code < 256; ++code) {
      INFO(name(format.type) << " " << code);
      const int wanted = wrapped(format, code);
      const auto byte = static_cast<Byte>(code);
      REQUIRE(widened<float>(format.type, Lane::f32, code) == static_cast<float>(wanted));
      REQUIRE(widened<double>(format.type, Lane::f64, code) == wanted);
      REQUIRE(widened<std::int32_t>(format.type, Lane::i32, code) == wanted);
      REQUIRE(widened<std::int64_t>(format.type, Lane::i64, code) == wanted);
      REQUIRE(cast<std::int8_t>(format.type, DType::int8, byte) == wanted);
      REQUIRE(cast<Byte>(format.type, DType::boolean, byte) == (wanted != 0 ? 1 : 0));
    }
  }
}

TEST_CASE("few bits: integers wrap", "[convert]") {
  for (const FewBits& format : kFewBits) {
    // Stored sign-extended in the unused bits, if the type has a sign.
    const auto stored = [&](long long number) {
      return static_cast<Byte>(wrapped(format, number));
    };
    for (int number = -300; number <= 300; ++number) {
      INFO(name(format.type) << " of " << number);
      const auto small = static_cast<std::int8_t>(number);
      REQUIRE(cast<Byte>(DType::int8, format.type, small) == stored(small));
      REQUIRE(cast<Byte>(DType::int16, format.type, static_cast<std::int16_t>(number)) ==
              stored(number));
      REQUIRE(cast<Byte>(DType::int32, format.type, number) == stored(number));
      REQUIRE(cast<Byte>(DType::int64, format.type, std::int64_t{number}) == stored(number));
      REQUIRE(cast<Byte>(DType::uint64, format.type, static_cast<std::uint64_t>(number)) ==
              stored(number));
    }
    REQUIRE(cast<Byte>(DType::boolean, format.type, Byte{7}) == stored(1));
  }
}

TEST_CASE("few bits: floats are rounded to the nearest, ties to even, and wrap", "[convert]") {
  for (const FewBits& format : kFewBits) {
    const auto stored = [&](long long number) {
      return static_cast<Byte>(wrapped(format, number));
    };
    for (int quarters = -100; quarters <= 100; ++quarters) {
      INFO(name(format.type) << " of " << quarters << " quarters");
      const long long below = (quarters + 400) / 4 - 100;
      const int rest = (quarters + 400) % 4;
      const bool isUp = rest == 3 || (rest == 2 && below % 2 != 0);
      const long long wanted = isUp ? below + 1 : below;
      const float value = static_cast<float>(quarters) / 4;
      REQUIRE(cast<Byte>(DType::float32, format.type, value) == stored(wanted));
      REQUIRE(cast<Byte>(DType::float64, format.type, double{value}) == stored(wanted));
    }
    constexpr long long kMost = std::numeric_limits<std::int32_t>::max();
    constexpr long long kLeast = std::numeric_limits<std::int32_t>::min();
    REQUIRE(cast<Byte>(DType::float32, format.type, 1e30F) == stored(kMost));
    REQUIRE(cast<Byte>(DType::float64, format.type, -1e300) == stored(kLeast));
    REQUIRE(cast<Byte>(DType::float32, format.type, kNan) == 0);
  }
}

TEST_CASE("byte floats: 64-bit integers and doubles are rounded once", "[convert]") {
  // 2^6 + 2^2 is halfway between 64 and 72, of which 64 is even; slightly more is nearer to 72.
  const std::int64_t more = (std::int64_t{68} << 3) + 1;
  CHECK(cast<Byte>(DType::int64, DType::float8e5m2, more) ==
        narrowed(Lane::f64, DType::float8e5m2, 545.0));
  const double justOver = 68 + std::ldexp(1, -45);
  CHECK(cast<Byte>(DType::float64, DType::float8e4m3fn, 68.0) == 0x68);
  CHECK(cast<Byte>(DType::float64, DType::float8e4m3fn, justOver) == 0x69);
  const std::int64_t past = (std::int64_t{9} << 59) + 1;
  CHECK(cast<Byte>(DType::int64, DType::float8e8m0, past) == 127 + 63);
  CHECK(cast<Byte>(DType::int64, DType::float8e8m0, std::int64_t{1} << 60) == 127 + 60);
  CHECK(cast<Byte>(DType::int64, DType::float8e8m0, (std::int64_t{1} << 60) + 1) == 127 + 61);
}

TEST_CASE("byte floats: from one small format to another", "[convert]") {
  for (const Format& from : kFormats) {
    for (const Format& to : kFormats) {
      if (from.type == to.type) continue;
      for (int code = 0; code < 2 * from.signBit(); ++code) {
        INFO(name(from.type) << " to " << name(to.type) << " " << code);
        const double value = valueOf(from, code);
        const Byte wanted = narrowed(Lane::f32, to.type, static_cast<float>(value));
        const Byte got = cast<Byte>(from.type, to.type, static_cast<Byte>(code));
        if (value == value)
          REQUIRE(got == wanted);
        else
          REQUIRE((got & (to.signBit() - 1)) == (wanted & (to.signBit() - 1)));
      }
    }
  }
}

}  // namespace
}  // namespace simdcast::test
