#include "../base/enum_table.hpp"
#include "operator.hpp"

namespace simdcast {
namespace {

constexpr Operator fold(OpId op, std::string_view name, KernelOp kernel) {
  return {op, name, Kind::fold, kernel, kernel, false};
}

constexpr Operator reversed(OpId op, std::string_view name, KernelOp kernel) {
  return {op, name, Kind::fold, kernel, kernel, true};
}

constexpr Operator choice(OpId op, std::string_view name, KernelOp kernel, KernelOp second) {
  return {op, name, Kind::fold, kernel, second, false};
}

constexpr Operator compare(OpId op, std::string_view name, KernelOp kernel, bool swapped = false) {
  return {op, name, Kind::compare, kernel, kernel, swapped};
}

constexpr Operator unary(OpId op, std::string_view name, KernelOp kernel) {
  return {op, name, Kind::unary, kernel, kernel, false};
}

constexpr Operator classify(OpId op, std::string_view name, KernelOp kernel) {
  return {op, name, Kind::classify, kernel, kernel, false};
}

constexpr Operator withConstant(OpId op, std::string_view name, KernelOp kernel) {
  return {op, name, Kind::withConstant, kernel, kernel, false};
}

constexpr Operator withoutKernel(OpId op, std::string_view name, Kind kind) {
  return {op, name, kind, KernelOp::count, KernelOp::count, false};
}

constexpr EnumTable<OpId, Operator> kOperators({
    fold(OpId::add, "Add", KernelOp::add),
    fold(OpId::sub, "Sub", KernelOp::sub),
    fold(OpId::mul, "Mul", KernelOp::mul),
    fold(OpId::div, "Div", KernelOp::div),
    {OpId::pow, "Pow", Kind::pow, KernelOp::pow, KernelOp::powUnsigned, false},
    choice(OpId::mod, "Mod", KernelOp::mod, KernelOp::fmod),
    fold(OpId::logicalAnd, "And", KernelOp::logicalAnd),
    fold(OpId::logicalOr, "Or", KernelOp::logicalOr),
    fold(OpId::logicalXor, "Xor", KernelOp::logicalXor),
    compare(OpId::equal, "Equal", KernelOp::equal),
    compare(OpId::greater, "Greater", KernelOp::less, true),
    compare(OpId::less, "Less", KernelOp::less),
    compare(OpId::greaterOrEqual, "GreaterOrEqual", KernelOp::lessOrEqual, true),
    compare(OpId::lessOrEqual, "LessOrEqual", KernelOp::lessOrEqual),
    fold(OpId::max, "Max", KernelOp::max),
    fold(OpId::min, "Min", KernelOp::min),
    fold(OpId::sum, "Sum", KernelOp::add),
    {OpId::mean, "Mean", Kind::mean, KernelOp::add, KernelOp::mean, false},
    withoutKernel(OpId::where, "Where", Kind::select),
    choice(OpId::bitShift, "BitShift", KernelOp::shiftLeft, KernelOp::shiftRight),
    fold(OpId::bitwiseAnd, "BitwiseAnd", KernelOp::bitAnd),
    fold(OpId::bitwiseOr, "BitwiseOr", KernelOp::bitOr),
    fold(OpId::bitwiseXor, "BitwiseXor", KernelOp::bitXor),
    withoutKernel(OpId::stringConcat, "StringConcat", Kind::strings),
    fold(OpId::prelu, "PRelu", KernelOp::prelu),
    withoutKernel(OpId::gemm, "Gemm", Kind::matrix),
    withoutKernel(OpId::matMul, "MatMul", Kind::matrix),
    withoutKernel(OpId::expand, "Expand", Kind::expand),
    {OpId::clip, "Clip", Kind::clip, KernelOp::max, KernelOp::min, false},
    withoutKernel(OpId::identity, "Identity", Kind::copy),
    unary(OpId::neg, "Neg", KernelOp::neg),
    unary(OpId::abs, "Abs", KernelOp::abs),
    unary(OpId::sqrt, "Sqrt", KernelOp::sqrt),
    unary(OpId::reciprocal, "Reciprocal", KernelOp::reciprocal),
    unary(OpId::exp, "Exp", KernelOp::exp),
    unary(OpId::log, "Log", KernelOp::log),
    unary(OpId::sigmoid, "Sigmoid", KernelOp::sigmoid),
    unary(OpId::tanh, "Tanh", KernelOp::tanh),
    withConstant(OpId::relu, "Relu", KernelOp::max),
    withConstant(OpId::leakyRelu, "LeakyRelu", KernelOp::prelu),
    unary(OpId::erf, "Erf", KernelOp::erf),
    {OpId::gelu, "Gelu", Kind::unary, KernelOp::gelu, KernelOp::geluTanh, false},
    unary(OpId::floor, "Floor", KernelOp::floor),
    unary(OpId::ceil, "Ceil", KernelOp::ceil),
    unary(OpId::round, "Round", KernelOp::round),
    unary(OpId::logicalNot, "Not", KernelOp::logicalNot),
    unary(OpId::sin, "Sin", KernelOp::sin),
    unary(OpId::cos, "Cos", KernelOp::cos),
    unary(OpId::tan, "Tan", KernelOp::tan),
    unary(OpId::acos, "Acos", KernelOp::acos),
    unary(OpId::asin, "Asin", KernelOp::asin),
    unary(OpId::atan, "Atan", KernelOp::atan),
    unary(OpId::sinh, "Sinh", KernelOp::sinh),
    unary(OpId::cosh, "Cosh", KernelOp::cosh),
    unary(OpId::asinh, "Asinh", KernelOp::asinh),
    unary(OpId::acosh, "Acosh", KernelOp::acosh),
    unary(OpId::atanh, "Atanh", KernelOp::atanh),
    unary(OpId::sign, "Sign", KernelOp::sign),
    unary(OpId::softplus, "Softplus", KernelOp::softplus),
    unary(OpId::bitwiseNot, "BitwiseNot", KernelOp::bitNot),
    classify(OpId::isNan, "IsNaN", KernelOp::isNan),
    classify(OpId::isInf, "IsInf", KernelOp::equalEither),
    withoutKernel(OpId::cast, "Cast", Kind::cast),
    // In the order of ncnn's numbers.
    fold(OpId::ncnnAdd, "ncnn.ADD", KernelOp::add),
    fold(OpId::ncnnSub, "ncnn.SUB", KernelOp::sub),
    fold(OpId::ncnnMul, "ncnn.MUL", KernelOp::mul),
    fold(OpId::ncnnDiv, "ncnn.DIV", KernelOp::div),
    fold(OpId::ncnnMax, "ncnn.MAX", KernelOp::ncnnMax),
    fold(OpId::ncnnMin, "ncnn.MIN", KernelOp::ncnnMin),
    fold(OpId::ncnnPow, "ncnn.POW", KernelOp::pow),
    reversed(OpId::ncnnRsub, "ncnn.RSUB", KernelOp::sub),
    reversed(OpId::ncnnRdiv, "ncnn.RDIV", KernelOp::div),
    reversed(OpId::ncnnRpow, "ncnn.RPOW", KernelOp::pow),
    fold(OpId::ncnnAtan2, "ncnn.ATAN2", KernelOp::atan2),
    reversed(OpId::ncnnRatan2, "ncnn.RATAN2", KernelOp::atan2),
    fold(OpId::ncnnFmod, "ncnn.FMOD", KernelOp::fmod),
    reversed(OpId::ncnnRfmod, "ncnn.RFMOD", KernelOp::fmod),
    fold(OpId::ncnnLogaddexp, "ncnn.LOGADDEXP", KernelOp::logAddExp),
    fold(OpId::ncnnFloorDivide, "ncnn.FLOOR_DIVIDE", KernelOp::floorDivide),
    reversed(OpId::ncnnRfloorDivide, "ncnn.RFLOOR_DIVIDE", KernelOp::floorDivide),
    fold(OpId::ncnnRemainder, "ncnn.REMAINDER", KernelOp::remainder),
    reversed(OpId::ncnnRremainder, "ncnn.RREMAINDER", KernelOp::remainder),
});

}  // namespace

const Operator& describe(OpId op) noexcept { return kOperators[op]; }

std::optional<OpId> findOperator(std::string_view name) noexcept { return kOperators.find(name); }

const Version* findVersion(OpId op, int opset) noexcept {
  const Version* found = nullptr;
  for (const Version& version : versionsOf(op))
    if (version.since <= opset) found = &version;
  return found;
}

}  // namespace simdcast
