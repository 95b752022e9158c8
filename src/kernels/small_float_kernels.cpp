#include "small_float_kernels.hpp"

#include <algorithm>

#include "../convert/small_floats.hpp"
#include "loops.hpp"
#include "ops/arithmetic.hpp"
#include "ops/comparison.hpp"

namespace simdcast {
namespace {

using simd::Vec;

using Halves = Vec<std::uint16_t>;
using Words = Vec<std::uint32_t>;
using Ints = Vec<std::int32_t>;
using Floats = Vec<float>;

// Elements of a turn.
constexpr std::ptrdiff_t kTurn = simd::kLanes<std::uint16_t>;

Words toWords(Floats floats) { return floats.bitCast<std::uint32_t>(); }

// Whether lanes hold a NaN.
Ints isNan(Floats x) { return x != x; }

struct SmallFloatConstants {
  Halves exponent = 0x7c00;  // and infinity
  Halves sign = 0x8000;
  Halves magnitudeOfHalf = 0x7fff;
  Words kept = 0x8fffe000U;  // of a half shifted to a word's fraction
  Words magnitude = 0x7fffffffU;
  Words roundingOfHalf = 0xfffU;  // half a unit in the last place that is kept, minus one
  Words roundingOfBFloat = 0x7fffU;
  Words one = 1U;
  Halves smallSum = 15 << 10;       // at most: of exponents whose product may be subnormal
  Halves smallQuotient = 13 << 10;  // more than that: from an exponent to its divisor's
  Floats up = 0x1p112F;
  Floats down = 0x1p-112F;
  Halves zero = 0;
};

// Mutable, which forces the compiler to load it, as it does before a loop: V8 rebuilds a vector
// constant at every use.
[[gnu::used]] constinit SmallFloatConstants smallFloatConstants;

// Computes on halves whose bits are shifted into a float's fields: 2^-112 times their value,
// exactly, subnormals included. Sums and differences are then as exact as in float32, but products
// and quotients are not if they become subnormal. `apply` returns false if they may, and for
// infinities and NaN, which are left to conversions.
template <class Op>
struct HalfTurn {
  using Type = Half;
  static constexpr bool kMultiplies = std::is_same_v<Op, ops::Mul>;
  static constexpr bool kDivides = std::is_same_v<Op, ops::Div>;
  static constexpr bool kScales = kMultiplies || kDivides;

  SmallFloatConstants constants = smallFloatConstants;

  bool apply(std::byte* out, Halves a, Halves b) const {
    Halves signs = a ^ b;
    auto isLeft = isSpecial(a) | isSpecial(b);
    if constexpr (kScales) {
      a = a & constants.magnitudeOfHalf;
      b = b & constants.magnitudeOfHalf;
      isLeft = isLeft | isSmall(a, b);
    }
    if (simd::any(isLeft)) return false;
    const Floats low = compute(lowFloats(a), lowFloats(b));
    const Floats high = compute(highFloats(a), highFloats(b));
    if constexpr (!kScales) signs = simd::upperHalves(toWords(low), toWords(high));
    const Halves rounded = simd::narrowSaturated(round(toWords(low)), round(toWords(high)));
    simd::store(out, simd::min(rounded, constants.exponent) | (signs & constants.sign));
    return true;
  }

 private:
  [[nodiscard]] auto isSpecial(Halves halves) const {
    return (halves & constants.exponent) == constants.exponent;
  }

  [[nodiscard]] Floats lowFloats(Halves x) const {
    return moved(simd::widenLow(x.bitCast<std::int16_t>()).bitCast<std::uint32_t>());
  }
  [[nodiscard]] Floats highFloats(Halves x) const {
    return moved(simd::widenHigh(x.bitCast<std::int16_t>()).bitCast<std::uint32_t>());
  }
  [[nodiscard]] Floats moved(Words half) const {
    return (kScales ? half << 13 : half << 13 & constants.kept).bitCast<float>();
  }

  [[nodiscard]] Floats compute(Floats a, Floats b) const {
    if constexpr (kMultiplies) return Op::apply(a * constants.up, b);
    if constexpr (kDivides) return Op::apply(a, b) * constants.down;
    return Op::apply(a, b);
  }

  // Whether an operand is subnormal, or the result may be, judging by its exponent; zeros count
  // only as divisors. Tests magnitudes before anything is computed: for processors, a subnormal
  // costs as much as forty other products.
  [[nodiscard]] auto isSmall(Halves a, Halves b) const {
    const Halves first = a & constants.exponent;
    const Halves second = b & constants.exponent;
    if constexpr (kMultiplies) {
      const auto isSum = first + second <= constants.smallSum;
      return (isSum | (simd::min(first, second) == constants.zero)) &
             (simd::min(a, b) != constants.zero);
    } else {
      const auto isQuotient = first + constants.smallQuotient < second;
      return (second == constants.zero) |
             ((isQuotient | (first == constants.zero)) & (a != constants.zero));
    }
  }

  [[nodiscard]] Words round(Words bits) const {
    const Words value = kScales ? bits : bits & constants.magnitude;
    return (value + constants.roundingOfHalf + (value >> 13 & constants.one)) >> 13;
  }
};

// A bfloat16 is the upper half of a float32. `apply` returns false for NaN.
template <class Op>
struct BFloatTurn {
  using Type = BFloat;

  SmallFloatConstants constants = smallFloatConstants;

  bool apply(std::byte* out, Halves a, Halves b) const {
    const Floats low =
        compute(simd::interleaveLow(constants.zero, a), simd::interleaveLow(constants.zero, b));
    const Floats high =
        compute(simd::interleaveHigh(constants.zero, a), simd::interleaveHigh(constants.zero, b));
    if (simd::any(isNan(low) | isNan(high))) return false;
    simd::store(out, simd::narrowSaturated(round(toWords(low)), round(toWords(high))));
    return true;
  }

 private:
  static Floats compute(Halves a, Halves b) {
    return Op::apply(a.bitCast<float>(), b.bitCast<float>());
  }
  [[nodiscard]] Words round(Words bits) const {
    return (bits + constants.roundingOfBFloat + (bits >> 16 & constants.one)) >> 16;
  }
};

// Computes up to a turn's elements by way of float32 in memory.
template <SmallFloat T>
void viaSingles(std::ptrdiff_t n, std::byte* out, const std::byte* a, const std::byte* b,
                Kernel kernel) {
  std::byte singles[2][kTurn * sizeof(float)];
  widenAll<T>(n, singles[0], a);
  widenAll<T>(n, singles[1], b);
  const Input inputs[] = {{singles[0], sizeof(float)}, {singles[1], sizeof(float)}};
  kernel(n, singles[0], inputs);
  narrowAll<T>(n, out, singles[0]);
}

template <template <class> class Turn, class Op>
void smallFloatKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  const Turn<Op> turn;
  Splat splats[2];
  Vectors<std::uint16_t> a(in[0], splats[0]);
  Vectors<std::uint16_t> b(in[1], splats[1]);
  const auto advance = [&] {
    out += simd::kVectorBytes;
    a.at += a.stride;
    b.at += b.stride;
    n -= kTurn;
  };
  // The inner loop has no call, so engines keep the constants in registers.
  while (n > 0) {
    while (n >= kTurn && turn.apply(out, a.load(), b.load())) advance();
    if (n <= 0) return;
    viaSingles<typename Turn<Op>::Type>(std::min(n, kTurn), out, a.at, b.at,
                                        binaryKernel<Op, float>);
    advance();
  }
}

struct Row {
  KernelOp op;
  Kernel half;
  Kernel bfloat;
};

template <class Op>
constexpr Row row(KernelOp op) {
  return {op, smallFloatKernel<HalfTurn, Op>, smallFloatKernel<BFloatTurn, Op>};
}

constexpr Row kKernels[] = {
    row<ops::Add>(KernelOp::add), row<ops::Sub>(KernelOp::sub), row<ops::Mul>(KernelOp::mul),
    row<ops::Div>(KernelOp::div), row<ops::Max>(KernelOp::max), row<ops::Min>(KernelOp::min),
};

}  // namespace

Kernel findSmallFloatKernel(KernelOp op, DType type) noexcept {
  if (type != DType::float16 && type != DType::bfloat16) return nullptr;
  for (const Row& row : kKernels)
    if (row.op == op) return type == DType::float16 ? row.half : row.bfloat;
  return nullptr;
}

}  // namespace simdcast
