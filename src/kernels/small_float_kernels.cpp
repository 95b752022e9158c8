#include "small_float_kernels.hpp"

#include "convert.hpp"
#include "ops/arithmetic.hpp"
#include "ops/comparison.hpp"

namespace simdcast {
namespace {

using simd::HalfLanes;
using simd::WordLanes;
using Floats = simd::FloatLanes;
using Masks = simd::IntLanes;

// Elements of a turn.
constexpr std::ptrdiff_t kTurn = 8;

[[maybe_unused]] inline Floats toFloats(WordLanes words) { return reinterpret_cast<Floats>(words); }
[[maybe_unused]] inline WordLanes toWords(Floats floats) {
  return reinterpret_cast<WordLanes>(floats);
}

struct SmallFloatConstants {
  HalfLanes exponent = HalfLanes{} + std::uint16_t{0x7c00};  // and infinity
  HalfLanes sign = HalfLanes{} + std::uint16_t{0x8000};
  HalfLanes unsignedBits = HalfLanes{} + std::uint16_t{0x7fff};
  WordLanes kept = WordLanes{} + 0x8fffe000U;  // of a half shifted to a word's fraction
  WordLanes magnitude = WordLanes{} + 0x7fffffffU;
  WordLanes halfUnit = WordLanes{} + 0xfffU;
  WordLanes halfBrainUnit = WordLanes{} + 0x7fffU;
  WordLanes one = WordLanes{} + 1U;
  WordLanes lastSubnormal = WordLanes{} + 0x7ffffeU;  // less one
  Floats up = Floats{} + 0x1p112F;
  Floats down = Floats{} + 0x1p-112F;
  HalfLanes zero{};
};

// Neither const nor known to be without a change, so that the compiler reads them before a loop: V8
// builds a vector constant anew at every use.
[[gnu::used]] constinit SmallFloatConstants smallFloatConstants;

// A half's bits, its exponent field moved to a float's: 2^-112 of its value, which is exact also of
// subnormals. So are sums and differences, up to the rounding that float32 does in any case.
// Products and quotients are not where they become subnormal. `apply` gives `false` for what it
// leaves to conversions: infinities and NaN, and subnormal products and quotients.
template <class Op>
struct HalfTurn {
  static constexpr bool kMultiplies = std::is_same_v<Op, ops::Mul>;
  static constexpr bool kDivides = std::is_same_v<Op, ops::Div>;
  static constexpr bool kScales = kMultiplies || kDivides;

  SmallFloatConstants constants = smallFloatConstants;

  bool apply(std::byte* out, HalfLanes a, HalfLanes b) const {
    if (simd::any(isSpecial(a) | isSpecial(b))) return false;
    HalfLanes signs = a ^ b;
    if constexpr (kScales) {
      a &= constants.unsignedBits;
      b &= constants.unsignedBits;
    }
    const Floats low = compute(small(simd::extendLow(a)), small(simd::extendLow(b)));
    const Floats high = compute(small(simd::extendHigh(a)), small(simd::extendHigh(b)));
    if constexpr (kScales) {
      if (simd::any(isInexact(low, high))) return false;
    } else {
      signs = simd::highHalves(toWords(low), toWords(high));
    }
    const HalfLanes rounded = simd::narrowWords(round(toWords(low)), round(toWords(high)));
    const HalfLanes finite = rounded < constants.exponent ? rounded : constants.exponent;
    simd::store(out, finite | (signs & constants.sign));
    return true;
  }

 private:
  [[nodiscard]] auto isSpecial(HalfLanes halves) const {
    return (halves & constants.exponent) == constants.exponent;
  }

  [[nodiscard]] Floats small(WordLanes half) const {
    return toFloats(kScales ? half << 13 : half << 13 & constants.kept);
  }

  [[nodiscard]] Floats compute(Floats a, Floats b) const {
    if constexpr (kMultiplies) return Op::template apply<float>(a * constants.up, b);
    if constexpr (kDivides) return Op::template apply<float>(a, b) * constants.down;
    return Op::template apply<float>(a, b);
  }

  // Subnormal and not zero, or NaN.
  [[nodiscard]] Masks isInexact(Floats low, Floats high) const {
    const WordLanes x = toWords(low) - constants.one;
    const WordLanes y = toWords(high) - constants.one;
    const Masks subnormal = (x < y ? x : y) <= constants.lastSubnormal;
    return kDivides ? subnormal | (low != low) | (high != high) : subnormal;
  }

  [[nodiscard]] WordLanes round(WordLanes bits) const {
    const WordLanes value = kScales ? bits : bits & constants.magnitude;
    return (value + constants.halfUnit + (value >> 13 & constants.one)) >> 13;
  }
};

// Only NaN is left to conversions.
template <class Op>
struct BrainTurn {
  SmallFloatConstants constants = smallFloatConstants;

  bool apply(std::byte* out, HalfLanes a, HalfLanes b) const {
    const Floats low =
        compute(simd::interleaveLow(constants.zero, a), simd::interleaveLow(constants.zero, b));
    const Floats high =
        compute(simd::interleaveHigh(constants.zero, a), simd::interleaveHigh(constants.zero, b));
    if (simd::any((low != low) | (high != high))) return false;
    simd::store(out, simd::narrowWords(round(toWords(low)), round(toWords(high))));
    return true;
  }

 private:
  static Floats compute(HalfLanes a, HalfLanes b) {
    return Op::template apply<float>(reinterpret_cast<Floats>(a), reinterpret_cast<Floats>(b));
  }
  [[nodiscard]] WordLanes round(WordLanes bits) const {
    return (bits + constants.halfBrainUnit + (bits >> 16 & constants.one)) >> 16;
  }
};

// Up to a turn's elements by conversions.
[[maybe_unused]] void viaSingles(std::ptrdiff_t n, std::byte* out, const std::byte* a,
                                 const std::byte* b, const SmallFloatLoops& loops, Kernel kernel) {
  std::byte singles[2][kTurn * sizeof(float)];
  loops.widen(n, singles[0], a);
  loops.widen(n, singles[1], b);
  const Input inputs[] = {{singles[0]}, {singles[1]}};
  kernel(n, singles[0], inputs);
  loops.narrow(n, out, singles[0]);
}

template <class Turn, class Op>
void smallFloatKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  constexpr std::ptrdiff_t kBytes = kTurn * 2;
  constexpr const SmallFloatLoops& kLoops =
      std::is_same_v<Turn, HalfTurn<Op>> ? kHalfLoops : kBFloatLoops;
  const Turn turn;
  const std::byte* a = in[0].data;
  const std::byte* b = in[1].data;
  const std::ptrdiff_t stepA = in[0].repeat ? 0 : kBytes;
  const std::ptrdiff_t stepB = in[1].repeat ? 0 : kBytes;
  const auto advance = [&] {
    out += kBytes;
    a += stepA;
    b += stepB;
    n -= kTurn;
  };
  // Without a call inside, so that engines keep the constants in registers.
  while (n > 0) {
    while (n >= kTurn && turn.apply(out, simd::load<HalfLanes>(a), simd::load<HalfLanes>(b)))
      advance();
    if (n <= 0) return;
    viaSingles(n < kTurn ? n : kTurn, out, a, b, kLoops, binaryKernel<Op, float>);
    advance();
  }
}

struct Row {
  KernelOp op;
  Kernel half;
  Kernel brain;
};

template <class Op>
constexpr Row row(KernelOp op) {
  if constexpr (simd::kOneLane)
    return {op, nullptr, nullptr};
  else
    return {op, smallFloatKernel<HalfTurn<Op>, Op>, smallFloatKernel<BrainTurn<Op>, Op>};
}

constexpr Row kKernels[] = {
    row<ops::Add>(KernelOp::add), row<ops::Sub>(KernelOp::sub), row<ops::Mul>(KernelOp::mul),
    row<ops::Div>(KernelOp::div), row<ops::Max>(KernelOp::max), row<ops::Min>(KernelOp::min),
};

}  // namespace

Kernel findSmallFloatKernel(KernelOp op, DType type) noexcept {
  if (type != DType::float16 && type != DType::bfloat16) return nullptr;
  for (const Row& row : kKernels)
    if (row.op == op) return type == DType::float16 ? row.half : row.brain;
  return nullptr;
}

}  // namespace simdcast
