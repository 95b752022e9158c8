#include "few_bits.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "byte_vectors.hpp"

namespace simdcast {
namespace {

// The numbers in the low bits.
Words lowBits(Words words, FewBits format) {
  const int unused = 32 - format.bits;
  const Words top = words << unused;
  if (format.isSigned) return top >> unused;
  return (top.bitCast<std::uint32_t>() >> unused).bitCast<std::int32_t>();
}

Words wordsOf(Words words) { return words; }
Words wordsOf(simd::Vec<float> floats) { return toInt32Saturated(nearest(floats)); }

// One loop for each lane serves every format.
template <class Lane>
[[gnu::noinline]] void widenFewBits(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                    FewBits format) {
  widenBytes<Lane>(n, to, from, [format](simd::Vec<std::uint32_t> bytes) {
    return simd::convert<Lane>(lowBits(bytes.bitCast<std::int32_t>(), format));
  });
}

template <class Lane>
[[gnu::noinline]] void narrowFewBits(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                     FewBits format) {
  narrowToIntegers<Lane, std::uint8_t>(
      n, to, from, [format](simd::Vec<Lane> lanes) { return lowBits(wordsOf(lanes), format); });
}

std::int32_t wordOf(double value) {
  using Limits = std::numeric_limits<std::int32_t>;
  const double whole = std::rint(value);
  if (whole >= 0x1p31) return Limits::max();
  if (whole < -0x1p31) return Limits::min();
  return whole == whole ? static_cast<std::int32_t>(whole) : 0;
}

std::int32_t lowWord(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint64_t>(value) & 0xffffffffU);
}

}  // namespace

template <const FewBits& format>
void FewBitsLoops<format>::toF32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<float>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::toI32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<std::int32_t>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::toF64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenByWord<double, std::int32_t>(n, to, from, toI32);
}

template <const FewBits& format>
void FewBitsLoops<format>::toI64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenByWord<std::int64_t, std::int32_t>(n, to, from, toI32);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromF32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<float>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromI32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<std::int32_t>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromF64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowByWord<double, std::int32_t>(n, to, from, wordOf, fromI32);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromI64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowByWord<std::int64_t, std::int32_t>(n, to, from, lowWord, fromI32);
}

template struct FewBitsLoops<kInt4>;
template struct FewBitsLoops<kUint4>;
template struct FewBitsLoops<kInt2>;
template struct FewBitsLoops<kUint2>;

}  // namespace simdcast
