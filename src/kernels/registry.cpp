#include "registry.hpp"

#include <array>
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

// The kernels of an operator by lane. `present` says which there are, because with sanitizers a
// constant expression may not compare a function pointer with null.
struct KernelRow {
  std::array<Kernel, kCountOf<Lane>> kernels{};
  std::array<bool, kCountOf<Lane>> present{};
};

template <class... T>
struct TypeList {};

using Floats = TypeList<float, double>;
using Signed = TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t>;
using Unsigned = TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

using PReluIntegers = TypeList<std::int32_t, std::int64_t, std::uint32_t, std::uint64_t>;

template <class T>
constexpr Lane laneOf() {
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? Lane::f32 : Lane::f64;
  constexpr Lane kSigned[] = {Lane::i8, Lane::i16, Lane::i32, Lane::i64};
  constexpr Lane kUnsigned[] = {Lane::u8, Lane::u16, Lane::u32, Lane::u64};
  constexpr int kIndex = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? kSigned[kIndex] : kUnsigned[kIndex];
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

template <class Op, int kInputs = 2, class... T>
constexpr KernelRow compare(TypeList<T...>) {
  KernelRow row{};
  (put(row, laneOf<T>(), blockKernel<CompareBody<Op, T, kInputs>>), ...);
  return row;
}

// Operators whose bits do not depend on signedness: signed lanes use the unsigned kernels.
template <class... T>
constexpr KernelRow forBothSigns(KernelRow row, TypeList<T...>) {
  (put(row, laneOf<std::make_signed_t<T>>(), row.kernels[static_cast<std::size_t>(laneOf<T>())]),
   ...);
  return row;
}

// Operators on bits.
template <class Op>
constexpr KernelRow bits() {
  return forBothSigns(binary<Op>(Unsigned{}), Unsigned{});
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

template <class Op>
constexpr KernelRow arithmetic() {
  return binary<Op>(Floats{}) | forBothSigns(binary<Op>(Unsigned{}), Unsigned{});
}

template <class Op>
constexpr KernelRow everyType() {
  return binary<Op>(Floats{}) | binary<Op>(Signed{}) | binary<Op>(Unsigned{});
}

template <class Op>
constexpr KernelRow order() {
  return compare<Op>(Floats{}) | compare<Op>(Signed{}) | compare<Op>(Unsigned{});
}

template <class Op>
constexpr KernelRow integers() {
  return slow<Op>(Signed{}) | slow<Op>(Unsigned{});
}

// An operator that is a function of vectors.
template <auto kFunction>
struct Function {
  template <class T, class... Inputs>
  static simd::Vec<T> apply(Inputs... inputs) {
    return kFunction(inputs...);
  }
};

template <auto kFunction>
constexpr KernelRow functionOfOne() {
  return unary<Function<kFunction>>(Floats{});
}

template <auto kFunction, class Types = Floats>
constexpr KernelRow functionOfTwo() {
  return slow<Function<kFunction>>(Types{});
}

using Float32 = TypeList<float>;

template <bool kSignedExponents>
constexpr KernelRow powers() {
  return slow<ops::IntegerPow<kSignedExponents>>(TypeList<std::int32_t, std::int64_t>{});
}

struct OpRow {
  KernelOp key{};
  KernelRow row{};
};

constexpr EnumTable<KernelOp, OpRow> kKernels({
    {KernelOp::add, arithmetic<ops::Add>()},
    {KernelOp::sub, arithmetic<ops::Sub>()},
    {KernelOp::mul, arithmetic<ops::Mul>()},
    {KernelOp::div, binary<ops::Div>(Floats{}) | integers<ops::IntegerDiv>()},
    {KernelOp::mean, vectors<ops::Mean, 3>(Floats{})},
    {KernelOp::mod, integers<ops::FlooredMod>() |
                        functionOfTwo<[](auto x, auto y) { return math::floorMod(x, y); }>()},
    {KernelOp::fmod, integers<ops::TruncatedMod>() |
                         functionOfTwo<[](auto x, auto y) { return math::fmod(x, y); }>()},
    {KernelOp::prelu, binary<ops::PRelu>(Floats{}) | binary<ops::PRelu>(PReluIntegers{})},
    {KernelOp::max, everyType<ops::Max>()},
    {KernelOp::min, everyType<ops::Min>()},
    {KernelOp::ncnnMax, binary<ops::NcnnMax>(TypeList<float>{})},
    {KernelOp::ncnnMin, binary<ops::NcnnMin>(TypeList<float>{})},
    {KernelOp::equal, compare<ops::Equal>(Floats{}) |
                          forBothSigns(compare<ops::Equal>(Unsigned{}), Unsigned{}) |
                          truth<ops::LogicalEqual>()},
    {KernelOp::less, order<ops::Less>()},
    {KernelOp::lessOrEqual, order<ops::LessOrEqual>()},
    {KernelOp::bitAnd, bits<ops::BitAnd>()},
    {KernelOp::bitOr, bits<ops::BitOr>()},
    {KernelOp::bitXor, bits<ops::BitXor>()},
    {KernelOp::logicalAnd, truth<ops::Logical<ops::BitAnd>>()},
    {KernelOp::logicalOr, truth<ops::Logical<ops::BitOr>>()},
    {KernelOp::logicalXor, truth<ops::Logical<ops::BitXor>>()},
    {KernelOp::shiftLeft, integers<ops::Shift<true>>()},
    {KernelOp::shiftRight, integers<ops::Shift<false>>()},
    {KernelOp::pow,
     functionOfTwo<[](auto x, auto y) { return math::pow(x, y); }>() | powers<true>()},
    {KernelOp::powUnsigned, powers<false>()},
    {KernelOp::atan2, functionOfTwo<[](auto y, auto x) { return math::atan2(y, x); }, Float32>()},
    {KernelOp::logAddExp,
     functionOfTwo<[](auto x, auto y) { return math::logAddExp(x, y); }, Float32>()},
    {KernelOp::floorDivide,
     functionOfTwo<[](auto x, auto y) { return simd::floor(x / y); }, Float32>()},
    {KernelOp::remainder,
     functionOfTwo<[](auto x, auto y) { return math::remainder(x, y); }, Float32>()},
    {KernelOp::neg, unary<ops::Neg>(Floats{}) | unary<ops::Neg>(Signed{})},
    {KernelOp::abs, unary<ops::Abs>(Floats{}) | unary<ops::Abs>(Signed{})},
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
    {KernelOp::sign,
     unary<ops::Sign>(Floats{}) | unary<ops::Sign>(Signed{}) | unary<ops::Sign>(Unsigned{})},
    {KernelOp::bitNot, forBothSigns(unary<ops::BitNot>(Unsigned{}), Unsigned{})},
    {KernelOp::isNan, compare<ops::IsNan, 1>(Floats{})},
    {KernelOp::equalEither, compare<ops::EqualEither, 3>(Floats{})},
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
