#include "byte_floats.hpp"

#include <bit>

#include "byte_vectors.hpp"
#include "round_to_odd.hpp"

namespace simdcast {
namespace {

using Bits = simd::Vec<std::uint32_t>;
using Ints = simd::Vec<std::int32_t>;  // compare faster than Bits
using Floats = simd::Vec<float>;

constexpr std::uint32_t kNoCode = 0x100;
constexpr std::uint32_t kInfinityBits = 0x7f800000U;
constexpr std::uint32_t kNanBits = 0x7fc00000U;
constexpr std::uint32_t kSize = 0x7fffffffU;
constexpr int kBias = 127;
constexpr int kFraction = 23;

// Codes without the sign: `largest` is the largest finite code; codes above are not numbers;
// `beyond` is the result of overflow without saturation.
struct ByteFloat {
  int fraction = 0;  // bits
  int least = 0;     // exponent of the smallest normal number
  std::uint32_t largest = 0;
  std::uint32_t beyond = 0;
  std::uint32_t nan = 0;
  int signPlace = 7;
  bool oneZero = false;  // what would be -0 is the NaN

  [[nodiscard]] constexpr std::uint32_t sign() const { return 1U << signPlace; }
  [[nodiscard]] constexpr std::uint32_t infinity() const {
    return beyond == nan ? kNoCode : beyond;
  }
};

constexpr ByteFloat kE4M3Fn{3, -6, 0x7e, 0x7f, 0x7f};
constexpr ByteFloat kE4M3FnUz{3, -7, 0x7f, 0x80, 0x80, 7, true};
constexpr ByteFloat kE5M2{2, -14, 0x7b, 0x7c, 0x7e};
constexpr ByteFloat kE5M2FnUz{2, -15, 0x7f, 0x80, 0x80, 7, true};
constexpr ByteFloat kE2M1{1, 0, 7, 7, 8, 3};

Ints ints(Bits bits) { return bits.bitCast<std::int32_t>(); }
Bits bitsOf(Floats floats) { return floats.bitCast<std::uint32_t>(); }
Ints splat(std::uint32_t code) { return static_cast<std::int32_t>(code); }

// Multiplying by a power of two rebiases the exponent and normalises subnormals.
Floats widened(Bits bytes, const ByteFloat& format) {
  const std::uint32_t rebias = static_cast<std::uint32_t>(2 * kBias - 1 + format.least);
  const Bits code = bytes & Bits(format.sign() - 1);
  const Floats finite = (code << (kFraction - format.fraction)).bitCast<float>() *
                        Floats(std::bit_cast<float>(rebias << kFraction));
  const Bits special =
      select(ints(code) == splat(format.infinity()), Bits(kInfinityBits), Bits(kNanBits));
  const Bits size = select(ints(code) <= splat(format.largest), bitsOf(finite), special);
  const Bits sign = (bytes >> format.signPlace) << 31;
  const std::uint32_t isNan = format.oneZero ? format.sign() : kNoCode;
  return select(ints(bytes) == splat(isNan), Bits(kNanBits), size | sign).bitCast<float>();
}

// Counted in units of the last place: the code after the last one of an exponent is the first of
// the next exponent.
Bits narrowed(Floats value, const ByteFloat& format, std::uint32_t beyond) {
  const Bits bits = bitsOf(value);
  const Bits size = bits & Bits(kSize);
  const Ints least = format.least;
  const Ints exponent = max(ints(size >> kFraction) - Ints(kBias), least);
  const Ints scale = (Ints(format.fraction + kBias) - exponent) << kFraction;
  const Ints units = toInt32Saturated(nearest(size.bitCast<float>() * scale.bitCast<float>()));
  const Ints counted = units + ((exponent - least) << format.fraction);
  const Ints isFinite = ints(size) < splat(kInfinityBits);
  const Ints fits = isFinite & (counted <= splat(format.largest));
  const Bits number = select(fits, counted.bitCast<std::uint32_t>(), Bits(beyond));
  const Bits code = select(ints(size) > splat(kInfinityBits), Bits(format.nan), number);
  const Bits signedCode = code | (bits >> 31) << format.signPlace;
  return format.oneZero ? select(ints(code) == Ints(0), code, signedCode) : signedCode;
}

// float8e8m0: powers of two from 2^-127 up, without a sign, which is dropped. There is no 0 and no
// infinity: the first becomes the smallest power, the other NaN, as in ONNX's reference.
constexpr std::uint32_t kLargestPower = 0xfe;
constexpr std::uint32_t kNoPower = 0xff;

Bits powerOf(Bits exponent) {
  constexpr std::uint32_t kSmallest = 1U << (kFraction - 1);  // subnormal: 2^-127
  return select(ints(exponent) == Ints(0), Bits(kSmallest), exponent << kFraction);
}

Floats widenedPower(Bits bytes) {
  return select(ints(bytes) == splat(kNoPower), Bits(kNanBits), powerOf(bytes)).bitCast<float>();
}

Bits narrowedPower(Floats value, Narrowing narrowing) {
  const Bits size = bitsOf(value) & Bits(kSize);
  const Bits below = size >> kFraction;
  const Floats number = size.bitCast<float>();
  const Floats power = powerOf(below).bitCast<float>();
  Ints code = ints(below);
  if (narrowing.mode == RoundMode::up) code = code - (number > power);
  if (narrowing.mode == RoundMode::nearest) code = code - (number >= Floats(1.5F) * power);
  if (narrowing.saturates) code = min(code, splat(kLargestPower));
  return select(ints(size) >= splat(kInfinityBits), Bits(kNoPower), code.bitCast<std::uint32_t>());
}

// One loop serves every format: they differ by a few numbers, which stay in registers.
[[gnu::noinline]] void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                const ByteFloat& format) {
  widenBytes<float>(n, to, from, [own = format](Bits bytes) { return widened(bytes, own); });
}

[[gnu::noinline]] void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                 const ByteFloat& format, std::uint32_t beyond) {
  narrowToIntegers<float, std::uint8_t>(n, to, from, [own = format, beyond](Floats value) {
    return ints(narrowed(value, own, beyond));
  });
}

[[gnu::noinline]] void narrowPowers(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                    Narrowing narrowing) {
  narrowToIntegers<float, std::uint8_t>(
      n, to, from, [narrowing](Floats value) { return ints(narrowedPower(value, narrowing)); });
}

template <const ByteFloat& format>
void widenOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenAll(n, to, from, format);
}

template <const ByteFloat& format, bool saturates>
void narrowOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowAll(n, to, from, format, saturates ? format.largest : format.beyond);
}

void widenPowers(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenBytes<float>(n, to, from, widenedPower);
}

template <RoundMode mode, bool saturates>
void narrowPowersOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowPowers(n, to, from, {saturates, mode});
}

template <Convert widen>
void widenToDoubles(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenByWord<double, float>(n, to, from, widen);
}

template <Convert narrow>
void narrowFromDoubles(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowByWord<double, float>(n, to, from, roundToOdd, narrow);
}

template <Convert widen, Convert narrow>
constexpr Format formatOf() {
  return {{widen, widenToDoubles<widen>}, {narrow, narrowFromDoubles<narrow>}};
}

struct Row {
  DType type;
  RoundMode mode;
  bool saturates;
  Format format;
};

constexpr auto kAnyMode = RoundMode::count;

template <const ByteFloat& format, bool saturates>
constexpr Row row(DType type) {
  return {type, kAnyMode, saturates, formatOf<widenOf<format>, narrowOf<format, saturates>>()};
}

template <RoundMode mode, bool saturates>
constexpr Row power() {
  return {DType::float8e8m0, mode, saturates,
          formatOf<widenPowers, narrowPowersOf<mode, saturates>>()};
}

constexpr Row kRows[] = {
    row<kE4M3Fn, true>(DType::float8e4m3fn),
    row<kE4M3Fn, false>(DType::float8e4m3fn),
    row<kE4M3FnUz, true>(DType::float8e4m3fnuz),
    row<kE4M3FnUz, false>(DType::float8e4m3fnuz),
    row<kE5M2, true>(DType::float8e5m2),
    row<kE5M2, false>(DType::float8e5m2),
    row<kE5M2FnUz, true>(DType::float8e5m2fnuz),
    row<kE5M2FnUz, false>(DType::float8e5m2fnuz),
    // Nothing is beyond the largest.
    row<kE2M1, true>(DType::float4e2m1),
    row<kE2M1, false>(DType::float4e2m1),
    power<RoundMode::up, true>(),
    power<RoundMode::up, false>(),
    power<RoundMode::nearest, true>(),
    power<RoundMode::nearest, false>(),
    power<RoundMode::down, true>(),
    power<RoundMode::down, false>(),
};

}  // namespace

const Format* findByteFloat(DType type, Narrowing narrowing) noexcept {
  for (const Row& row : kRows) {
    const bool hasMode = row.mode == kAnyMode || row.mode == narrowing.mode;
    if (row.type == type && hasMode && row.saturates == narrowing.saturates) return &row.format;
  }
  return nullptr;
}

}  // namespace simdcast
