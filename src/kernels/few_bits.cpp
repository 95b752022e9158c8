#include "few_bits.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

// The number that the low bits are.
std::int32_t lowBits(std::uint32_t word, FewBits format) {
  const int unused = 32 - format.bits;
  const std::uint32_t top = word << unused;
  return format.isSigned ? static_cast<std::int32_t>(top) >> unused
                         : static_cast<std::int32_t>(top >> unused);
}

// A whole number whose low bits are those of the value.
template <class Lane>
std::uint32_t wordOf(Lane value) {
  if constexpr (std::is_integral_v<Lane>) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) & 0xffffffffU);
  } else {
    constexpr double kPast = 0x1p31;
    const double whole = std::rint(static_cast<double>(value));
    if (whole >= kPast) return std::numeric_limits<std::int32_t>::max();
    if (whole < -kPast) return 0x80000000U;
    return whole == whole ? static_cast<std::uint32_t>(static_cast<std::int32_t>(whole)) : 0;
  }
}

// One loop for each lane serves every format.
template <class Lane>
[[gnu::noinline]] void widenFewBits(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                    FewBits format) {
  constexpr std::ptrdiff_t kWidth = sizeof(Lane);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const std::int32_t number = lowBits(simd::load<std::uint8_t>(from + i), format);
    simd::store(to + i * kWidth, static_cast<Lane>(number));
  }
}

template <class Lane>
[[gnu::noinline]] void narrowFewBits(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                     FewBits format) {
  constexpr std::ptrdiff_t kWidth = sizeof(Lane);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const std::int32_t number = lowBits(wordOf(simd::load<Lane>(from + i * kWidth)), format);
    simd::store(to + i, static_cast<std::int8_t>(number));
  }
}

}  // namespace

template <const FewBits& format>
void FewBitsLoops<format>::toF32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<float>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::toF64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<double>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::toI32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<std::int32_t>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::toI64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenFewBits<std::int64_t>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromF32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<float>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromF64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<double>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromI32(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<std::int32_t>(n, to, from, format);
}

template <const FewBits& format>
void FewBitsLoops<format>::fromI64(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowFewBits<std::int64_t>(n, to, from, format);
}

template struct FewBitsLoops<kInt4>;
template struct FewBitsLoops<kUint4>;
template struct FewBitsLoops<kInt2>;
template struct FewBitsLoops<kUint2>;

}  // namespace simdcast
