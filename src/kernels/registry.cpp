#include "registry.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "../base/enum_table.hpp"
#include "../math/math.hpp"
#include "loops.hpp"
#include "mixed_widths.hpp"
#include "ops/arithmetic.hpp"
#include "ops/bitwise.hpp"
#include "ops/comparison.hpp"
#include "ops/integer_division.hpp"
#include "ops/integer_pow.hpp"
#include "ops/shift.hpp"
#include "ops/unary.hpp"

namespace simdcast {
namespace {

// The kernels of an operator by lane. `present` lists them, because with sanitizers a constant
// expression may not compare a function pointer with null.
struct KernelRow {
  std::array<Kernel, kCountOf<Lane>> kernels{};
  std::array<bool, kCountOf<Lane>> present{};
};

template <class... T>
struct TypeList {};

template <class... A, class... B>
constexpr TypeList<A..., B...> operator|(TypeList<A...>, TypeList<B...>) {
  return {};
}

constexpr TypeList<float> kFloat32;
constexpr TypeList<float, double> kFloats;
constexpr TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t> kSigned;
constexpr TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t> kUnsigned;
constexpr TypeList<std::int32_t, std::int64_t> kWideSigned;
constexpr TypeList<std::uint32_t, std::uint64_t> kWideUnsigned;
constexpr auto kIntegers = kSigned | kUnsigned;
constexpr auto kNumbers = kFloats | kIntegers;

template <class T>
constexpr Lane laneOf() {
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? Lane::f32 : Lane::f64;
  constexpr Lane kSignedLanes[] = {Lane::i8, Lane::i16, Lane::i32, Lane::i64};
  constexpr Lane kUnsignedLanes[] = {Lane::u8, Lane::u16, Lane::u32, Lane::u64};
  constexpr int kIndex = std::countr_zero(sizeof(T));
  return std::is_signed_v<T> ? kSignedLanes[kIndex] : kUnsignedLanes[kIndex];
}

constexpr void put(KernelRow& row, Lane lane, Kernel kernel) {
  row.kernels[static_cast<std::size_t>(lane)] = kernel;
  row.present[static_cast<std::size_t>(lane)] = true;
}

constexpr KernelRow operator|(KernelRow a, const KernelRow& b) {
  for (std::size_t i = 0; i < kCountOf<Lane>; ++i)
    if (b.present[i]) put(a, static_cast<Lane>(i), b.kernels[i]);
  return a;
}

template <class Op, class... T>
constexpr KernelRow binary(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), binaryKernel<Op, T>), ...);
  return row;
}

// Operators of `kInputs` inputs.
template <class Op, int kInputs, class... T>
constexpr KernelRow vectors(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), vectorKernel<Op, T, kInputs>), ...);
  return row;
}

template <class Op, class... T>
constexpr KernelRow unary(TypeList<T...> types) {
  return vectors<Op, 1>(types);
}

// Operators of two inputs that are too slow to gain from unrolling.
template <class Op, class... T>
constexpr KernelRow slow(TypeList<T...> types) {
  return vectors<Op, 2>(types);
}

template <class Op, class... T>
constexpr KernelRow bounded(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), boundedKernel<Op, T>), ...);
  return row;
}

template <class Op, int kInputs = 2, class... T>
constexpr KernelRow compare(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), blockKernel<CompareBody<Op, T, kInputs>>), ...);
  return row;
}

// Operators whose bits do not depend on signedness: the kernels of unsigned lanes, for signed ones
// too.
constexpr KernelRow forBothSigns(KernelRow row) {
  constexpr Lane kSigns[][2] = {
      {Lane::i8, Lane::u8}, {Lane::i16, Lane::u16}, {Lane::i32, Lane::u32}, {Lane::i64, Lane::u64}};
  for (const auto& [isSigned, isUnsigned] : kSigns)
    put(row, isSigned, row.kernels[static_cast<std::size_t>(isUnsigned)]);
  return row;
}

// Operators on bits.
template <class Op>
constexpr KernelRow bits() {
  return forBothSigns(binary<Op>(kUnsigned));
}

template <class Op>
constexpr KernelRow arithmetic() {
  return binary<Op>(kFloats) | bits<Op>();
}

template <class Op>
constexpr KernelRow truth() {
  KernelRow row{};
  put(row, Lane::b8, binaryKernel<Op, std::uint8_t>);
  return row;
}

template <class Op>
constexpr KernelRow unaryTruth() {
  KernelRow row{};
  put(row, Lane::b8, vectorKernel<Op, std::uint8_t, 1>);
  return row;
}

// An operator that is a function of vectors.
template <auto kFunction>
struct Function {
  template <class T, class... Inputs>
  static simd::Vec<T> apply(Inputs... inputs) {
    return kFunction(inputs...);
  }
};

// Operators that have their own kernels for some exponents, if one is repeated.
template <class Op, class T, std::size_t... kIndex>
Kernel findPower(T exponent, std::index_sequence<kIndex...>) {
  Kernel found = vectorKernel<Op, T, 2>;
  constexpr const auto& kPowers = math::kArithmeticPowers<T>;
  const auto choose = [&](T known, Kernel kernel) {
    if (exponent == known) found = kernel;
  };
  (choose(kPowers[kIndex].exponent, vectorKernel<Function<kPowers[kIndex].of>, T, 1>), ...);
  return found;
}

template <class Op, class T>
void powerKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using Powers = std::make_index_sequence<std::size(math::kArithmeticPowers<T>)>;
  const bool isRepeated = in[1].stride == 0;
  const Kernel kernel =
      isRepeated ? findPower<Op>(simd::load<T>(in[1].data), Powers{}) : vectorKernel<Op, T, 2>;
  kernel(n, out, in);
}

template <class Op, class... T>
constexpr KernelRow powers(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), powerKernel<Op, T>), ...);
  return row;
}

template <auto kFunction>
constexpr KernelRow functionOfOne() {
  return unary<Function<kFunction>>(kFloats);
}

// Float32 by a function of doubles: nearly always correctly rounded, and half the code.
template <simd::Vec<double> (*kFunction)(simd::Vec<double>)>
constexpr KernelRow inDoubles() {
  struct InDoubles {
    static simd::Vec<double> of(simd::Vec<double> x) { return kFunction(x); }
    static simd::Vec<float> of(simd::Vec<float> x) { return simd::viaDoubles<kFunction>(x); }
  };
  return functionOfOne<[](auto x) { return InDoubles::of(x); }>();
}

template <auto kFunction, class Types = decltype(kFloats)>
constexpr KernelRow functionOfTwo(Types types = {}) {
  return slow<Function<kFunction>>(types);
}

struct OpRow {
  KernelOp key{};
  KernelRow row{};
};

constexpr EnumTable<KernelOp, OpRow> kKernels({
    {KernelOp::add, arithmetic<ops::Add>()},
    {KernelOp::sub, arithmetic<ops::Sub>()},
    {KernelOp::mul, arithmetic<ops::Mul>()},
    {KernelOp::div, binary<ops::Div>(kFloats) | slow<ops::IntegerDiv>(kIntegers)},
    {KernelOp::mean, vectors<ops::Mean, 3>(kFloats)},
    {KernelOp::mod, slow<ops::FlooredMod>(kIntegers) |
                        functionOfTwo<[](auto x, auto y) { return math::floorMod(x, y); }>()},
    {KernelOp::fmod, slow<ops::TruncatedMod>(kIntegers) |
                         functionOfTwo<[](auto x, auto y) { return math::fmod(x, y); }>()},
    {KernelOp::prelu, binary<ops::PRelu>(kFloats | kWideSigned | kWideUnsigned)},
    {KernelOp::max, binary<ops::Max>(kNumbers)},
    {KernelOp::min, binary<ops::Min>(kNumbers)},
    {KernelOp::clip, bounded<ops::Clip>(kFloats)},
    {KernelOp::ncnnMax, binary<ops::NcnnMax>(kFloat32)},
    {KernelOp::ncnnMin, binary<ops::NcnnMin>(kFloat32)},
    {KernelOp::equal, compare<ops::Equal>(kFloats) | forBothSigns(compare<ops::Equal>(kUnsigned)) |
                          truth<ops::LogicalEqual>()},
    {KernelOp::less, compare<ops::Less>(kNumbers)},
    {KernelOp::lessOrEqual, compare<ops::LessOrEqual>(kNumbers)},
    {KernelOp::bitAnd, bits<ops::BitAnd>()},
    {KernelOp::bitOr, bits<ops::BitOr>()},
    {KernelOp::bitXor, bits<ops::BitXor>()},
    {KernelOp::logicalAnd, truth<ops::Logical<ops::BitAnd>>()},
    {KernelOp::logicalOr, truth<ops::Logical<ops::BitOr>>()},
    {KernelOp::logicalXor, truth<ops::Logical<ops::BitXor>>()},
    {KernelOp::shiftLeft, slow<ops::Shift<true>>(kIntegers)},
    {KernelOp::shiftRight, slow<ops::Shift<false>>(kIntegers)},
    {KernelOp::pow, powers<Function<[](auto x, auto y) { return math::pow(x, y); }>>(kFloats) |
                        powers<ops::IntegerPow<true>>(kWideSigned)},
    {KernelOp::powUnsigned, powers<ops::IntegerPow<false>>(kWideSigned)},
    {KernelOp::atan2, functionOfTwo<[](auto y, auto x) { return math::atan2(y, x); }>(kFloat32)},
    {KernelOp::logAddExp,
     functionOfTwo<[](auto x, auto y) { return math::logAddExp(x, y); }>(kFloat32)},
    {KernelOp::floorDivide,
     functionOfTwo<[](auto x, auto y) { return simd::floor(x / y); }>(kFloat32)},
    {KernelOp::remainder,
     functionOfTwo<[](auto x, auto y) { return math::remainder(x, y); }>(kFloat32)},
    {KernelOp::neg, unary<ops::Neg>(kFloats | kSigned)},
    {KernelOp::abs, unary<ops::Abs>(kFloats | kSigned)},
    {KernelOp::sqrt, functionOfOne<[](auto x) { return simd::sqrt(x); }>()},
    {KernelOp::reciprocal, functionOfOne<[](auto x) { return decltype(x)(1) / x; }>()},
    {KernelOp::floor, functionOfOne<[](auto x) { return simd::floor(x); }>()},
    {KernelOp::ceil, functionOfOne<[](auto x) { return simd::ceil(x); }>()},
    {KernelOp::round, functionOfOne<[](auto x) { return simd::nearest(x); }>()},
    {KernelOp::logicalNot, unaryTruth<ops::Not>()},
    {KernelOp::exp, functionOfOne<[](auto x) { return math::exp(x); }>()},
    {KernelOp::log, functionOfOne<[](auto x) { return math::log(x); }>()},
    {KernelOp::sigmoid, functionOfOne<[](auto x) { return math::sigmoid(x); }>()},
    {KernelOp::tanh, functionOfOne<[](auto x) { return math::tanh(x); }>()},
    {KernelOp::erf, functionOfOne<[](auto x) { return math::erf(x); }>()},
    {KernelOp::gelu, functionOfOne<[](auto x) { return math::gelu(x); }>()},
    {KernelOp::geluTanh, functionOfOne<[](auto x) { return math::geluTanh(x); }>()},
    {KernelOp::softplus, functionOfOne<[](auto x) { return math::softplus(x); }>()},
    {KernelOp::sin, functionOfOne<[](auto x) { return math::sin(x); }>()},
    {KernelOp::cos, functionOfOne<[](auto x) { return math::cos(x); }>()},
    {KernelOp::tan, functionOfOne<[](auto x) { return math::tan(x); }>()},
    {KernelOp::acos, inDoubles<math::acos>()},
    {KernelOp::asin, inDoubles<math::asin>()},
    {KernelOp::atan, inDoubles<math::atan>()},
    {KernelOp::sinh, inDoubles<math::sinh>()},
    {KernelOp::cosh, inDoubles<math::cosh>()},
    {KernelOp::asinh, inDoubles<math::asinh>()},
    {KernelOp::acosh, inDoubles<math::acosh>()},
    {KernelOp::atanh, inDoubles<math::atanh>()},
    {KernelOp::sign, unary<ops::Sign>(kNumbers)},
    {KernelOp::bitNot, forBothSigns(unary<ops::BitNot>(kUnsigned))},
    {KernelOp::isNan, compare<ops::IsNan, 1>(kFloats)},
    {KernelOp::equalEither, compare<ops::EqualEither, 3>(kFloats)},
});

struct SelectRow {
  int width;
  Kernel kernel;
};

constexpr SelectRow kSelects[] = {
    {1, blockKernel<SelectBody<1>>},   {2, blockKernel<SelectBody<2>>},
    {4, blockKernel<SelectBody<4>>},   {8, blockKernel<SelectBody<8>>},
    {16, blockKernel<SelectBody<16>>},
};

}  // namespace

Kernel findKernel(KernelOp op, Lane lane) noexcept {
  return kKernels[op].row.kernels[static_cast<std::size_t>(lane)];
}

Kernel findSelect(int width) noexcept {
  for (const SelectRow& row : kSelects)
    if (row.width == width) return row.kernel;
  return nullptr;
}

}  // namespace simdcast
