// Every version of every operator, as docs/Changelog.md of ONNX 1.22 and its development line list
// them. Rows of one operator stand together, in the order of their opsets.
#include <algorithm>
#include <array>

#include "../base/enum_table.hpp"
#include "operator.hpp"

namespace simdcast {
namespace {

constexpr TypeSet Floats{DType::float16, DType::float32, DType::float64};
constexpr TypeSet WideFloats{DType::float32, DType::float64};
constexpr TypeSet Bfloat16{DType::bfloat16};
constexpr TypeSet Bool{DType::boolean};
constexpr TypeSet String{DType::string};
constexpr TypeSet Int32And64{DType::int32, DType::int64};
constexpr TypeSet Wide{DType::int32, DType::int64, DType::uint32, DType::uint64};
constexpr TypeSet Narrow{DType::int8, DType::int16, DType::uint8, DType::uint16};
constexpr TypeSet UnsignedInts{DType::uint8, DType::uint16, DType::uint32, DType::uint64};
constexpr TypeSet Integers = Wide | Narrow;
constexpr TypeSet Numbers = Floats | Integers;
constexpr TypeSet All = Numbers | Bool | String | TypeSet{DType::complex64, DType::complex128};
constexpr TypeSet Single{DType::float32};
constexpr TypeSet SignedInts{DType::int8, DType::int16, DType::int32, DType::int64};

// Types that versions of ONNX's format (IR) have added.
constexpr TypeSet Ir9{DType::float8e4m3fn, DType::float8e4m3fnuz, DType::float8e5m2,
                      DType::float8e5m2fnuz};
constexpr TypeSet Ir10 = Ir9 | TypeSet{DType::int4, DType::uint4};
constexpr TypeSet Ir11 = Ir10 | TypeSet{DType::float4e2m1};
constexpr TypeSet Ir12 = Ir11 | TypeSet{DType::float8e8m0};
constexpr TypeSet Ir13 = Ir12 | TypeSet{DType::int2, DType::uint2};

constexpr int kAny = kMaxOperands;

constexpr AttributeMask None = 0;
constexpr AttributeMask Consumed = maskOf(Attribute::consumedInputs);
constexpr AttributeMask Legacy = maskOf({Attribute::axis, Attribute::broadcast});
constexpr AttributeMask Fmod = maskOf(Attribute::fmod);
constexpr AttributeMask Direction = maskOf(Attribute::direction);
constexpr AttributeMask Bounds = maskOf({Attribute::min, Attribute::max});
constexpr AttributeMask Alpha = maskOf(Attribute::alpha);
constexpr AttributeMask Approximate = maskOf(Attribute::approximate);
constexpr AttributeMask To = maskOf(Attribute::to);
constexpr AttributeMask ToFloat8 = To | maskOf(Attribute::saturate);
constexpr AttributeMask ToFloat8e8m0 = ToFloat8 | maskOf(Attribute::roundMode);
constexpr AttributeMask Detect = maskOf({Attribute::detectNegative, Attribute::detectPositive});
constexpr AttributeMask GemmOnly =
    maskOf({Attribute::alpha, Attribute::beta, Attribute::transA, Attribute::transB});
constexpr AttributeMask GemmLegacy = GemmOnly | maskOf(Attribute::broadcast);

constexpr RuleId legacy = RuleId::legacy;
constexpr RuleId multi = RuleId::multidirectional;
constexpr RuleId uni = RuleId::unidirectional;
constexpr RuleId equal = RuleId::equal;
constexpr RuleId channel = RuleId::perChannel;
constexpr RuleId scalars = RuleId::scalars;

using O = OpId;

constexpr Version kVersions[] = {
    {O::add, 1, legacy, 2, 2, Floats, Legacy | Consumed, {}},
    {O::add, 6, legacy, 2, 2, Floats | Wide, Legacy, {}},
    {O::add, 7, multi, 2, 2, Floats | Wide, None, {}},
    {O::add, 13, multi, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::add, 14, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::sub, 1, legacy, 2, 2, Floats, Legacy | Consumed, {}},
    {O::sub, 6, legacy, 2, 2, Floats | Wide, Legacy, {}},
    {O::sub, 7, multi, 2, 2, Floats | Wide, None, {}},
    {O::sub, 13, multi, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::sub, 14, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::mul, 1, legacy, 2, 2, Floats, Legacy | Consumed, {}},
    {O::mul, 6, legacy, 2, 2, Floats | Wide, Legacy, {}},
    {O::mul, 7, multi, 2, 2, Floats | Wide, None, {}},
    {O::mul, 13, multi, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::mul, 14, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::div, 1, legacy, 2, 2, Floats, Legacy | Consumed, {}},
    {O::div, 6, legacy, 2, 2, Floats | Wide, Legacy, {}},
    {O::div, 7, multi, 2, 2, Floats | Wide, None, {}},
    {O::div, 13, multi, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::div, 14, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::pow, 1, legacy, 2, 2, Floats, Legacy, {}},
    {O::pow, 7, multi, 2, 2, Floats, None, {}},
    {O::pow, 12, multi, 2, 2, Floats | Int32And64, None, Numbers},
    {O::pow, 13, multi, 2, 2, Floats | Int32And64 | Bfloat16, None, Numbers},
    {O::pow, 15, multi, 2, 2, Floats | Int32And64 | Bfloat16, None, Numbers | Bfloat16},
    {O::mod, 10, multi, 2, 2, Numbers, Fmod, {}},
    {O::mod, 13, multi, 2, 2, Numbers | Bfloat16, Fmod, {}},
    {O::mod, 28, multi, 2, 2, Numbers | Bfloat16, Fmod, {}},
    {O::logicalAnd, 1, legacy, 2, 2, Bool, Legacy, {}},
    {O::logicalAnd, 7, multi, 2, 2, Bool, None, {}},
    {O::logicalOr, 1, legacy, 2, 2, Bool, Legacy, {}},
    {O::logicalOr, 7, multi, 2, 2, Bool, None, {}},
    {O::logicalXor, 1, legacy, 2, 2, Bool, Legacy, {}},
    {O::logicalXor, 7, multi, 2, 2, Bool, None, {}},
    {O::equal, 1, legacy, 2, 2, Bool | Int32And64, Legacy, {}},
    {O::equal, 7, multi, 2, 2, Bool | Int32And64, None, {}},
    {O::equal, 11, multi, 2, 2, Bool | Numbers, None, {}},
    {O::equal, 13, multi, 2, 2, Bool | Numbers | Bfloat16, None, {}},
    {O::equal, 19, multi, 2, 2, Bool | Numbers | Bfloat16 | String, None, {}},
    {O::greater, 1, legacy, 2, 2, Floats, Legacy, {}},
    {O::greater, 7, multi, 2, 2, Floats, None, {}},
    {O::greater, 9, multi, 2, 2, Numbers, None, {}},
    {O::greater, 13, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::less, 1, legacy, 2, 2, Floats, Legacy, {}},
    {O::less, 7, multi, 2, 2, Floats, None, {}},
    {O::less, 9, multi, 2, 2, Numbers, None, {}},
    {O::less, 13, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::greaterOrEqual, 12, multi, 2, 2, Numbers, None, {}},
    {O::greaterOrEqual, 16, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::lessOrEqual, 12, multi, 2, 2, Numbers, None, {}},
    {O::lessOrEqual, 16, multi, 2, 2, Numbers | Bfloat16, None, {}},
    {O::max, 1, equal, 1, kAny, Floats, Consumed, {}},
    {O::max, 6, equal, 1, kAny, Floats, None, {}},
    {O::max, 8, multi, 1, kAny, Floats, None, {}},
    {O::max, 12, multi, 1, kAny, Numbers, None, {}},
    {O::max, 13, multi, 1, kAny, Numbers | Bfloat16, None, {}},
    {O::min, 1, equal, 1, kAny, Floats, Consumed, {}},
    {O::min, 6, equal, 1, kAny, Floats, None, {}},
    {O::min, 8, multi, 1, kAny, Floats, None, {}},
    {O::min, 12, multi, 1, kAny, Numbers, None, {}},
    {O::min, 13, multi, 1, kAny, Numbers | Bfloat16, None, {}},
    {O::sum, 1, equal, 1, kAny, Floats, Consumed, {}},
    {O::sum, 6, equal, 1, kAny, Floats, None, {}},
    {O::sum, 8, multi, 1, kAny, Floats, None, {}},
    {O::sum, 13, multi, 1, kAny, Floats | Bfloat16, None, {}},
    {O::mean, 1, equal, 1, kAny, Floats, Consumed, {}},
    {O::mean, 6, equal, 1, kAny, Floats, None, {}},
    {O::mean, 8, multi, 1, kAny, Floats, None, {}},
    {O::mean, 13, multi, 1, kAny, Floats | Bfloat16, None, {}},
    {O::where, 9, multi, 3, 3, All, None, {}},
    {O::where, 16, multi, 3, 3, All | Bfloat16, None, {}},
    {O::bitShift, 11, multi, 2, 2, UnsignedInts, Direction, {}},
    {O::bitShift, 28, multi, 2, 2, Integers, Direction, {}},
    {O::bitwiseAnd, 18, multi, 2, 2, Integers, None, {}},
    {O::bitwiseOr, 18, multi, 2, 2, Integers, None, {}},
    {O::bitwiseXor, 18, multi, 2, 2, Integers, None, {}},
    {O::stringConcat, 20, multi, 2, 2, String, None, {}},
    {O::prelu, 1, channel, 2, 2, Floats, Consumed, {}},
    {O::prelu, 6, channel, 2, 2, Floats, None, {}},
    {O::prelu, 7, uni, 2, 2, Floats, None, {}},
    {O::prelu, 9, uni, 2, 2, Floats | Wide, None, {}},
    {O::prelu, 16, uni, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::gemm, 1, legacy, 3, 3, Floats, GemmLegacy, {}},
    {O::gemm, 6, legacy, 3, 3, Floats, GemmLegacy, {}},
    {O::gemm, 7, uni, 3, 3, Floats, GemmOnly, {}},
    {O::gemm, 9, uni, 3, 3, Floats | Wide, GemmOnly, {}},
    {O::gemm, 11, uni, 2, 3, Floats | Wide, GemmOnly, {}},
    {O::gemm, 13, uni, 2, 3, Floats | Wide | Bfloat16, GemmOnly, {}},
    {O::matMul, 1, RuleId::matMul, 2, 2, Floats, None, {}},
    {O::matMul, 9, RuleId::matMul, 2, 2, Floats | Wide, None, {}},
    {O::matMul, 13, RuleId::matMul, 2, 2, Floats | Wide | Bfloat16, None, {}},
    {O::expand, 8, RuleId::expand, 2, 2, All, None, {}},
    {O::expand, 13, RuleId::expand, 2, 2, All | Bfloat16, None, {}},
    {O::clip, 1, scalars, 1, 1, Floats, Bounds | Consumed, {}},
    {O::clip, 6, scalars, 1, 1, Floats, Bounds, {}},
    {O::clip, 11, scalars, 1, 3, Floats, None, {}},
    {O::clip, 12, scalars, 1, 3, Numbers, None, {}},
    {O::clip, 13, scalars, 1, 3, Numbers | Bfloat16, None, {}},
    {O::identity, 1, equal, 1, 1, All, None, {}},
    {O::identity, 13, equal, 1, 1, All | Bfloat16, None, {}},
    {O::identity, 19, equal, 1, 1, All | Bfloat16 | Ir9, None, {}},
    {O::identity, 21, equal, 1, 1, All | Bfloat16 | Ir10, None, {}},
    {O::identity, 23, equal, 1, 1, All | Bfloat16 | Ir11, None, {}},
    {O::identity, 24, equal, 1, 1, All | Bfloat16 | Ir12, None, {}},
    {O::identity, 25, equal, 1, 1, All | Bfloat16 | Ir13, None, {}},
    {O::neg, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::neg, 6, equal, 1, 1, Floats | SignedInts, None, {}},
    {O::neg, 13, equal, 1, 1, Floats | SignedInts | Bfloat16, None, {}},
    {O::abs, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::abs, 6, equal, 1, 1, Numbers, None, {}},
    {O::abs, 13, equal, 1, 1, Numbers | Bfloat16, None, {}},
    {O::sqrt, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::sqrt, 6, equal, 1, 1, Floats, None, {}},
    {O::sqrt, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::reciprocal, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::reciprocal, 6, equal, 1, 1, Floats, None, {}},
    {O::reciprocal, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::exp, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::exp, 6, equal, 1, 1, Floats, None, {}},
    {O::exp, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::log, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::log, 6, equal, 1, 1, Floats, None, {}},
    {O::log, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::sigmoid, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::sigmoid, 6, equal, 1, 1, Floats, None, {}},
    {O::sigmoid, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::tanh, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::tanh, 6, equal, 1, 1, Floats, None, {}},
    {O::tanh, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::relu, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::relu, 6, equal, 1, 1, Floats, None, {}},
    {O::relu, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::relu, 14, equal, 1, 1, Floats | Bfloat16 | SignedInts, None, {}},
    {O::leakyRelu, 1, equal, 1, 1, Floats, Alpha | Consumed, {}},
    {O::leakyRelu, 6, equal, 1, 1, Floats, Alpha, {}},
    {O::leakyRelu, 16, equal, 1, 1, Floats | Bfloat16, Alpha, {}},
    {O::erf, 9, equal, 1, 1, Numbers, None, {}},
    {O::erf, 13, equal, 1, 1, Numbers | Bfloat16, None, {}},
    {O::gelu, 20, equal, 1, 1, Floats | Bfloat16, Approximate, {}},
    {O::floor, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::floor, 6, equal, 1, 1, Floats, None, {}},
    {O::floor, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::ceil, 1, equal, 1, 1, Floats, Consumed, {}},
    {O::ceil, 6, equal, 1, 1, Floats, None, {}},
    {O::ceil, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::round, 11, equal, 1, 1, Floats, None, {}},
    {O::round, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::logicalNot, 1, equal, 1, 1, Bool, None, {}},
    {O::sin, 7, equal, 1, 1, Floats, None, {}},
    {O::sin, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::cos, 7, equal, 1, 1, Floats, None, {}},
    {O::cos, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::tan, 7, equal, 1, 1, Floats, None, {}},
    {O::tan, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::acos, 7, equal, 1, 1, Floats, None, {}},
    {O::acos, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::asin, 7, equal, 1, 1, Floats, None, {}},
    {O::asin, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::atan, 7, equal, 1, 1, Floats, None, {}},
    {O::atan, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::sinh, 9, equal, 1, 1, Floats, None, {}},
    {O::sinh, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::cosh, 9, equal, 1, 1, Floats, None, {}},
    {O::cosh, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::asinh, 9, equal, 1, 1, Floats, None, {}},
    {O::asinh, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::acosh, 9, equal, 1, 1, Floats, None, {}},
    {O::acosh, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::atanh, 9, equal, 1, 1, Floats, None, {}},
    {O::atanh, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::sign, 9, equal, 1, 1, Numbers, None, {}},
    {O::sign, 13, equal, 1, 1, Numbers | Bfloat16, None, {}},
    {O::softplus, 1, equal, 1, 1, Floats, None, {}},
    {O::softplus, 22, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::bitwiseNot, 18, equal, 1, 1, Integers, None, {}},
    {O::isNan, 9, equal, 1, 1, Floats, None, {}},
    {O::isNan, 13, equal, 1, 1, Floats | Bfloat16, None, {}},
    {O::isNan, 20, equal, 1, 1, Floats | Bfloat16 | Ir9, None, {}},
    {O::isInf, 10, equal, 1, 1, WideFloats, Detect, {}},
    {O::isInf, 20, equal, 1, 1, Floats | Bfloat16 | Ir9, Detect, {}},
    {O::cast, 1, equal, 1, 1, Numbers | Bool, To, {}},
    {O::cast, 6, equal, 1, 1, Numbers | Bool, To, {}},
    {O::cast, 13, equal, 1, 1, Numbers | Bool | Bfloat16, To, {}},
    {O::cast, 19, equal, 1, 1, Numbers | Bool | Bfloat16 | Ir9, ToFloat8, {}},
    {O::cast, 21, equal, 1, 1, Numbers | Bool | Bfloat16 | Ir10, ToFloat8, {}},
    {O::cast, 23, equal, 1, 1, Numbers | Bool | Bfloat16 | Ir11, ToFloat8, {}},
    {O::cast, 24, equal, 1, 1, Numbers | Bool | Bfloat16 | Ir12, ToFloat8e8m0, {}},
    {O::cast, 25, equal, 1, 1, Numbers | Bool | Bfloat16 | Ir13, ToFloat8e8m0, {}},
    // ncnn's BinaryOp has no opsets.
    {O::ncnnAdd, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnSub, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnMul, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnDiv, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnMax, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnMin, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnPow, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRsub, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRdiv, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRpow, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnAtan2, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRatan2, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnFmod, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRfmod, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnLogaddexp, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnFloorDivide, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRfloorDivide, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRemainder, 1, RuleId::ncnn, 2, 2, Single, None, {}},
    {O::ncnnRremainder, 1, RuleId::ncnn, 2, 2, Single, None, {}},
};

constexpr bool comesBefore(const Version& a, const Version& b) {
  return a.op == b.op ? a.since < b.since : a.op < b.op;
}
static_assert(std::ranges::is_sorted(kVersions, comesBefore));

// The index of each operator's first row, and the end of the last one's.
constexpr std::array<std::uint16_t, kCountOf<OpId> + 1> kFirstRows = [] {
  std::array<std::uint16_t, kCountOf<OpId> + 1> rows{};
  for (std::size_t op = 0; op < rows.size(); ++op)
    rows[op] = static_cast<std::uint16_t>(std::ranges::count_if(
        kVersions, [&](const Version& version) { return version.op < static_cast<OpId>(op); }));
  return rows;
}();

}  // namespace

std::span<const Version> versionsOf(OpId op) noexcept {
  const auto row = static_cast<std::size_t>(op);
  return std::span(kVersions).subspan(kFirstRows[row], kFirstRows[row + 1] - kFirstRows[row]);
}

}  // namespace simdcast
