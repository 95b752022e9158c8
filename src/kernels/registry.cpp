#include "registry.hpp"

#include "../base/enum_table.hpp"
#include "../math/math.hpp"
#include "kernel_rows.hpp"
#include "ops/arithmetic.hpp"
#include "ops/bitwise.hpp"
#include "ops/comparison.hpp"
#include "ops/integer_division.hpp"
#include "ops/integer_pow.hpp"
#include "ops/shift.hpp"
#include "ops/unary.hpp"

namespace simdcast {
namespace {

using namespace rows;

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

constexpr SelectRow kSelects[] = {select<1>(), select<2>(), select<4>(), select<8>(), select<16>()};

}  // namespace

Kernel findKernel(KernelOp op, Lane lane) noexcept {
  return kKernels[op].row.kernels[static_cast<std::size_t>(lane)];
}

Kernel findSelect(int width) noexcept { return kernelOf(kSelects, width); }

}  // namespace simdcast
