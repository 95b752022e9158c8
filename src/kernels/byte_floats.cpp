#include "byte_floats.hpp"

#include "../simd/simd.hpp"
#include "round_to_odd.hpp"

namespace simdcast {
namespace {

using simd::load;
using simd::store;

template <class Lane>
float asFloat(const std::byte* from, std::ptrdiff_t i) {
  const auto value = load<Lane>(from + i * static_cast<std::ptrdiff_t>(sizeof(Lane)));
  if constexpr (std::is_same_v<Lane, double>) return roundToOdd(value);
  return static_cast<float>(value);
}

template <class Lane, class Widen>
void widenEach(std::ptrdiff_t n, std::byte* to, const std::byte* from, const Widen& widen) {
  constexpr std::ptrdiff_t kWidth = sizeof(Lane);
  for (std::ptrdiff_t i = 0; i < n; ++i)
    store(to + i * kWidth, static_cast<Lane>(widen(load<std::uint8_t>(from + i))));
}

template <class Lane, class Narrow>
void narrowEach(std::ptrdiff_t n, std::byte* to, const std::byte* from, const Narrow& narrow) {
  for (std::ptrdiff_t i = 0; i < n; ++i) store(to + i, narrow(asFloat<Lane>(from, i)));
}

// One loop serves every format: they differ by a few numbers, which stay in registers.
template <class Lane>
[[gnu::noinline]] void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                const ByteFloat& format) {
  widenEach<Lane>(n, to, from,
                  [own = format](std::uint8_t byte) { return simdcast::widen(byte, own); });
}

template <class Lane>
[[gnu::noinline]] void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                 const ByteFloat& format, bool saturates) {
  narrowEach<Lane>(n, to, from, [own = format, saturates](float value) {
    return simdcast::narrow(value, own, saturates);
  });
}

template <class Lane>
[[gnu::noinline]] void narrowPowers(std::ptrdiff_t n, std::byte* to, const std::byte* from,
                                    Narrowing narrowing) {
  narrowEach<Lane>(n, to, from, [narrowing](float value) {
    return narrowPower(value, narrowing.mode, narrowing.saturates);
  });
}

template <class Lane, const ByteFloat& format>
void widenOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenAll<Lane>(n, to, from, format);
}

template <class Lane, const ByteFloat& format, bool saturates>
void narrowOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowAll<Lane>(n, to, from, format, saturates);
}

template <class Lane>
void widenPowers(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  widenEach<Lane>(n, to, from, widenPower);
}

template <class Lane, RoundMode mode, bool saturates>
void narrowPowersOf(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  narrowPowers<Lane>(n, to, from, {saturates, mode});
}

struct Row {
  DType type;
  RoundMode mode;
  bool saturates;
  ByteFloatLoops loops;
};

constexpr auto kAnyMode = RoundMode::count;

template <const ByteFloat& format, bool saturates>
constexpr Row row(DType type) {
  return {type,
          kAnyMode,
          saturates,
          {widenOf<float, format>, widenOf<double, format>, narrowOf<float, format, saturates>,
           narrowOf<double, format, saturates>}};
}

template <RoundMode mode, bool saturates>
constexpr Row power() {
  return {DType::float8e8m0,
          mode,
          saturates,
          {widenPowers<float>, widenPowers<double>, narrowPowersOf<float, mode, saturates>,
           narrowPowersOf<double, mode, saturates>}};
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

const ByteFloatLoops* findByteFloatLoops(DType type, Narrowing narrowing) noexcept {
  for (const Row& row : kRows) {
    const bool hasMode = row.mode == kAnyMode || row.mode == narrowing.mode;
    if (row.type == type && hasMode && row.saturates == narrowing.saturates) return &row.loops;
  }
  return nullptr;
}

}  // namespace simdcast
