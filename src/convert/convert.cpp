#include "convert.hpp"

#include <limits>

#include "../base/enum_table.hpp"
#include "../simd/simd.hpp"
#include "byte_floats.hpp"
#include "few_bits.hpp"
#include "round_to_odd.hpp"
#include "small_floats.hpp"
#include "word_conversions.hpp"

namespace simdcast {
namespace {

template <class To>
To saturate(double value) {
  constexpr double kLow = static_cast<double>(std::numeric_limits<To>::min());
  constexpr double kPast = 2.0 * (1ULL << (std::numeric_limits<To>::digits - 1));
  if (!(value > kLow)) return value != value ? To{0} : std::numeric_limits<To>::min();
  return value >= kPast ? std::numeric_limits<To>::max() : static_cast<To>(value);
}

// Rounds a 64-bit integer to odd, as a double.
template <class From>
double toOdd(From value) {
  const auto nearest = static_cast<double>(value);
  constexpr double kPast = 2.0 * (1ULL << (std::numeric_limits<From>::digits - 1));
  if (nearest < kPast && static_cast<From>(nearest) == value) return nearest;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(nearest);
  const bool away = nearest >= kPast || (value > 0 ? static_cast<From>(nearest) > value
                                                   : static_cast<From>(nearest) < value);
  return std::bit_cast<double>((away ? bits - 1 : bits) | 1U);
}

struct Truth {
  std::uint8_t byte;
};

template <class To, class From>
To convertOne(From value) {
  if constexpr (std::is_same_v<From, Truth>) {
    return static_cast<To>(value.byte != 0 ? 1 : 0);
  } else if constexpr (std::is_same_v<To, Truth>) {
    return Truth{static_cast<std::uint8_t>(value != From{} ? 1 : 0)};
  } else if constexpr (SmallFloat<From>) {
    return static_cast<To>(widen(value));
  } else if constexpr (SmallFloat<To>) {
    To narrowed;
    narrow(roundToOdd(value), narrowed);
    return narrowed;
  } else if constexpr (std::is_same_v<From, double> && std::is_integral_v<To>) {
    return saturate<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class From, class To>
void convert(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto value = simd::load<From>(from + i * static_cast<std::ptrdiff_t>(sizeof(From)));
    simd::store(to + i * static_cast<std::ptrdiff_t>(sizeof(To)), convertOne<To>(value));
  }
}

template <class T>
constexpr Format integer() {
  // Wrapping yields the same lower bits with either sign.
  using Bits = std::make_unsigned_t<T>;
  Format format{
      {.f32 = widenToWords<T, float>, .f64 = convert<T, double>, .i64 = convert<T, std::int64_t>},
      {.f64 = convert<double, T>, .i64 = convert<std::int64_t, Bits>}};
  if constexpr (sizeof(T) < sizeof(std::int32_t)) {
    format.widen.i32 = widenToWords<T, std::int32_t>;
    format.narrow.i32 = narrowFromWords<Bits>;
  }
  // No lane of int32 holds the largest of uint32.
  if constexpr (!std::is_same_v<T, std::uint32_t>) format.narrow.f32 = truncateFloats<T>;
  return format;
}

template <class T>
constexpr Format viaDouble() {
  return {{.f64 = convert<T, double>}, {.f64 = convert<double, T>}};
}

template <SmallFloat T>
constexpr Format smallFloat() {
  return {{widenAll<T>, convert<T, double>}, {narrowAll<T>, convert<double, T>}};
}

template <const FewBits& format>
constexpr Format fewBits() {
  using Loops = FewBitsLoops<format>;
  return {{Loops::toF32, Loops::toF64, Loops::toI32, Loops::toI64},
          {Loops::fromF32, Loops::fromF64, Loops::fromI32, Loops::fromI64}};
}

struct Row {
  DType key{};
  Format format{};
};

// Floats in a byte have their own table, by the choices of a narrowing (byte_floats.hpp).
constexpr EnumTable<DType, Row> kFormats({
    {DType::float32, viaDouble<float>()},
    {DType::float64},
    {DType::float16, smallFloat<Half>()},
    {DType::bfloat16, smallFloat<BFloat>()},
    {DType::int8, integer<std::int8_t>()},
    {DType::int16, integer<std::int16_t>()},
    {DType::int32, integer<std::int32_t>()},
    {DType::int64, viaDouble<std::int64_t>()},
    {DType::uint8, integer<std::uint8_t>()},
    {DType::uint16, integer<std::uint16_t>()},
    {DType::uint32, integer<std::uint32_t>()},
    {DType::uint64, viaDouble<std::uint64_t>()},
    {DType::boolean,
     {{.f32 = convert<Truth, float>,
       .f64 = convert<Truth, double>,
       .i64 = convert<Truth, std::int64_t>},
      {.f64 = convert<double, Truth>, .i64 = convert<std::int64_t, Truth>}}},
    {DType::string},
    {DType::complex64},
    {DType::complex128},
    {DType::float8e4m3fn},
    {DType::float8e4m3fnuz},
    {DType::float8e5m2},
    {DType::float8e5m2fnuz},
    {DType::float8e8m0},
    {DType::float4e2m1},
    {DType::int4, fewBits<kInt4>()},
    {DType::uint4, fewBits<kUint4>()},
    {DType::int2, fewBits<kInt2>()},
    {DType::uint2, fewBits<kUint2>()},
});

// Whether the lane is an integer of at most 32 bits, which is the low bits of an int32.
constexpr bool isOfWord(Lane lane) {
  return (lane >= Lane::i8 && lane <= Lane::i32) || (lane >= Lane::u8 && lane <= Lane::u32);
}

const Format& formatOf(DType type, Narrowing narrowing) {
  const Format* bytes = findByteFloat(type, narrowing);
  return bytes != nullptr ? *bytes : kFormats[type].format;
}

template <class From>
void convertToOdd(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  for (std::ptrdiff_t i = 0; i < n; ++i)
    simd::store(to + i * 8, toOdd(simd::load<From>(from + i * 8)));
}

// 64-bit integers must not be rounded twice on their way to floats narrower than double.
Convert widenToDouble(DType from, DType to) {
  if (to != DType::float64 && from == DType::int64) return convertToOdd<std::int64_t>;
  if (to != DType::float64 && from == DType::uint64) return convertToOdd<std::uint64_t>;
  return findWiden(from, Lane::f64);
}

}  // namespace

Convert findWiden(DType from, Lane to) noexcept { return formatOf(from, {}).widen.of(to); }

Convert findNarrow(Lane from, DType to, Narrowing narrowing) noexcept {
  return formatOf(to, narrowing).narrow.of(from);
}

Conversion findConversion(DType from, DType to, Narrowing narrowing) noexcept {
  const auto by = [&](Lane lane, Convert widen) {
    return Conversion{lane, widen, findNarrow(lane, to, narrowing)};
  };
  if (isOfWord(lane(from)) && isOfWord(lane(to))) return by(Lane::i32, findWiden(from, Lane::i32));
  if (!isFloat(from) && !isFloat(to)) return by(Lane::i64, findWiden(from, Lane::i64));
  const bool isSingle =
      lane(to) == Lane::f32 || (isFloat(from) && kFormats[to].format.narrow.f32 != nullptr);
  const bool throughSingle = isSingle && (from == DType::float32 || width(from) <= 2);
  if (throughSingle) return by(Lane::f32, findWiden(from, Lane::f32));
  if (to == DType::float32 && !isFloat(from) && width(from) == 4)
    return {Lane::f32, findWiden(from, Lane::f32), nullptr};
  return by(Lane::f64, widenToDouble(from, to));
}

}  // namespace simdcast
