#include "small_floats.hpp"

#include "../simd/simd.hpp"
#include "convert.hpp"

namespace simdcast {
namespace {

using simd::load;
using simd::store;

using Halves = simd::HalfLanes;
using Words = simd::WordLanes;
using Ints = simd::IntLanes;  // compare faster than Words
using Floats = simd::FloatLanes;

constexpr std::ptrdiff_t kBlock = 8;

// Shifts, because V8 builds a vector constant anew at every use.
Words magnitude(Words bits) { return bits << 1 >> 1; }
Words bitAt(Words bits, int place) { return bits << (31 - place) >> 31; }

struct HalfConstants {
  Halves exponent = Halves{} + std::uint16_t{0x7c00};
  Words kept = Words{} + 0x8fffe000U;  // of a half in a word's highest bits
  Floats scale = Floats{} + 0x1p112F;
  Words overflow = Words{} + 0x477ff000U;        // 65520: half way past the largest
  Words smallestNormal = Words{} + 0x38800000U;  // 2^-14
  Words rebias = Words{} + (0xfffU - (112U << 23));
  Floats subnormalUnit = Floats{} + 0x1p-1F;
  Halves zero{};
};

// Neither const nor known to be without a change, so that the compiler reads them before a loop and
// V8 keeps them in registers.
[[gnu::used]] constinit HalfConstants halfConstants;

// Eight values at once, with the same bits as one by one. What a block cannot do is left to that:
// `false` where a value is infinite, NaN or, for float16, becomes infinite.
template <SmallFloat T>
struct Block;

template <>
struct Block<Half> {
  HalfConstants constants = halfConstants;

  bool widen(std::byte* to, const std::byte* from) const {
    const auto halves = load<Halves>(from);
    if (simd::any((halves & constants.exponent) == constants.exponent)) return false;
    store(to, scaled(simd::extendLow(halves)));
    store(to + sizeof(Floats), scaled(simd::extendHigh(halves)));
    return true;
  }

  bool narrow(std::byte* to, const std::byte* from) const {
    const auto low = load<Words>(from);
    const auto high = load<Words>(from + sizeof(Words));
    if (simd::any(isAbove(low) | isAbove(high))) return false;
    store(to, simd::narrowWords(rounded(low), rounded(high)));
    return true;
  }

 private:
  [[nodiscard]] Ints isAbove(Words bits) const {
    return reinterpret_cast<Ints>(magnitude(bits)) >= reinterpret_cast<Ints>(constants.overflow);
  }

  // The exponent is moved by a multiplication, which also makes subnormals normal.
  [[nodiscard]] Floats scaled(Words half) const {
    return reinterpret_cast<Floats>(half << 13 & constants.kept) * constants.scale;
  }

  [[nodiscard]] Words rounded(Words bits) const {
    const Words value = magnitude(bits);
    const Floats aligned = reinterpret_cast<Floats>(value) + constants.subnormalUnit;
    const Words subnormal =
        reinterpret_cast<Words>(aligned) - reinterpret_cast<Words>(constants.subnormalUnit);
    const Words normal = (value + constants.rebias + bitAt(value, 13)) >> 13;
    const Ints isSmall =
        reinterpret_cast<Ints>(value) < reinterpret_cast<Ints>(constants.smallestNormal);
    return (isSmall ? subnormal : normal) | bitAt(bits, 31) << 15;
  }
};

template <>
struct Block<BFloat> {
  Halves zero = halfConstants.zero;

  bool widen(std::byte* to, const std::byte* from) const {
    const auto halves = load<Halves>(from);
    store(to, simd::interleaveLow(zero, halves));
    store(to + sizeof(Words), simd::interleaveHigh(zero, halves));
    return true;
  }

  static bool narrow(std::byte* to, const std::byte* from) {
    const auto low = load<Words>(from);
    const auto high = load<Words>(from + sizeof(Words));
    if (simd::any(isNan(low) | isNan(high))) return false;
    store(to, simd::narrowWords(rounded(low), rounded(high)));
    return true;
  }

 private:
  static Ints isNan(Words bits) {
    const auto value = reinterpret_cast<Floats>(bits);
    return value != value;
  }
  static Words rounded(Words bits) { return (bits + 0x7fff + bitAt(bits, 16)) >> 16; }
};

// Without SIMD a block is more work than its elements.
constexpr bool kBlocks = !simd::kOneLane;

template <SmallFloat T>
void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  const Block<T> block;
  for (std::ptrdiff_t i = 0; i < n;) {
    std::ptrdiff_t end = i + 1;
    if (kBlocks && n - i >= kBlock) {
      end = i + kBlock;
      if (block.widen(to + i * 4, from + i * 2)) i = end;
    }
    for (; i < end; ++i) store(to + i * 4, widen(load<T>(from + i * 2)));
  }
}

template <SmallFloat T>
void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  const Block<T> block;
  for (std::ptrdiff_t i = 0; i < n;) {
    std::ptrdiff_t end = i + 1;
    if (kBlocks && n - i >= kBlock) {
      end = i + kBlock;
      if (block.narrow(to + i * 2, from + i * 4)) i = end;
    }
    for (; i < end; ++i) {
      T narrowed;
      narrow(load<float>(from + i * 4), narrowed);
      store(to + i * 2, narrowed);
    }
  }
}

}  // namespace

constinit const SmallFloatLoops kHalfLoops{widenAll<Half>, narrowAll<Half>};
constinit const SmallFloatLoops kBFloatLoops{widenAll<BFloat>, narrowAll<BFloat>};

}  // namespace simdcast
