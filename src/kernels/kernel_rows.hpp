// Rows of tables of kernels: those of an operator by lane, each from a functor of ops/ or a
// function of vectors.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "../base/dtype.hpp"
#include "../base/enum_table.hpp"
#include "../math/math.hpp"
#include "kernel_op.hpp"
#include "loops.hpp"
#include "mixed_widths.hpp"

namespace simdcast::rows {

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

inline constexpr TypeList<float> kFloat32;
inline constexpr TypeList<float, double> kFloats;
inline constexpr TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t> kSigned;
inline constexpr TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t> kUnsigned;
inline constexpr TypeList<std::int32_t, std::int64_t> kWideSigned;
inline constexpr TypeList<std::uint32_t, std::uint64_t> kWideUnsigned;
inline constexpr auto kIntegers = kSigned | kUnsigned;
inline constexpr auto kNumbers = kFloats | kIntegers;

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

// The kernel of Where for elements of a width.
struct SelectRow {
  int width;
  Kernel kernel;
};

template <int kWidth>
constexpr SelectRow select() {
  return {kWidth, blockKernel<SelectBody<kWidth>>};
}

// Null for other widths.
template <std::size_t kCount>
constexpr Kernel kernelOf(const SelectRow (&rows)[kCount], int width) {
  for (const SelectRow& row : rows)
    if (row.width == width) return row.kernel;
  return nullptr;
}

}  // namespace simdcast::rows
